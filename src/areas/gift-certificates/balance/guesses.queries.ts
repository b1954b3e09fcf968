import { asActor, checkLeft, spend, type Allowance } from '../../../server/access/allowances.ts';
import { Invalid, NotFound } from '../../../server/http/errors.ts';
import type { Actor, Context } from '../../../server/process/context.ts';

const GUESSES: Allowance = {
  what: 'unknown serials',
  times: 20,
  inSeconds: 600,
  says: 'Too many serials that no gift certificate has.',
};

/**
 * Runs work that finds a gift certificate by its serial, and limits guessing: after too many unknown serials the caller gets
 * SlowDown. Valid serials are not counted, and neither are database failures; guesses in parallel get no more answers than
 * guesses one after the other. `db` must be the pool, so that a count stays when the work is rolled back.
 */
export async function limitSerialGuesses<T>(
  { db, app, actor }: Pick<Context, 'db' | 'app'> & { actor: Actor },
  work: () => Promise<T>,
): Promise<T> {
  const who = asActor(actor);
  await checkLeft(db, GUESSES, { who, now: app.now() });
  try {
    return await work();
  } catch (error) {
    if (isMiss(error)) await spend(db, GUESSES, { who, now: app.now() });
    throw error;
  }
}

const isMiss = (error: unknown): boolean =>
  error instanceof NotFound ||
  (error instanceof Invalid && error.issues.some(({ code }) => code === 'no_such_certificate'));
