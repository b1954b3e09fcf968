import type { FieldKind } from '../../contract/forms/kinds.ts';
import type { RecordFieldKinds } from '../../contract/forms/record.ts';
import { centsAsDecimalSql, type ColumnOrSql } from '../lists/list-filters.ts';

type Of<K extends RecordFieldKinds> = { kinds: K };
type In<K extends RecordFieldKinds, Column extends FieldKind['column']> = {
  [N in keyof K & string]: K[N]['column'] extends Column ? N : never;
}[keyof K & string];

/** Returns the SQL of a record's stored fields by their wire names; `alias` is the table's alias. */
export function storedFieldsSql<K extends RecordFieldKinds>(
  of: Of<K>,
  alias: string,
): Record<In<K, 'same' | 'cents'>, ColumnOrSql>;
export function storedFieldsSql({ kinds }: Of<RecordFieldKinds>, alias: string): Record<string, ColumnOrSql> {
  const sqlOf = (column: string, isCents: boolean) =>
    isCents ? centsAsDecimalSql(`${alias}.${column}`) : `${alias}."${column}"`;
  return Object.fromEntries(
    columnsIn(kinds).map(({ name, column, isCents }) => [name, sqlOf(column, isCents)] as const),
  );
}

/** Returns the column values of a record from a validated form. */
export function recordColumnValues<K extends RecordFieldKinds, F extends object>(
  of: Of<K>,
  form: F,
): { [N in In<K, 'same'> & keyof F]: F[N] } & { [N in In<K, 'cents'> & keyof F as `raw_${N}`]: F[N] };
export function recordColumnValues(
  { kinds }: Of<RecordFieldKinds>,
  form: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(columnsIn(kinds).map(({ name, column }) => [column, form[name]] as const));
}

const columnsIn = (kinds: RecordFieldKinds) =>
  Object.entries(kinds).flatMap(([name, { column }]) => {
    const isCents = column === 'cents';
    return column === 'none' ? [] : [{ name, column: isCents ? `raw_${name}` : name, isCents }];
  });
