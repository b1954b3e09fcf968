import { asActor, checkLeft, spend, type Allowance } from '../../../server/access/allowances.ts';
import { Invalid, NotFound } from '../../../server/http/errors.ts';
import type { Actor, Context } from '../../../server/process/context.ts';
import { NO_SUCH_CERTIFICATE } from './certificate.rules.ts';

const GUESSES: Allowance = {
  what: 'unknown serials',
  times: 20,
  inSeconds: 600,
  says: 'Too many serials that no gift certificate has.',
};

/**
 * Does what names a certificate by its serial, and counts the serials that there are not: whoever has a serial is never
 * stopped by it, nor by a database that fails, who tries one after the other is (SlowDown). Of those who try at once as many
 * are told of a miss as one after the other. `db` is the pool: what is counted stays, whatever becomes of the work.
 */
export async function guessing<T>(
  { db, desk, actor }: Pick<Context, 'db' | 'desk'> & { actor: Actor },
  work: () => Promise<T>,
): Promise<T> {
  const who = asActor(actor);
  await checkLeft(db, GUESSES, { who, now: desk.now() });
  try {
    return await work();
  } catch (error) {
    if (isMiss(error)) await spend(db, GUESSES, { who, now: desk.now() });
    throw error;
  }
}

const isMiss = (error: unknown): boolean =>
  error instanceof NotFound ||
  (error instanceof Invalid && error.errors['gift_cert_serial']?.includes(NO_SUCH_CERTIFICATE) === true);
