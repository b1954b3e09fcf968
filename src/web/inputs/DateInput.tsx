import { TextInput } from '@mantine/core';
import { DateInput as MantineDateInput } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { formatDay, parseTypedDay } from '../../contract/dates.ts';
import { useDesk } from '../desk.ts';
import './inputs.ts';
import type { Field } from './fields.ts';
import { ReadValue } from './ReadValue.tsx';
import { useTypedText } from './useTypedText.ts';

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
  const keep = (typed: string): void => {
    if (typed === '') change(null);
    else if (parseTypedDay(typed, today) === null) change(typed);
  };
  const again = useTypedText(value ?? '', (typed) => change(parseTypedDay(typed, today) ?? typed));
  if (readOnly) return <ReadValue label={label}>{isDay(value) ? formatDay(value) : (value ?? '')}</ReadValue>;
  const shared = { id: `field-${name}`, name, label, autoComplete: 'off', placeholder: 'MM/DD/YYYY' };
  // What is no date stays as it was typed, to be put right.
  if (value && !isDay(value)) {
    return <TextInput {...shared} error={error ?? 'must be a date like 12/31/2026'} {...again} />;
  }
  return (
    <MantineDateInput
      {...shared}
      error={error}
      value={isDay(value) ? value : null}
      onChange={change}
      onBlur={(event) => keep(event.currentTarget.value.trim())}
      valueFormat={formatDay}
      dateParser={(typed) => parseTypedDay(typed, today)}
      firstDayOfWeek={0}
      allowDeselect={false}
      popoverProps={{ transitionProps: { duration: 0 } }}
      {...rest}
    />
  );
}
