import { sql } from 'kysely';
import type { Db } from '../../server/process/context.ts';
import type { Imports } from '../../server/database/tables.ts';
import { transact } from '../../server/database/transact.ts';
import { CannotStart } from '../../server/process/cannot-start.ts';
import type { Columns } from './reading/header.rules.ts';

export type Import = { id: number; is_whole: boolean; done_at: string | null; made: number };
export type StagedRow = {
  line: number;
  record?: object;
  problems?: { column: string; says: string }[];
  keys?: string[];
};
export type Begun = { kind: Imports['kind']; digest: string; columns: Columns };

const ANOTHER = 'Another import was begun meanwhile, so this one has stopped.';

const findImport = (db: Db, { kind, digest }: Omit<Begun, 'columns'>) =>
  db
    .selectFrom('imports')
    .select(['id', 'is_whole', 'done_at', 'made', 'columns'])
    .where('kind', '=', kind)
    .where('digest', '=', digest)
    .executeTakeFirst();

/**
 * The import of a file: that of before, as far as it got, unless its columns were read otherwise then. What was read of other
 * files and is not in goes.
 */
export async function beginImport(db: Db, { kind, digest, columns }: Begun): Promise<Import> {
  return transact(db, async (db) => {
    await sql`lock table imports in share row exclusive mode`.execute(db);
    const found = await findImport(db, { kind, digest });
    if (found && (found.done_at || found.columns.join() === columns.join())) return found;
    await db.deleteFrom('imports').where('done_at', 'is', null).execute();
    await sql`delete from import_rows`.execute(db);
    const begun = db.insertInto('imports').values({ kind, digest, columns });
    return begun.returning(['id', 'is_whole', 'done_at', 'made']).executeTakeFirstOrThrow();
  });
}

/** The last line of an import that is known; 0 before the first. */
export async function lastLine(db: Db, import_id: number): Promise<number> {
  const { rows } = await sql<{ line: number }>`
    select coalesce(max(line), 0) as line from import_rows where import_id = ${import_id}`.execute(db);
  return rows[0]?.line ?? 0;
}

/** Keeps some rows of a file, those behind the line `after`. */
export async function stage(db: Db, { id, after }: { id: number; after: number }, rows: StagedRow[]) {
  await transact(db, async (db) => {
    await lockImport(db, id);
    if ((await lastLine(db, id)) !== after) throw new CannotStart(ANOTHER);
    await sql`insert into import_rows (import_id, line, record, problems, keys)
      select ${id}, r.line, r.record, r.problems, coalesce(r.keys, '{}')
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as r (line integer, record jsonb, problems jsonb, keys text[])`.execute(db);
  });
}

/** All rows of the file are known. */
export async function stageEnds(db: Db, id: number): Promise<void> {
  await db.updateTable('imports').set({ is_whole: true }).where('id', '=', id).execute();
}

/** Forgets an import and its rows. */
export async function forgetImport(db: Db, id: number): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute();
}

/** Keeps an import for this transaction, so that two processes never put the same rows in. */
export async function lockImport(db: Db, id: number): Promise<void> {
  const found = await sql`select from imports where id = ${id} and done_at is null for update`.execute(db);
  if (found.rows.length === 0) throw new CannotStart(ANOTHER);
}

/** Its report is written: that it is in, and how many were made, is all that is kept. */
export async function forgetRows(db: Db, import_id: number): Promise<void> {
  await db.deleteFrom('import_rows').where('import_id', '=', import_id).execute();
}
