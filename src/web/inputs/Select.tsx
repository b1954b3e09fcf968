import { Select as MantineSelect } from '@mantine/core';
import './inputs.ts';
import type { Field } from './fields.ts';
import { ReadValue } from './ReadValue.tsx';

type Props<V extends string | number> = Field<V | null | undefined> & {
  label: string;
  /** Value and text, as `/api/courses/list` answers them. */
  options: readonly (readonly [V, string])[];
  placeholder?: string;
  description?: string;
  clearable?: boolean;
};

/** One of many, found by typing. */
export function Select<V extends string | number>({
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
  if (readOnly) return <ReadValue label={label}>{chosen?.[1] ?? value ?? ''}</ReadValue>;
  return (
    <MantineSelect
      id={`field-${name}`}
      name={name}
      label={label}
      error={error}
      searchable
      allowDeselect={false}
      nothingFoundMessage="Nothing found"
      data={options.map(([each, text]) => ({ value: String(each), label: text }))}
      value={chosen ? String(chosen[0]) : null}
      limit={200}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      onChange={(text) => change(options.find(([each]) => String(each) === text)?.[0] ?? null)}
      {...rest}
    />
  );
}
