import { DummyDriver, PostgresDialect, sql, Transaction, type ConnectionProvider } from 'kysely';
import type { Db } from '../process/context.ts';
import { TransactionConflict } from './driver/failures.ts';
import type { Tables } from './tables.ts';

const TRIES = 3;

/**
 * Runs work in one transaction, and repeats the work if the database rolled it back because of a conflict with
 * another transaction. The work must change nothing but the database. Statements of one event-loop tick
 * (`Promise.all`) are sent together and run in order; when one fails, the later ones are rejected.
 */
export async function runTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().execute((transaction) => pipelined(transaction, work));
    } catch (error) {
      if (!(error instanceof TransactionConflict) || tried === TRIES) throw error;
    }
  }
}

/**
 * Runs reads in one snapshot, so that their answers are of the same moment; nothing can be changed in it. They never run again:
 * some of their rows may have been passed on already.
 */
export const readSnapshot = <T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (transaction) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(transaction);
    return read(transaction);
  });

const driver = new DummyDriver();
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('a transaction has its own')) });
const parts = { config: { dialect }, dialect, driver };

// Sends statements without waiting for each answer, which Kysely would do; the server keeps their order. A statement
// that comes after the end of its transaction must not be sent, because it would run outside of any transaction.
async function pipelined<T>(transaction: Transaction<Tables>, work: (db: Db) => Promise<T>): Promise<T> {
  const executor = transaction.getExecutor();
  const connection = await executor.provideConnection((one) => Promise.resolve(one));
  let isOver = false;
  const provider: ConnectionProvider = {
    provideConnection: async (consumer) => {
      if (isOver) throw new Error('The transaction of this statement is over.');
      return consumer(connection);
    },
  };
  try {
    return await work(
      new Transaction<Tables>({ ...parts, executor: executor.withConnectionProvider(provider) }),
    );
  } finally {
    isOver = true;
  }
}
