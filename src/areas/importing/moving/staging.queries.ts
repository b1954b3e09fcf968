import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../server/process/context.ts';
import type { Imports } from '../../../server/database/tables.ts';
import { transact } from '../../../server/database/transact.ts';
import { CannotStart } from '../../../server/process/cannot-start.ts';
import type { Columns } from '../reading/header.rules.ts';

export type Import = { id: number; is_whole: boolean; done_at: string | null; made: number };
export type StagedRow = {
  line: number;
  record?: object;
  problems?: { column: string; says: string }[];
  keys?: string[];
};
export type Begun = { kind: Imports['kind']; digest: string; columns: Columns };

const Problems = z.array(z.object({ column: z.string(), says: z.string() })).nullable();
/** What is wrong with a row, as it is kept. */
export const problemsIn = (kept: unknown): z.infer<typeof Problems> => Problems.parse(kept);

const ANOTHER = 'Another import was begun meanwhile, so this one has stopped.';
const ON_SCREEN =
  'This file is on the screen (Office, Import) already: put it in there, or drop it there first.';
const AT_COMMAND =
  'This file is being imported by the command (npm run import). Please wait until that is done, and look again.';
/** How long a run says nothing before it is taken for one that was killed. */
const SILENT_S = 60;

const findImport = async (db: Db, { kind, digest }: Omit<Begun, 'columns'>) => {
  const { rows } = await sql<
    Import & { columns: string[]; is_of_screen: boolean; is_being_read: boolean }
  >`select i.id, i.is_whole, i.done_at, i.made, i.columns, ${isOfScreen} as is_of_screen,
      i.read_at > now() - make_interval(secs => ${SILENT_S}) as is_being_read
    from imports i where i.kind = ${kind} and i.digest = ${digest}`.execute(db);
  return rows[0];
};
const isOfScreen = sql<boolean>`exists (select from import_files f where f.import_id = i.id)`;

/**
 * The import of a file: that of before, as far as it got, unless its columns were read otherwise then. By the command: what it read of
 * other files and is not in goes. What waits on the screen is the screen's, and a file is moved in by one of the two at a time.
 */
export async function beginImport(
  db: Db,
  { kind, digest, columns }: Begun,
  by: 'command' | 'screen' = 'command',
): Promise<Import> {
  return transact(db, async (db) => {
    await sql`lock table imports in share row exclusive mode`.execute(db);
    const found = await findImport(db, { kind, digest });
    if (found?.done_at) return found;
    if (by === 'command') await refuseOnScreen(db, { kind, digest });
    else if (found && !found.is_of_screen) await refuseAtCommand(db, found);
    if (found && found.columns.join() === columns.join()) return found;
    if (found) await forgetImport(db, found.id);
    if (by === 'command') await forgetLeft(db);
    const begun = db.insertInto('imports').values({ kind, digest, columns });
    return begun.returning(['id', 'is_whole', 'done_at', 'made']).executeTakeFirstOrThrow();
  });
}

async function refuseOnScreen(db: Db, { kind, digest }: Omit<Begun, 'columns'>): Promise<void> {
  const found = await sql`select from import_files
    where kind = ${kind} and digest = ${digest} and state <> 'in'`.execute(db);
  if (found.rows.length > 0) throw new CannotStart(ON_SCREEN);
}

/** Whether somebody reads its file, or puts its rows in, which keeps its row to themselves. */
async function refuseAtCommand(db: Db, { id, is_being_read }: { id: number; is_being_read: boolean }) {
  const free = await sql`select from imports where id = ${id} for update skip locked`.execute(db);
  if (is_being_read || free.rows.length === 0) throw new CannotStart(AT_COMMAND);
}

// Whoever puts rows in right now is not waited for, and not disturbed.
async function forgetLeft(db: Db): Promise<void> {
  await sql`delete from imports where id in (
    select id from imports i where done_at is null and not ${isOfScreen} for update skip locked)`.execute(db);
  await sql`delete from import_rows where import_id in (
    select id from imports i where done_at is not null and not ${isOfScreen})`.execute(db);
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
    await sql`update imports set read_at = clock_timestamp() where id = ${id}`.execute(db);
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
