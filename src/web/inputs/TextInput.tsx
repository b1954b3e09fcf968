import { PasswordInput, TextInput as MantineTextInput } from '@mantine/core';
import './inputs.ts';
import type { Field } from './fields.ts';
import { ReadValue } from './ReadValue.tsx';

type Props = Field<string | null | undefined> & {
  label: string;
  description?: string;
  placeholder?: string;
  type?: 'text' | 'email' | 'tel' | 'url' | 'password';
  autoComplete?: string;
};

/** One line of text. */
export function TextInput({ name, value, error, readOnly, change, label, type = 'text', ...rest }: Props) {
  if (readOnly)
    return (
      <ReadValue name={name} label={label} kind={type}>
        {type === 'password' ? 'Not shown' : (value ?? '')}
      </ReadValue>
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
  // Unlike the others, it does not say itself that it is wrong.
  if (type === 'password')
    return (
      <PasswordInput
        {...shared}
        aria-invalid={error ? true : undefined}
        visibilityToggleButtonProps={{ 'aria-label': `Show ${label}` }}
      />
    );
  // A browser changes the text in its own e-mail field: it converts the ü of a domain.
  const kind = type === 'email' ? ({ type: 'text', inputMode: 'email' } as const) : { type };
  return <MantineTextInput {...kind} {...shared} />;
}
