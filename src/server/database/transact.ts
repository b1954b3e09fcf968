import type { Db } from '../process/context.ts';
import { Collided } from './failures.ts';

const TRIES = 3;

/**
 * Does work in one transaction, and again where the database ended it for the sake of another: nothing of it was left
 * then. The work must ask nothing but the database.
 */
export async function transact<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!(error instanceof Collided) || tried === TRIES) throw error;
    }
  }
}
