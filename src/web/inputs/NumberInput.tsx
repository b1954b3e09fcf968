import { TextInput } from '@mantine/core';
import './inputs.ts';
import type { Field } from './fields.ts';
import { ReadValue } from './ReadValue.tsx';
import { useTypedText } from './useTypedText.ts';

type Props = Field<number | null | undefined> & { label: string; description?: string; decimals?: boolean };

const NUMBER = /^-?\d{1,12}(\.\d{1,6})?$/;
const WHOLE = /^-?\d{1,12}$/;

/** A number that is no money; text that is none keeps the old value, an emptied box is null. */
export function NumberInput({ name, value, error, readOnly, change, label, decimals, ...rest }: Props) {
  const text = value === null || value === undefined ? '' : String(value);
  const typing = useTypedText(text, (typed) => {
    if (typed === '') change(null);
    else if ((decimals ? NUMBER : WHOLE).test(typed)) change(Number(typed));
  });
  if (readOnly) return <ReadValue label={label}>{text}</ReadValue>;
  return (
    <TextInput
      id={`field-${name}`}
      name={name}
      label={label}
      error={error}
      inputMode={decimals ? 'decimal' : 'numeric'}
      autoComplete="off"
      {...rest}
      {...typing}
    />
  );
}
