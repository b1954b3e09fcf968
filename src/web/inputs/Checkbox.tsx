import { Checkbox as MantineCheckbox } from '@mantine/core';
import './inputs.ts';
import type { FormFieldProps } from './fields.ts';
import { ReadOnlyValue } from './ReadOnlyValue.tsx';

type Props = FormFieldProps<boolean | null | undefined> & { label: string; description?: string };

/** A checkbox input; a read-only one shows Yes or No. */
export function Checkbox({ name, value, error, readOnly, change, label, ...rest }: Props) {
  if (readOnly)
    return (
      <ReadOnlyValue name={name} label={label}>
        {value ? 'Yes' : 'No'}
      </ReadOnlyValue>
    );
  return (
    <MantineCheckbox
      className="check-field"
      id={`field-${name}`}
      name={name}
      label={label}
      error={error}
      checked={value ?? false}
      onChange={(event) => change(event.currentTarget.checked)}
      {...rest}
    />
  );
}
