import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatMoney, moneyText, parseMoney } from '../../../contract/money.ts';
import { amountProblem } from '../../../contract/typed/amounts.ts';
import '../inputs.ts';
import type { FormFieldProps } from '../fields.ts';
import { ReadOnlyValue } from '../ReadOnlyValue.tsx';
import { useTypedText } from './useTypedText.ts';

type Look = {
  label: string;
  description?: string;
  placeholder?: string;
  disabled?: boolean;
  /** The word that replaces $0.00 while the money field is read-only. */
  zero?: string;
};
type TextField = FormFieldProps<string | null | undefined>;

const shown = (text: string): string => {
  const cents = parseMoney(text, { negative: true });
  return cents === null ? text : formatMoney(cents);
};

/** An input for money, held as decimal text like in calls (`"412.00"`) and shown as `$412.00`. */
export function MoneyInput({ value, change, zero, ...rest }: TextField & Look) {
  const commit = (typed: string): void => {
    const cents = parseMoney(typed);
    change(cents === null ? typed : moneyText(cents));
  };
  const text = shown(value ?? '');
  const read = zero !== undefined && parseMoney(text) === 0 ? zero : text;
  return (
    <AmountBox text={rest.readOnly ? read : text} commit={commit} whyWrong={whyWrongOnLeaving} {...rest} />
  );
}
const whyWrongOnLeaving = (text: string): string | undefined =>
  text === '' || parseMoney(text) !== null ? undefined : amountProblem(text);

type BoxProps = Look & {
  name: string;
  error: string | undefined;
  readOnly: boolean;
  text: string;
  commit: (typed: string) => void;
  /**
   * Returns the error of the text in an amount input. The text is checked only when the person leaves the input, because
   * `1,0` may still become `1,012` while it is typed.
   */
  whyWrong?: (text: string) => string | undefined;
};

/** The text box of an amount input: it shows `text`, and commits the typed text when the person leaves it. */
export function AmountBox({ name, error, readOnly, text, commit, whyWrong, label, ...rest }: BoxProps) {
  const typing = useTypedText(text, commit, true);
  const [hasFocus, setFocus] = useState(false);
  if (readOnly)
    return (
      <ReadOnlyValue name={name} label={label}>
        {text}
      </ReadOnlyValue>
    );
  return (
    <TextInput
      id={`field-${name}`}
      name={name}
      label={label}
      error={error ?? (hasFocus ? undefined : whyWrong?.(text))}
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      {...typing}
      onFocus={() => setFocus(true)}
      onBlur={() => {
        typing.onBlur();
        setFocus(false);
      }}
    />
  );
}
