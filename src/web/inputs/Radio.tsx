import { Group, Radio as MantineRadio } from '@mantine/core';
import './inputs.ts';
import type { FormFieldProps } from './fields.ts';
import { ReadOnlyValue } from './ReadOnlyValue.tsx';

type Props<V extends string> = FormFieldProps<V | null | undefined> & {
  label: string;
  options: readonly (readonly [V, string])[];
  description?: string;
};

/** Radio buttons: one of a few options is chosen, and all options are visible. */
export function Radio<V extends string>({
  name,
  value,
  error,
  readOnly,
  change,
  label,
  options,
  ...rest
}: Props<V>) {
  const chosen = options.find(([each]) => each === value);
  if (readOnly)
    return (
      <ReadOnlyValue name={name} label={label}>
        {chosen?.[1] ?? value ?? ''}
      </ReadOnlyValue>
    );
  const pick = (text: string): void => {
    const picked = options.find(([each]) => each === text);
    if (picked) change(picked[0]);
  };
  return (
    <MantineRadio.Group
      id={`field-${name}`}
      name={name}
      label={label}
      error={error}
      value={value ?? ''}
      onChange={pick}
      {...rest}
    >
      <Group gap={16}>
        {options.map(([each, text]) => (
          <MantineRadio key={each} value={each} label={text} />
        ))}
      </Group>
    </MantineRadio.Group>
  );
}
