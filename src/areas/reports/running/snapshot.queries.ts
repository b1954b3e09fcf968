import { sql, type RawBuilder } from 'kysely';
import type { Db, Desk } from '../../../server/process/context.ts';
import { reportsDb } from '../../../server/replica/reading.ts';

const ROWS_AT_ONCE = 2_000;

const REPEATABLE_READ = sql`set transaction isolation level repeatable read, read only`;

/** Reads by several statements what is compared with each other, so that all of it is of one moment: that of the snapshot, if one is open. */
export const atOneMoment = <T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> =>
  db.isTransaction
    ? read(db)
    : db.transaction().execute(async (one) => {
        await REPEATABLE_READ.execute(one);
        return read(one);
      });

/** Reads in one snapshot of a server's database: all sheets of a report say the same moment. It can change nothing. */
export async function inSnapshot<T>(
  desk: Pick<Desk, 'forReports' | 'replica'>,
  read: (db: Db) => Promise<T>,
): Promise<T> {
  const reports = await reportsDb(desk);
  return reports.transaction().execute(async (db) => {
    await REPEATABLE_READ.execute(db);
    return read(db);
  });
}

let cursors = 0;

/**
 * The rows of a statement, some thousands at a time, as they are asked for. In a transaction they are of its moment. Outside of
 * one they are of the moment when the first are asked for, kept aside by the database, so that between two portions the
 * connection is whoever's turn it is.
 */
export async function* streamed<Row>(db: Db, query: RawBuilder<Row>): AsyncGenerator<Row[]> {
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
    // A transaction takes its cursors with it.
    if (!db.isTransaction) await sql`close ${cursor}`.execute(db).catch(() => undefined);
  }
}
