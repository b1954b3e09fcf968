import { DummyDriver, PostgresDialect, Transaction, type ConnectionProvider } from 'kysely';
import type { Db } from '../process/context.ts';
import { Collided } from './driver/failures.ts';
import type { Tables } from './tables.ts';

const TRIES = 3;

/**
 * Does work in one transaction, and again where the database ended it for the sake of another: nothing of it was left
 * then. The work must ask nothing but the database. What it asks at once (`Promise.all`) is sent at once, and done in
 * that order; when one statement fails, those sent behind it are refused.
 */
export async function transact<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().execute((transaction) => pipelined(transaction, work));
    } catch (error) {
      if (!(error instanceof Collided) || tried === TRIES) throw error;
    }
  }
}

const driver = new DummyDriver();
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('a transaction has its own')) });
const parts = { config: { dialect }, dialect, driver };

// Kysely would wait for the answer to each statement before it sends the next; the server keeps them in order by itself.
// One that comes when its transaction is over may not be sent: it would be done on its own.
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
