import type { z } from 'zod';
import type { Db } from '../../server/process/context.ts';
import { answerOf, findMade, type Intent } from '../operations/operations.queries.ts';

/**
 * Checks if a request may start. If not, but it was made with the same key before, that answer is returned: a client that lost an
 * answer finds it, whatever became of the open time, the grants and the rate limit since.
 */
export async function checkOrMadeBefore<C, S extends z.ZodType>(
  db: Db,
  { intent, answer }: { intent: Intent; answer: S },
  check: () => Promise<C>,
) {
  try {
    return { checked: await check() };
  } catch (error) {
    const made = await findMade(db, intent);
    if (!made) throw error;
    return { made: answerOf(made, answer) };
  }
}
