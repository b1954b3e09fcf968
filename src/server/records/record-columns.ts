import type { Kind } from '../../contract/forms/kinds.ts';
import type { Kinds } from '../../contract/forms/record.ts';
import { decimal, type Sql } from '../lists/list-filters.ts';

type Of<K extends Kinds> = { kinds: K };
type In<K extends Kinds, Column extends Kind['column']> = {
  [N in keyof K & string]: K[N]['column'] extends Column ? N : never;
}[keyof K & string];

/** Returns the SQL of a record's stored fields by their wire names; `alias` is the table's alias. */
export function storedFieldsSql<K extends Kinds>(
  of: Of<K>,
  alias: string,
): Record<In<K, 'same' | 'cents'>, Sql>;
export function storedFieldsSql({ kinds }: Of<Kinds>, alias: string): Record<string, Sql> {
  const sqlOf = (column: string, isCents: boolean) =>
    isCents ? decimal(`${alias}.${column}`) : `${alias}."${column}"`;
  return Object.fromEntries(
    columnsIn(kinds).map(({ name, column, isCents }) => [name, sqlOf(column, isCents)] as const),
  );
}

/** Returns the column values of a record from a validated form. */
export function columnValues<K extends Kinds, F extends object>(
  of: Of<K>,
  form: F,
): { [N in In<K, 'same'> & keyof F]: F[N] } & { [N in In<K, 'cents'> & keyof F as `raw_${N}`]: F[N] };
export function columnValues({ kinds }: Of<Kinds>, form: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(columnsIn(kinds).map(({ name, column }) => [column, form[name]] as const));
}

const columnsIn = (kinds: Kinds) =>
  Object.entries(kinds).flatMap(([name, { column }]) => {
    const isCents = column === 'cents';
    return column === 'none' ? [] : [{ name, column: isCents ? `raw_${name}` : name, isCents }];
  });
