type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;

/** Renames the settings to the form that the code uses: `DATABASE_POOL` becomes `databasePool`. */
export function keysToCamelCase<E extends object>(env: E): { [K in keyof E & string as CamelCase<K>]: E[K] };
export function keysToCamelCase(env: object): object {
  const camelCase = (name: string) =>
    name.toLowerCase().replace(/_(.)/g, (_, first: string) => first.toUpperCase());
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [camelCase(name), value]));
}
