/** The props that connect an input to a form field, passed as `{...record.field('name')}`. */
export type FormFieldProps<V> = {
  name: string;
  value: V;
  error: string | undefined;
  readOnly: boolean;
  // Declared as a method, so that an input for `string | null` also takes a field of type `string`.
  change(value: V): void;
};

type Inner<T> =
  NonNullable<T> extends readonly unknown[] ? never : NonNullable<T> extends object ? NonNullable<T> : never;
/** The name of a form field, or a dotted name one level down: `customer.email`. */
export type FormFieldName<T> = {
  [K in keyof T & string]: K | (Inner<T[K]> extends never ? never : `${K}.${keyof Inner<T[K]> & string}`);
}[keyof T & string];
export type FormFieldValue<T, N extends string> = N extends keyof T
  ? T[N]
  : N extends `${infer K}.${infer L}`
    ? K extends keyof T
      ? L extends keyof Inner<T[K]>
        ? Inner<T[K]>[L]
        : never
      : never
    : never;

const partOf = (whole: unknown, key: string): unknown =>
  typeof whole === 'object' && whole !== null ? Reflect.get(whole, key) : undefined;

/** Returns the form value at a dotted field name. */
export function fieldValueAt<T extends object, N extends FormFieldName<T>>(
  values: T,
  name: N,
): FormFieldValue<T, N> {
  // The type of the name guarantees that the path exists; the walk itself is by string.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return name.split('.').reduce<unknown>(partOf, values) as FormFieldValue<T, N>;
}

/** Returns a copy of the form values with a new value at a dotted field name. */
export function withFieldValue<T extends object>(values: T, name: string, value: unknown): T {
  const [first = '', second] = name.split('.');
  const part = partOf(values, first);
  const inner = second === undefined ? value : { ...(typeof part === 'object' ? part : {}), [second]: value };
  return { ...values, [first]: inner };
}
