import type { z } from 'zod';
import type { Db } from '../../server/process/context.ts';
import {
  operationAnswer,
  findOperationByKey,
  type OperationIntent,
} from '../operations/operations.queries.ts';

/**
 * Runs the check that a request must pass. If the check fails but the same request was made before with the same idempotency key,
 * returns the answer of that request: a client that lost the answer gets it, whatever became of the open time, the grants and the
 * rate limit since.
 */
export async function checkOrReplayAnswer<C, S extends z.ZodType>(
  db: Db,
  { intent, answer }: { intent: OperationIntent; answer: S },
  check: () => Promise<C>,
) {
  try {
    return { checked: await check() };
  } catch (error) {
    const made = await findOperationByKey(db, intent);
    if (!made) throw error;
    return { made: operationAnswer(made, answer) };
  }
}
