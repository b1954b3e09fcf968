import { TextInput } from '@mantine/core';
import { parseTypedTime } from '../../../contract/typed/days-and-times.ts';
import '../inputs.ts';
import type { Field } from '../fields.ts';
import { ReadValue } from '../ReadValue.tsx';
import { useTypedText } from './useTypedText.ts';

type Props = Field<string | null | undefined> & { label: string; description?: string };

/** A time of day by the course's clock, typed in any usual way: `742` becomes `07:42`. */
export function TimeInput({ name, value, error, readOnly, change, label, ...rest }: Props) {
  const typing = useTypedText(value ?? '', (typed) => change(parseTypedTime(typed) ?? typed));
  if (readOnly)
    return (
      <ReadValue name={name} label={label}>
        {value ?? ''}
      </ReadValue>
    );
  const isRead = !value || parseTypedTime(value) !== null;
  return (
    <TextInput
      id={`field-${name}`}
      name={name}
      label={label}
      error={isRead ? error : 'must be a time like 07:42'}
      placeholder="HH:MM"
      autoComplete="off"
      {...rest}
      {...typing}
    />
  );
}
