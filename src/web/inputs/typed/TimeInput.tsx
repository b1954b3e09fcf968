import { TextInput } from '@mantine/core';
import { parseTypedTime } from '../../../contract/typed/days-and-times.ts';
import { INVALID_END_TIME_TEXT, parseTypedEndTime } from '../../../contract/typed/end-times.ts';
import '../inputs.ts';
import type { FormFieldProps } from '../fields.ts';
import { ReadOnlyValue } from '../ReadOnlyValue.tsx';
import { useTypedText } from './useTypedText.ts';

type Props = FormFieldProps<string | null | undefined> & {
  label: string;
  description?: string;
  /** True for the end of a period, which may be midnight. */
  ends?: true;
};

/** An input for a time of day in the course's local time, typed in any usual form: `742` becomes `07:42`. */
export function TimeInput({ name, value, error, readOnly, change, label, ends, ...rest }: Props) {
  const parse = ends ? parseTypedEndTime : parseTypedTime;
  const typing = useTypedText(value ?? '', (typed) => change(parse(typed) ?? typed));
  if (readOnly)
    return (
      <ReadOnlyValue name={name} label={label}>
        {value ?? ''}
      </ReadOnlyValue>
    );
  const isRead = !value || parse(value) !== null;
  return (
    <TextInput
      id={`field-${name}`}
      name={name}
      label={label}
      error={isRead ? error : ends ? INVALID_END_TIME_TEXT : 'must be a time like 07:42'}
      placeholder="HH:MM"
      autoComplete="off"
      {...rest}
      {...typing}
    />
  );
}
