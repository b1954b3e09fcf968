import { sql } from 'kysely';
import type { Db, Staff } from '../../../server/process/context.ts';
import { InvalidFields, NotFound, RejectedByRule } from '../../../server/http/errors.ts';
import { IMPORTABLE_KINDS } from '../kinds/kinds.queries.ts';
import { headerErrors } from '../reading/header.rules.ts';
import {
  IMPORT_RETENTION_DAYS,
  type Import,
  type ImportKindName,
  type ImportState,
} from './imports.contract.ts';

const KEPT = sql<string>`now() + make_interval(days => ${sql.lit(IMPORT_RETENTION_DAYS)})`;
/** The end of the time for an upload: one that is still incomplete then counts as abandoned. */
const UPLOADED_WITHIN = sql<string>`now() + interval '1 hour'`;

/** Creates the record of an import file whose upload has begun. */
export async function insertImportFile(
  db: Db,
  { kind, name }: { kind: ImportKindName; name: string },
  staff: Staff,
): Promise<number> {
  const who = { staff_user_id: staff.id, made_by: staff.name, address: staff.address };
  const { id } = await db
    .insertInto('import_files')
    .values({ kind, file_name: name, ...who, kept_until: UPLOADED_WITHIN })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export type UploadedImportFile = { digest: string; headings: string[]; columns: string[]; row_count: number };

/** Marks an import file as completely uploaded. Returns the id of an earlier upload of the same file, if there is one. */
export async function completeImportFile(
  db: Db,
  id: number,
  kind: ImportKindName,
  whole: UploadedImportFile,
): Promise<number | null> {
  // Two concurrent uploads of the same file are handled one after the other.
  await sql`lock table imports in share row exclusive mode`.execute(db);
  const same = { kind, digest: whole.digest };
  const known = await db
    .selectFrom('import_files')
    .select('id')
    .where('kind', '=', same.kind)
    .where('digest', '=', same.digest)
    .executeTakeFirst();
  if (known) return known.id;
  const { rows } = await sql<{
    day: string;
    made: number;
  }>`select done_at::date::text as day, made from imports
    where kind = ${same.kind} and digest = ${same.digest} and done_at is not null`.execute(db);
  const [done] = rows;
  if (done)
    throw new InvalidFields({
      file: [`is in RIC since ${done.day}: ${done.made} made. Nothing was changed`],
    });
  await db
    .updateTable('import_files')
    .set({ ...whole, state: 'mapping', kept_until: KEPT, updated_at: sql`now()` })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return null;
}

/** Deletes an import file and its rows. The digest of a file whose rows were inserted is kept, so that the file is recognized. */
export async function deleteImportFile(db: Db, id: number): Promise<void> {
  await sql`delete from imports where done_at is null and id = (select import_id from import_files where id = ${id})`.execute(
    db,
  );
  await sql`delete from import_rows where import_id = (select import_id from import_files where id = ${id})`.execute(
    db,
  );
  await db.deleteFrom('import_files').where('id', '=', id).execute();
}

const NOUN = 'This import';
type File = Pick<Import, 'id' | 'kind' | 'state' | 'headings' | 'good'> & { import_id: number | null };

/** Locks an import file until the transaction ends. */
async function lockFile(db: Db, id: number): Promise<File> {
  const found = await db
    .selectFrom('import_files')
    .select(['id', 'kind', 'state', 'headings', 'good', 'import_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new NotFound(NOUN);
  return found;
}

const AT_WORK: ImportState[] = ['looking', 'putting_in'];
const refuseAtWork = ({ state }: File): void => {
  if (AT_WORK.includes(state))
    throw new RejectedByRule('An import of this file is running. Please wait until it is done.');
  if (state === 'in') throw new RejectedByRule('This file is in already.');
  if (state === 'uploading') throw new RejectedByRule('This file is still being sent.');
};

/** Requests a dry run over all rows of an import file, with the fields chosen for its columns. */
export async function requestDryRun(
  db: Db,
  { id, columns }: { id: number; columns: string[] },
): Promise<object> {
  const file = await lockFile(db, id);
  refuseAtWork(file);
  const { fields } = IMPORTABLE_KINDS[file.kind];
  const names = file.headings;
  if (columns.length !== names.length || columns.some((name) => name !== '' && !fields.includes(name)))
    throw new InvalidFields({
      columns: [`must name a field or nothing for each of the ${names.length} columns`],
    });
  const wrong = headerErrors(columns, { names, fields, ignore: true });
  if (wrong.length > 0) throw new InvalidFields({ columns: wrong });
  if (file.import_id !== null) await db.deleteFrom('imports').where('id', '=', file.import_id).execute();
  const unread = { rows_read: 0, good: 0, doubles: 0, refused: 0, failed: null, left_times: 0 };
  await change(db, id, { columns, state: 'looking', ...unread });
  return {};
}

/** Requests that the new rows of an import file are inserted in the user's name. A second request changes nothing. */
export async function requestImportInsert(db: Db, id: number, staff: Staff): Promise<object> {
  const file = await lockFile(db, id);
  if (file.state === 'putting_in' || file.state === 'in') return {};
  refuseAtWork(file);
  if (file.state !== 'looked') throw new RejectedByRule('Please look at its rows first.');
  if (file.good === 0) throw new RejectedByRule('No row of this file is new, so nothing can be put in.');
  const who = { staff_user_id: staff.id, made_by: staff.name, address: staff.address };
  await change(db, id, { state: 'putting_in', failed: null, left_times: 0, ...who });
  return {};
}

/** Deletes an import file whose rows were not inserted. */
export async function deleteUninsertedImportFile(db: Db, id: number): Promise<object> {
  const { state } = await lockFile(db, id);
  if (state === 'putting_in') throw new RejectedByRule('It is being put in. Please wait until that is done.');
  if (state === 'in') throw new RejectedByRule('This file is in already.');
  await deleteImportFile(db, id);
  return {};
}

type Changed = Partial<UploadedImportFile> & { state: ImportState } & Record<string, unknown>;
const change = (db: Db, id: number, changed: Changed) =>
  db
    .updateTable('import_files')
    .set({ ...changed, kept_until: KEPT, updated_at: sql`now()` })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Deletes import files whose retention is over: files that nobody inserted, and the outcomes of those that were inserted. */
export async function deleteExpiredImportFiles(db: Db): Promise<number> {
  const old = await db
    .selectFrom('import_files')
    .select('id')
    .where('kept_until', '<', sql<string>`now()`)
    .where('state', 'not in', AT_WORK)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id } of old) await deleteImportFile(db, id);
  return old.length;
}
