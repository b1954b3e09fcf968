import { sql } from 'kysely';
import type { Db } from '../../../server/process/context.ts';
import type { Imports } from '../../../server/database/tables.ts';
import { runTransaction } from '../../../server/database/transact.ts';
import { CannotStart } from '../../../server/process/cannot-start.ts';
import type { ColumnFields } from '../reading/header.rules.ts';
import { RowOutcome } from '../row-outcome.contract.ts';

export type StoredImport = { id: number; is_whole: boolean; done_at: string | null; made: number };
export type StagedImportRow = {
  line: number;
  record?: object;
  problems?: { column: string; says: string }[];
  keys?: string[];
};
export type ImportIdentity = { kind: Imports['kind']; digest: string; columns: ColumnFields };

/** Parses the stored errors of an import row. */
export const parseRowErrors = (kept: unknown): RowOutcome['problems'] =>
  RowOutcome.shape.problems.parse(kept);

/**
 * SQL for the name of the customer that an import row `r` duplicates; null for other kinds of record. It is read and not stored,
 * because a stored name would outlive an erased customer.
 */
export const DOUBLE_NAME = `(select concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, ''))
  from customers c where c.id = r.double_of and r.double_by is not null)`;

const ANOTHER = 'Another import was begun meanwhile, so this one has stopped.';
const ON_SCREEN =
  'This file is on the screen (Office, Import) already: put it in there, or drop it there first.';
const AT_COMMAND =
  'This file is being imported by the command (npm run import). Please wait until that is done, and look again.';
/** The seconds without progress after which a run of the import command counts as killed. */
const SILENT_S = 60;

const findImport = async (db: Db, { kind, digest }: Omit<ImportIdentity, 'columns'>) => {
  const { rows } = await sql<
    StoredImport & { columns: string[]; is_of_screen: boolean; is_being_read: boolean }
  >`select i.id, i.is_whole, i.done_at, i.made, i.columns, ${isOfScreen} as is_of_screen,
      i.read_at > now() - make_interval(secs => ${SILENT_S}) as is_being_read
    from imports i where i.kind = ${kind} and i.digest = ${digest}`.execute(db);
  return rows[0];
};
const isOfScreen = sql<boolean>`exists (select from import_files f where f.import_id = i.id)`;

/**
 * Returns the import of a file to continue: an earlier one with its progress, unless its columns were named differently, else a
 * new one. Throws CannotStart if the file is on the screen and the command asks, or the other way round. For the command,
 * deletes its unfinished imports of other files.
 */
export async function beginImport(
  db: Db,
  { kind, digest, columns }: ImportIdentity,
  by: 'command' | 'screen' = 'command',
): Promise<StoredImport> {
  return runTransaction(db, async (db) => {
    await sql`lock table imports in share row exclusive mode`.execute(db);
    const found = await findImport(db, { kind, digest });
    if (found?.done_at) return found;
    if (by === 'command') await refuseOnScreen(db, { kind, digest });
    else if (found && !found.is_of_screen) await refuseAtCommand(db, found);
    if (found && found.columns.join() === columns.join()) return found;
    if (found) await deleteStagedImport(db, found.id);
    if (by === 'command') await forgetLeft(db);
    const begun = db.insertInto('imports').values({ kind, digest, columns });
    return begun.returning(['id', 'is_whole', 'done_at', 'made']).executeTakeFirstOrThrow();
  });
}

async function refuseOnScreen(db: Db, { kind, digest }: Omit<ImportIdentity, 'columns'>): Promise<void> {
  const found = await sql`select from import_files
    where kind = ${kind} and digest = ${digest} and state <> 'in'`.execute(db);
  if (found.rows.length > 0) throw new CannotStart(ON_SCREEN);
}

/** Throws CannotStart while the import command reads this file, or inserts its rows (and so locks the import). */
async function refuseAtCommand(db: Db, { id, is_being_read }: { id: number; is_being_read: boolean }) {
  const free = await sql`select from imports where id = ${id} for update skip locked`.execute(db);
  if (is_being_read || free.rows.length === 0) throw new CannotStart(AT_COMMAND);
}

// Deletes the command's unfinished imports, except one that is inserting its rows right now (and so is locked).
async function forgetLeft(db: Db): Promise<void> {
  await sql`delete from imports where id in (
    select id from imports i where done_at is null and not ${isOfScreen} for update skip locked)`.execute(db);
  await sql`delete from import_rows where import_id in (
    select id from imports i where done_at is not null and not ${isOfScreen})`.execute(db);
}

/** Returns the last line of the file that is stored for an import; 0 if none is. */
export async function lastStagedLine(db: Db, import_id: number): Promise<number> {
  const { rows } = await sql<{ line: number }>`
    select coalesce(max(line), 0) as line from import_rows where import_id = ${import_id}`.execute(db);
  return rows[0]?.line ?? 0;
}

/** Stores some parsed rows of an import: those after the line `after`. Throws CannotStart if another process has stored them. */
export async function insertStagedRows(
  db: Db,
  { id, after }: { id: number; after: number },
  rows: StagedImportRow[],
) {
  await runTransaction(db, async (db) => {
    await lockImport(db, id);
    if ((await lastStagedLine(db, id)) !== after) throw new CannotStart(ANOTHER);
    await sql`insert into import_rows (import_id, line, record, problems, keys)
      select ${id}, r.line, r.record, r.problems, coalesce(r.keys, '{}')
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as r (line integer, record jsonb, problems jsonb, keys text[])`.execute(db);
    await sql`update imports set read_at = clock_timestamp() where id = ${id}`.execute(db);
  });
}

/** Marks that all rows of the import's file are stored. */
export async function markImportStaged(db: Db, id: number): Promise<void> {
  await db.updateTable('imports').set({ is_whole: true }).where('id', '=', id).execute();
}

/** Deletes an import with its rows. */
export async function deleteStagedImport(db: Db, id: number): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute();
}

/** Locks an import for this transaction, so that two processes never insert the same rows. */
export async function lockImport(db: Db, id: number): Promise<void> {
  const found = await sql`select from imports where id = ${id} and done_at is null for update`.execute(db);
  if (found.rows.length === 0) throw new CannotStart(ANOTHER);
}

/** Deletes the rows of an import whose report is written. The import itself is kept, with the number of created records. */
export async function deleteStagedRows(db: Db, import_id: number): Promise<void> {
  await db.deleteFrom('import_rows').where('import_id', '=', import_id).execute();
}
