import { TextInput } from '@mantine/core';
import { cleanTypedText } from '../../../contract/typed/clean-typed.ts';
import { withoutThousands } from '../../../contract/typed/thousands.ts';
import '../inputs.ts';
import type { FormFieldProps } from '../fields.ts';
import { ReadOnlyValue } from '../ReadOnlyValue.tsx';
import { useTypedText } from './useTypedText.ts';

// The value is a string if the typed text cannot be read as a number; the server then rejects it.
type Props = FormFieldProps<number | string | null | undefined> & {
  label: string;
  description?: string;
  decimals?: boolean;
  /** The word that replaces 0 while the number field is read-only. */
  zero?: string;
};

const NUMBER = /^-?\d{1,12}(\.\d{1,6})?$/;
const WHOLE = /^-?\d{1,12}$/;

/** An input for a number that is not money; an empty input is null, and text that is not a number stays as typed. */
export function NumberInput({ name, value, error, readOnly, change, label, decimals, zero, ...rest }: Props) {
  const text = value === null || value === undefined ? '' : String(value);
  const read = (text: string): number | string | null => {
    const typed = cleanTypedText(text);
    if (typed === '') return null;
    if (decimals) return NUMBER.test(typed) ? Number(typed) : typed;
    const digits = withoutThousands(typed);
    return WHOLE.test(digits) ? Number(digits) : typed;
  };
  const typing = useTypedText(text, (typed) => change(read(typed)), true);
  if (readOnly)
    return (
      <ReadOnlyValue name={name} label={label}>
        {value === 0 && zero !== undefined ? zero : text}
      </ReadOnlyValue>
    );
  const isRead = typeof read(typing.value) !== 'string';
  return (
    <TextInput
      id={`field-${name}`}
      name={name}
      label={label}
      error={error ?? (isRead ? undefined : `must be a ${decimals ? '' : 'whole '}number`)}
      inputMode={decimals ? 'decimal' : 'numeric'}
      autoComplete="off"
      {...rest}
      {...typing}
    />
  );
}
