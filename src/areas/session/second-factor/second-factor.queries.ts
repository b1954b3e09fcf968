import {
  takeFromRateLimit,
  giveBackToRateLimit,
  type RateLimitRule,
} from '../../../server/access/allowances.ts';
import {
  hashRecoveryCode,
  newRecoveryCode,
  newTotpSecret,
  totpTimeStep,
} from '../../../server/access/one-time-codes.ts';
import type { Db } from '../../../server/process/context.ts';

const RECOVERY_CODES = 10;
const WRONG_CODES: RateLimitRule = {
  what: 'wrong codes',
  times: 10,
  inSeconds: 3600,
  says: 'Too many wrong codes.',
};

/** Returns if a staff user has a second factor, and the number of their unused recovery codes. */
export async function findSecondFactor(db: Db, staffUserId: number) {
  const found = await db
    .selectFrom('second_factors as f')
    .leftJoin('recovery_codes as c', 'c.staff_user_id', 'f.staff_user_id')
    .select(({ fn }) => ['f.set_up_at', fn.count('c.code_hash').as('recovery_codes')])
    .where('f.staff_user_id', '=', staffUserId)
    .groupBy('f.set_up_at')
    .executeTakeFirst();
  return {
    is_set_up: typeof found?.set_up_at === 'string',
    recovery_codes: Number(found?.recovery_codes ?? 0),
  };
}

/** Returns true if a staff user needs a code in addition to the password to sign in. */
export const hasSecondFactor = async (db: Db, staffUserId: number): Promise<boolean> =>
  (await findSecondFactor(db, staffUserId)).is_set_up;

/** Stores a new secret for a phone, which replaces an unconfirmed one. Returns null if the user has a second factor already. */
export async function beginSecondFactor(db: Db, staffUserId: number): Promise<string | null> {
  const begun = await db
    .insertInto('second_factors')
    .values({ staff_user_id: staffUserId, secret: newTotpSecret() })
    .onConflict((conflict) =>
      conflict
        .column('staff_user_id')
        .doUpdateSet(({ ref }) => ({ secret: ref('excluded.secret') }))
        .where('second_factors.set_up_at', 'is', null),
    )
    .returning('secret')
    .executeTakeFirst();
  return begun?.secret ?? null;
}

/**
 * Sets up the second factor if the code proves that the phone has the secret. Returns the recovery codes, whose hashes alone
 * are stored, or null if the code is wrong. Locks the user, so that a concurrent sign-in waits.
 */
export async function setUpSecondFactor(
  db: Db,
  staffUserId: number,
  { otp, now }: { otp: string; now: Date },
): Promise<string[] | null> {
  await db.selectFrom('staff_users').select('id').where('id', '=', staffUserId).forUpdate().execute();
  const begun = await db
    .selectFrom('second_factors')
    .select('secret')
    .where('staff_user_id', '=', staffUserId)
    .where('set_up_at', 'is', null)
    .executeTakeFirst();
  const last_step = begun ? totpTimeStep(begun.secret, otp, now) : null;
  if (last_step === null) return null;
  await db
    .updateTable('second_factors')
    .set({ set_up_at: now, last_step })
    .where('staff_user_id', '=', staffUserId)
    .execute();
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ staff_user_id: staffUserId, code_hash: hashRecoveryCode(code) })))
    .execute();
  return codes;
}

/** Uses up a code, from the phone or a recovery code. Returns false if the code is wrong or was used before. */
export async function consumeCode(
  db: Db,
  staffUserId: number,
  { otp, now }: { otp: string; now: Date },
): Promise<boolean> {
  const factor = await db
    .selectFrom('second_factors')
    .select('secret')
    .where('staff_user_id', '=', staffUserId)
    .where('set_up_at', 'is not', null)
    .executeTakeFirst();
  if (!factor) return false;
  const step = totpTimeStep(factor.secret, otp, now);
  if (step === null) return spendRecoveryCode(db, staffUserId, otp);
  const used = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('staff_user_id', '=', staffUserId)
    .where((one) => one.or([one('last_step', 'is', null), one('last_step', '<', step)]))
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

async function spendRecoveryCode(db: Db, staffUserId: number, typed: string): Promise<boolean> {
  const used = await db
    .deleteFrom('recovery_codes')
    .where('staff_user_id', '=', staffUserId)
    .where('code_hash', '=', hashRecoveryCode(typed))
    .executeTakeFirst();
  return used.numDeletedRows > 0n;
}

/** Deletes a staff user's second factor and its recovery codes. Returns false if there was none. */
export async function deleteSecondFactor(db: Db, staffUserId: number): Promise<boolean> {
  const dropped = await db
    .deleteFrom('second_factors')
    .where('staff_user_id', '=', staffUserId)
    .returning('set_up_at')
    .executeTakeFirst();
  return typeof dropped?.set_up_at === 'string';
}

/**
 * Runs `judge`, which checks a code and returns null for a wrong one, and limits wrong codes: after ten, one in six minutes
 * (TooManyRequests). Every attempt is counted before the check, so that parallel attempts all count. `db` must be the pool, so that
 * the count survives a rollback.
 */
export async function limitWrongCodes<T>(
  db: Db,
  { staffUserId, now }: { staffUserId: number; now: Date },
  judge: () => Promise<T | null>,
): Promise<T | null> {
  const who = `staff ${staffUserId}`;
  await takeFromRateLimit(db, WRONG_CODES, { who, now });
  // If an attempt cannot be uncounted, the user has one attempt less, which is no reason to fail.
  const forgive = () => giveBackToRateLimit(db, WRONG_CODES, who).catch(() => undefined);
  const judged = await judge().catch(async (error: unknown) => {
    await forgive();
    throw error;
  });
  if (judged !== null) await forgive();
  return judged;
}
