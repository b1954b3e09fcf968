import { sql } from 'kysely';
import { PREPARED_STATEMENT_MARK } from '../database/prepared.ts';
import { TooManyRequests, type RateLimit } from '../http/errors.ts';
import { isPartner, type Actor, type Db, type Staff } from '../process/context.ts';

/**
 * A rate limit as a token bucket: `times` uses are allowed at once and refill evenly over `inSeconds`. The bucket is
 * in the database, so that several processes share it.
 */
export type RateLimitRule = RateLimit & {
  /** The message for a caller who has used up the limit; the time to wait is appended. */
  says: string;
};

/** Returns the key under which a staff user's uses of a rate limit are counted. */
export const staffRateLimitKey = ({ id }: Staff): string => `staff ${id}`;
/** Returns the key under which the uses of a staff user or a partner are counted; all API keys of a partner share one. */
export const actorRateLimitKey = (actor: Actor): string =>
  isPartner(actor) ? `partner ${actor.id}` : staffRateLimitKey(actor);

/** SQL that makes the commit of a single statement return before the log is on the disk. */
const SOON = sql`with soon as materialized (select set_config('synchronous_commit', 'off', true))`;

type Spending = { who: string; now: Date; times?: number };

/**
 * Takes uses from a rate limit before the work begins; throws TooManyRequests, and takes nothing, if not enough is left.
 * Within a transaction the use counts only if the transaction commits, and other calls with the same `who` wait for
 * that. Outside of a transaction the commit does not wait for the disk, so other calls with the same `who` do not
 * wait either; a server that crashes loses the uses of its last second.
 */
export async function takeFromRateLimit(
  db: Db,
  allowance: RateLimitRule,
  { who, now, times = 1 }: Spending,
): Promise<void> {
  const { what, inSeconds } = allowance;
  const at = sql`${now.toISOString()}::timestamptz`;
  const cost = sql`interval '1 second' * ${(inSeconds / allowance.times) * times}::float8`;
  const whole = sql`${at} + interval '1 second' * ${inSeconds}::int`;
  // A balance beyond the whole limit was written before the server's clock was set back, so the balance does not count.
  const spent = sql`case when a.spent_until > ${whole} then ${at} else greatest(a.spent_until, ${at}) end + ${cost}`;
  const [soon, fromSoon] = db.isTransaction ? [sql``, sql``] : [SOON, sql`from soon`];
  const { rows } = await sql`${PREPARED_STATEMENT_MARK} ${soon}
    insert into allowances as a (what, who, spent_until)
    select ${what}, ${who}, ${at} + ${cost} ${fromSoon} where ${times}::int <= ${allowance.times}::int
    on conflict (what, who) do update set spent_until = ${spent}
    where ${spent} <= ${whole}
    returning true`.execute(db);
  if (rows.length === 0) throw await usedUp(db, allowance, { who, now, times });
}

/** Throws TooManyRequests if no use of the rate limit is left; takes no use. */
export async function requireRateLimitLeft(
  db: Db,
  allowance: RateLimitRule,
  { who, now }: Spending,
): Promise<void> {
  const left = await secondsTo(db, allowance, { who, now, times: 1 });
  if (left > 0) throw new TooManyRequests(allowance.says, left, allowance);
}

async function usedUp(
  db: Db,
  allowance: RateLimitRule,
  spending: Required<Spending>,
): Promise<TooManyRequests> {
  return new TooManyRequests(allowance.says, await secondsTo(db, allowance, spending), allowance);
}

/** Returns the seconds until so many uses can be taken from the rate limit; 0 or less if they can be taken now. */
async function secondsTo(
  db: Db,
  { what, times: all, inSeconds }: RateLimitRule,
  spending: Required<Spending>,
) {
  const { who, now, times } = spending;
  const kept = await db
    .selectFrom('allowances')
    .select('spent_until')
    .where('what', '=', what)
    .where('who', '=', who)
    .executeTakeFirst();
  const spentFor = (Date.parse(kept?.spent_until ?? now.toISOString()) - now.getTime()) / 1000;
  // A balance beyond the whole limit was written before the server's clock was set back.
  const isOfLater = spentFor > inSeconds;
  return Math.max(0, isOfLater ? 0 : spentFor) + (inSeconds / all) * Math.min(times, all) - inSeconds;
}

/** Gives uses of a rate limit back that turned out not to count. */
export async function giveBackToRateLimit(
  db: Db,
  { what, times, inSeconds }: RateLimitRule,
  who: string,
): Promise<void> {
  await sql`
    update allowances set spent_until = spent_until - interval '1 second' * ${inSeconds / times}::float8
    where what = ${what} and who = ${who}`.execute(db);
}

/** Deletes the database rows of rate limits that have been full again for an hour. */
export async function deleteFullRateLimits(db: Db, now: Date): Promise<void> {
  await sql`
    delete from allowances where (what, who) in (select what, who from allowances
      where spent_until < ${now.toISOString()}::timestamptz - interval '1 hour' for update skip locked)`.execute(
    db,
  );
}
