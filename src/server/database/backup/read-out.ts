import { sql } from 'kysely';
import type { Db } from '../../process/context.ts';
import { DatabaseDeadline } from '../driver/deadline.ts';
import type { Database } from '../open.ts';
import { backupLine, BACKUP_VERSION } from './lines.ts';
import {
  listMigrations,
  nextSequenceNumbers,
  setBackupSessionSettings,
  listTables,
  type TableWithColumns,
} from './schema.ts';

/** The longest time for reading a whole database: a million rows take long, and the operator who started the backup can stop it. */
export const MAX_BACKUP_READ_MS = 6 * 3_600_000;
const ROWS = 500;
/** The batch size for tables with files in them: few rows at a time, because each may hold a workbook of 10 MB. */
const ROWS_WITH_BYTES = 4;

/** Reads all rows of the database in one snapshot, in batches. */
export async function* databaseBackupLines(
  { dbWithin }: Pick<Database, 'dbWithin'>,
  now: Date,
): AsyncGenerator<string> {
  const transaction = await dbWithin(new DatabaseDeadline(MAX_BACKUP_READ_MS)).startTransaction().execute();
  try {
    await sql`set transaction isolation level repeatable read, read only`.execute(transaction);
    await setBackupSessionSettings(transaction);
    yield backupLine({
      ric_backup: BACKUP_VERSION,
      made_at: now.toISOString(),
      migrations: await listMigrations(transaction),
    });
    for (const table of await listTables(transaction)) {
      yield backupLine({ table: table.name, columns: table.columns });
      yield* rowsOf(transaction, table);
    }
    yield backupLine({ sequences: await nextSequenceNumbers(transaction) });
  } finally {
    await transaction.rollback().execute();
  }
}

async function* rowsOf(db: Db, { name, columns, has_bytes }: TableWithColumns): AsyncGenerator<string> {
  const texts = sql.join(columns.map((column) => sql`${sql.ref(column)}::text`));
  await sql`declare rows_out no scroll cursor for
    select array_to_json(array[${texts}])::text as line from ${sql.table(name)}`.execute(db);
  const some = sql.raw(String(has_bytes ? ROWS_WITH_BYTES : ROWS));
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${some} from rows_out`.execute(db);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => `${line}\n`).join('');
  }
  await sql`close rows_out`.execute(db);
}
