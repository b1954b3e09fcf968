import { sql, type InsertObject, type UpdateObject } from 'kysely';
import type { Db } from '../process/context.ts';
import type { RecordColumns } from '../database/columns.ts';
import type { Tables } from '../database/tables.ts';
import { NotFound } from '../http/errors.ts';

/** A table whose records store who changed them last, and when. */
type KeptTable = { [T in keyof Tables]: Tables[T] extends RecordColumns ? T : never }[keyof Tables];

/** Inserts a record and returns its id. */
export const insertRecord = <T extends KeptTable>(
  db: Db,
  table: T,
  columns: InsertObject<Tables, T>,
): Promise<{ id: number }> => db.insertInto(table).values(columns).returning('id').executeTakeFirstOrThrow();

/** Updates a record that `lockUnchanged` has locked, and returns the record's id. */
export async function updateRecord<T extends KeptTable>(
  db: Db,
  table: T,
  id: number,
  columns: UpdateObject<Tables, T>,
): Promise<{ id: number }> {
  const changes = Object.entries<unknown>({ ...columns }).flatMap(([name, value]) =>
    value === undefined ? [] : [sql`${sql.ref(name)} = ${value}`],
  );
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where id = ${id}`.execute(db);
  return { id };
}

/** Deletes a record to which no other record refers, with the rows that belong to it; throws NotFound with the noun `what`. */
export async function deleteRecord(db: Db, table: KeptTable, id: number, what: string): Promise<object> {
  const deleted = await sql`delete from ${sql.table(table)} where id = ${id}`.execute(db);
  if (deleted.numAffectedRows === 0n) throw new NotFound(what);
  return {};
}

export type MemberRows = { table: keyof Tables; owner: string; id: number; column: string; ids: number[] };

/** Sets the members of a record, which are the rows of `table` whose `owner` column is the record's id, to exactly these ids. */
export async function replaceMembers(db: Db, { table, owner, id, column, ids }: MemberRows): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${sql.ref(owner)} = ${id}`.execute(db);
  await sql`insert into ${sql.table(table)} (${sql.ref(owner)}, ${sql.ref(column)})
    select ${id}, member from unnest(${[...new Set(ids)]}::bigint[]) as member`.execute(db);
}
