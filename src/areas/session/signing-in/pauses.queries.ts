import { sql } from 'kysely';
import type { Db } from '../../../server/process/context.ts';
import {
  deleteFullRateLimits,
  giveBackToRateLimit,
  takeFromRateLimit,
  type RateLimitRule,
} from '../../../server/access/allowances.ts';
import { TooManyRequests } from '../../../server/http/errors.ts';

const TOO_MANY_FAILED = 'Too many failed sign-ins.';
// The limits of failed sign-ins over all accounts, for browsers that are not trusted devices: for one network, and for all
// together.
const OF_A_NETWORK: RateLimitRule = {
  what: 'failed sign-ins',
  times: 30,
  inSeconds: 600,
  says: TOO_MANY_FAILED,
};
const OF_EVERYBODY: RateLimitRule = { ...OF_A_NETWORK, times: 300 };
const EVERYBODY = 'everybody';
const FREE_FAILURES = 5;
const FIRST_PAUSE_S = 5;
const LONGEST_PAUSE_S = 15 * 60;
const FORGET_AFTER = sql`interval '1 day'`;

/** The account that somebody tries to sign in to, and the origin of the attempt: a network, or a trusted device of the user. */
export type SignInAttempt = { account: string; address: string; isKnown: boolean };

/**
 * Counts a sign-in attempt as failed before the password is checked, so that a hundred parallel attempts count as a hundred.
 * Throws TooManyRequests while the pair of account and origin is paused. After five failures, each one doubles the pair's pause, up to
 * 15 minutes. For browsers that are not trusted devices, a network may also fail 30 times in ten minutes over all accounts, and
 * all networks together 300 times.
 */
export async function countSignInAttempt(
  db: Db,
  { account, address, isKnown }: SignInAttempt,
  now: Date,
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const failures = sql`case when f.last_failed_at < ${at} - ${FORGET_AFTER} then 1 else f.failures + 1 end`;
  const pause = sql`least(${LONGEST_PAUSE_S}::int, ${FIRST_PAUSE_S}::int * 2 ^ least(20, (${failures}) - ${FREE_FAILURES + 1}::int))`;
  const counted = await sql`
    insert into sign_in_failures as f (account, address, failures, last_failed_at)
    values (${account}, ${address}, 1, ${at})
    on conflict (account, address) do update set
      failures = ${failures},
      last_failed_at = ${at},
      paused_until = case when ${failures} > ${FREE_FAILURES} then ${at} + interval '1 second' * ${pause} end
    where f.paused_until is null or f.paused_until <= ${at}
    returning failures`.execute(db);
  if (counted.rows.length === 0) throw await pausedError(db, { account, address }, now);
  if (isKnown) return;
  await takeFromRateLimit(db, OF_A_NETWORK, { who: address, now });
  await takeFromRateLimit(db, OF_EVERYBODY, { who: EVERYBODY, now });
}

async function pausedError(
  db: Db,
  { account, address }: Omit<SignInAttempt, 'isKnown'>,
  now: Date,
): Promise<TooManyRequests> {
  const pause = await db
    .selectFrom('sign_in_failures')
    .select('paused_until')
    .where('account', '=', account)
    .where('address', '=', address)
    .executeTakeFirst();
  const until = Date.parse(pause?.paused_until ?? now.toISOString());
  return new TooManyRequests(TOO_MANY_FAILED, (until - now.getTime()) / 1000);
}

/**
 * Uncounts an attempt with the correct password from the limits of its network and of all networks, because it is no guess over
 * all accounts.
 */
export async function uncountForNetwork(db: Db, { address, isKnown }: SignInAttempt): Promise<void> {
  if (isKnown) return;
  await giveBackToRateLimit(db, OF_A_NETWORK, address);
  await giveBackToRateLimit(db, OF_EVERYBODY, EVERYBODY);
}

/**
 * Deletes the failures of a pair of account and origin after a successful sign-in, and failures of others that are older than a
 * day.
 */
export async function clearFailedSignIns(db: Db, pair: SignInAttempt, now: Date): Promise<void> {
  const { account, address } = pair;
  await sql`
    delete from sign_in_failures where (account = ${account} and address = ${address})
      or last_failed_at < ${now.toISOString()}::timestamptz - ${FORGET_AFTER}`.execute(db);
  await uncountForNetwork(db, pair);
  await deleteFullRateLimits(db, now);
}
