import { DateInput as MantineDateInput } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { formatDay, parseTypedDay } from '../../contract/dates.ts';
import { useDesk } from '../desk.ts';
import './inputs.ts';
import type { Field } from './fields.ts';
import { ReadValue } from './ReadValue.tsx';

type Props = Field<string | null | undefined> & {
  label: string;
  description?: string;
  clearable?: boolean;
  disabled?: boolean;
};

const isDay = (text: string | null | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');

/** A day, typed (`dec 4`, `12/4/2026`) or picked, held as `YYYY-MM-DD`; empty is null. */
export function DateInput({ name, value, error, readOnly, change, label, ...rest }: Props) {
  const { today } = useDesk();
  if (readOnly) return <ReadValue label={label}>{isDay(value) ? formatDay(value) : (value ?? '')}</ReadValue>;
  return (
    <MantineDateInput
      id={`field-${name}`}
      name={name}
      label={label}
      error={error}
      autoComplete="off"
      placeholder="MM/DD/YYYY"
      value={isDay(value) ? value : null}
      onChange={change}
      valueFormat={formatDay}
      dateParser={(typed) => parseTypedDay(typed, today)}
      firstDayOfWeek={0}
      allowDeselect={false}
      popoverProps={{ transitionProps: { duration: 0 } }}
      {...rest}
    />
  );
}
