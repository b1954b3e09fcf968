import {
  actorRateLimitKey,
  requireRateLimitLeft,
  takeFromRateLimit,
  type RateLimitRule,
} from '../../../server/access/allowances.ts';
import { InvalidFields, NotFound } from '../../../server/http/errors.ts';
import type { Actor, CallContext } from '../../../server/process/context.ts';

const GUESSES: RateLimitRule = {
  what: 'unknown serials',
  times: 20,
  inSeconds: 600,
  says: 'Too many serials that no gift certificate has.',
};

/**
 * Runs work that finds a gift certificate by its serial, and limits guessing: after too many unknown serials the caller gets
 * TooManyRequests. Valid serials are not counted, and neither are database failures; guesses in parallel get no more answers than
 * guesses one after the other. `db` must be the pool, so that a count stays when the work is rolled back.
 */
export async function limitSerialGuesses<T>(
  { db, app, actor }: Pick<CallContext, 'db' | 'app'> & { actor: Actor },
  work: () => Promise<T>,
): Promise<T> {
  const who = actorRateLimitKey(actor);
  await requireRateLimitLeft(db, GUESSES, { who, now: app.now() });
  try {
    return await work();
  } catch (error) {
    if (isMiss(error)) await takeFromRateLimit(db, GUESSES, { who, now: app.now() });
    throw error;
  }
}

const isMiss = (error: unknown): boolean =>
  error instanceof NotFound ||
  (error instanceof InvalidFields && error.issues.some(({ code }) => code === 'no_such_certificate'));
