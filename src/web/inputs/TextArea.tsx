import { Textarea } from '@mantine/core';
import './inputs.ts';
import type { Field } from './fields.ts';
import { ReadValue } from './ReadValue.tsx';

type Props = Field<string | null | undefined> & { label: string; rows?: number; description?: string };

/** An input for several lines of text. */
export function TextArea({ name, value, error, readOnly, change, label, rows = 3, ...rest }: Props) {
  if (readOnly)
    return (
      <ReadValue name={name} label={label} tall>
        {value ?? ''}
      </ReadValue>
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
