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
 * Runs work that names a certificate by its serial, and limits guesses by counting unknown serials. A caller with a valid serial
 * is never stopped, not even by a failing database; one who tries serial after serial gets SlowDown. Parallel tries get no more
 * answers than sequential ones. `db` is the pool, so that counts stay whatever becomes of the work.
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
