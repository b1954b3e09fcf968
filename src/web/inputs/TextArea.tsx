import { Textarea } from '@mantine/core';
import './inputs.ts';
import type { FormFieldProps } from './fields.ts';
import { ReadOnlyValue } from './ReadOnlyValue.tsx';

type Props = FormFieldProps<string | null | undefined> & {
  label: string;
  rows?: number;
  description?: string;
};

/** An input for several lines of text. */
export function TextArea({ name, value, error, readOnly, change, label, rows = 3, ...rest }: Props) {
  if (readOnly)
    return (
      <ReadOnlyValue name={name} label={label} tall>
        {value ?? ''}
      </ReadOnlyValue>
    );
  return (
    <Textarea
      id={`field-${name}`}
      name={name}
      label={label}
      error={error}
      rows={rows}
      value={value ?? ''}
      onChange={(event) => change(event.currentTarget.value)}
      {...rest}
    />
  );
}
