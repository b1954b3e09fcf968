import { sql, type RawBuilder } from 'kysely';
import { readSnapshot } from '../../../server/database/transact.ts';
import type { Db, AppContext } from '../../../server/process/context.ts';
import { chooseReportDb } from '../../../server/replica/reading.ts';

const ROWS_AT_ONCE = 2_000;

/** Reads data that must agree in one snapshot, by several statements: in the snapshot that is open already, or in a new one. */
export const readInOneSnapshot = <T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? read(db) : readSnapshot(db, read);

/** Reads in one read-only snapshot of a database server, so that all sheets of a report show the same moment. */
export async function readInReportSnapshot<T>(
  app: Pick<AppContext, 'forReports' | 'replica'>,
  read: (db: Db) => Promise<T>,
): Promise<T> {
  return readSnapshot(await chooseReportDb(app), read);
}

let cursors = 0;

/**
 * Yields the rows of a statement on demand, some thousands at a time. In a transaction, they are those of its snapshot. Outside
 * of one, the database stores them at the first request, so that others can use the connection between two portions.
 */
export async function* streamRows<Row>(db: Db, query: RawBuilder<Row>): AsyncGenerator<Row[]> {
  const cursor = sql.id(`rows_${(cursors += 1)}`);
  const holding = db.isTransaction ? sql`` : sql`with hold`;
  await sql`declare ${cursor} no scroll cursor ${holding} for ${query}`.execute(db);
  try {
    for (let isMore = true; isMore;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_AT_ONCE)} from ${cursor}`.execute(db);
      if (rows.length > 0) yield rows;
      isMore = rows.length === ROWS_AT_ONCE;
    }
  } finally {
    // In a transaction, the cursor is closed by the transaction's end.
    if (!db.isTransaction) await sql`close ${cursor}`.execute(db).catch(() => undefined);
  }
}
