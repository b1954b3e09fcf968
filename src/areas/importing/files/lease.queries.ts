import { sql } from 'kysely';
import { isUnleasedSql, leaseEndSql, RELEASE } from '../../../server/database/leases/lease.ts';
import type { Db } from '../../../server/process/context.ts';
import { audit } from '../../audit/audit.queries.ts';
import { IMPORT_RETENTION_DAYS, type ImportKindName } from './imports.contract.ts';

/** An import file that this process has leased. */
export type LeasedImportFile = {
  id: number;
  lease: string;
  kind: ImportKindName;
  state: 'looking' | 'putting_in';
  file_name: string;
  digest: string;
  columns: string[];
  row_count: number;
  made_by: string;
  address: string;
  left_times: number;
};
type Leased = Pick<LeasedImportFile, 'id' | 'lease'>;

/** Thrown if another process has taken over the import file, or the file was deleted. */
export class ImportLeaseLost extends Error {}

/** The length of an import file's lease: a process that does not renew the lease in time loses the file. */
const LEASE_MS = 30_000;
const NOW = sql<string>`now()`;

/** Leases the import file that has waited longest, so that no other process takes it until it is done or the lease expires. */
export async function leaseNextImportFile(db: Db): Promise<LeasedImportFile | null> {
  const { rows } = await sql<LeasedImportFile>`with due as materialized (
      select id, lease is not null as was_left from import_files
      where state in ('looking', 'putting_in') and ${isUnleasedSql('leased_until')}
      order by updated_at, id limit 1 for update skip locked)
    update import_files f set lease = gen_random_uuid(), leased_until = ${leaseEndSql(LEASE_MS)}, left_times = left_times + was_left::integer
    from due where f.id = due.id
    returning f.id, f.lease, f.kind, f.state, f.file_name, f.digest, f.columns, f.row_count, f.made_by, f.address, f.left_times`.execute(
    db,
  );
  return rows[0] ?? null;
}

type Progress = { rows_read?: number; import_id?: number };
/** Renews the lease of an import file and stores the progress. Throws ImportLeaseLost if this process has lost the lease. */
export async function renewImportLease(
  db: Db,
  { id, lease }: Leased,
  progress: Progress = {},
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('import_files')
    .set({ ...progress, leased_until: leaseEndSql(LEASE_MS) })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new ImportLeaseLost();
}

/** Gives up the lease of an import file, so that another process can continue. */
export const releaseImportLease = (db: Db, { id, lease }: Leased) =>
  db.updateTable('import_files').set(RELEASE.token).where('id', '=', id).where('lease', '=', lease).execute();

type Counts = { good: number; doubles: number; refused: number };
export async function countRowsByOutcome(db: Db, import_id: number): Promise<Counts> {
  const { rows } = await sql<Counts>`select count(*) filter (where problems is not null)::int as refused,
      count(*) filter (where num_nonnulls(double_of, double_of_line) > 0)::int as doubles,
      count(*) filter (where num_nonnulls(problems, double_of, double_of_line) = 0)::int as good
    from import_rows where import_id = ${import_id}`.execute(db);
  return rows[0] ?? { good: 0, doubles: 0, refused: 0 };
}

/** Marks an import file as checked or inserted. Throws ImportLeaseLost if this process has lost the lease, so that it happens once. */
export async function markImportFileDone(db: Db, file: LeasedImportFile, counts: Counts): Promise<void> {
  const isIn = file.state === 'putting_in';
  const { numUpdatedRows } = await db
    .updateTable('import_files')
    .set({
      ...RELEASE.token,
      ...counts,
      state: isIn ? 'in' : 'looked',
      rows_read: sql<number>`row_count`,
      failed: null,
      done_at: isIn ? NOW : null,
      updated_at: NOW,
      kept_until: sql<string>`now() + make_interval(days => ${sql.lit(IMPORT_RETENTION_DAYS)})`,
    })
    .where('id', '=', file.id)
    .where('lease', '=', file.lease)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new ImportLeaseLost();
  if (!isIn) return;
  await db.deleteFrom('import_pieces').where('import_file_id', '=', file.id).execute();
  const { kind, file_name, row_count } = file;
  const { good: made, doubles, refused } = counts;
  await audit(db, {
    made_by: file.made_by,
    from: { address: file.address },
    action: 'imported',
    subject: 'import',
    subject_id: file.id,
    after: { kind, file_name, rows: row_count, made, doubles, refused },
  });
}

/** Marks an import file as failed for a reason: the file returns to its state before the request. */
export const markImportFileFailed = (db: Db, { id, lease, state }: LeasedImportFile, failed: string) =>
  db
    .updateTable('import_files')
    .set({ ...RELEASE.token, failed, updated_at: NOW, state: state === 'putting_in' ? 'looked' : 'mapping' })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute();
