import { PasswordInput, TextInput as MantineTextInput } from '@mantine/core';
import './inputs.ts';
import type { FormFieldProps } from './fields.ts';
import { ReadOnlyValue } from './ReadOnlyValue.tsx';

type Props = FormFieldProps<string | null | undefined> & {
  label: string;
  description?: string;
  placeholder?: string;
  type?: 'text' | 'email' | 'tel' | 'url' | 'password';
  autoComplete?: string;
};

/** An input for one line of text. */
export function TextInput({ name, value, error, readOnly, change, label, type = 'text', ...rest }: Props) {
  if (readOnly)
    return (
      <ReadOnlyValue name={name} label={label} kind={type}>
        {type === 'password' ? 'Not shown' : (value ?? '')}
      </ReadOnlyValue>
    );
  const shared = {
    id: `field-${name}`,
    name,
    label,
    error,
    value: value ?? '',
    autoComplete: 'off',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => change(event.currentTarget.value),
    ...rest,
  };
  // The library's password input, unlike its other inputs, does not mark itself as invalid.
  if (type === 'password')
    return (
      <PasswordInput
        {...shared}
        aria-invalid={error ? true : undefined}
        visibilityToggleButtonProps={{ 'aria-label': `Show ${label}` }}
      />
    );
  // A browser changes the text in its own e-mail input (it converts the ü of a domain), so a text input with an e-mail
  // keyboard is used.
  const kind = type === 'email' ? ({ type: 'text', inputMode: 'email' } as const) : { type };
  return <MantineTextInput {...kind} {...shared} />;
}
