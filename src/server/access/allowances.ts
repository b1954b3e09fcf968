import { sql } from 'kysely';
import { PREPARED } from '../database/prepared.ts';
import { SlowDown, type RateLimit } from '../http/errors.ts';
import { isPartner, type Actor, type Db, type Staff } from '../process/context.ts';

/**
 * A rate limit, a token bucket: `times` uses at once, which refill evenly over `inSeconds`. It is kept in the database,
 * so that several processes share it.
 */
export type Allowance = RateLimit & {
  /** The message for a caller who has used it up; the time to wait follows it. */
  says: string;
};

/** The key under which a staff user's uses are counted. */
export const asStaff = ({ id }: Staff): string => `staff ${id}`;
/** The key under which an actor's uses are counted; all keys of a partner share one. */
export const asActor = (actor: Actor): string => (isPartner(actor) ? `partner ${actor.id}` : asStaff(actor));

/** Turns off waiting for the disk, for this statement's own transaction only. */
const SOON = sql`with soon as materialized (select set_config('synchronous_commit', 'off', true))`;

type Spending = { who: string; now: Date; times?: number };

/**
 * Takes from a rate limit before the work begins; throws SlowDown, and takes nothing, if not enough is left. Within a
 * transaction the use counts only if that commits, and other calls of the same `who` wait for it. Outside of one the
 * commit does not wait for the disk, so other calls of the same `who` do not either: a server that crashes loses the
 * uses of its last second.
 */
export async function spend(db: Db, allowance: Allowance, { who, now, times = 1 }: Spending): Promise<void> {
  const { what, inSeconds } = allowance;
  const at = sql`${now.toISOString()}::timestamptz`;
  const cost = sql`interval '1 second' * ${(inSeconds / allowance.times) * times}::float8`;
  const whole = sql`${at} + interval '1 second' * ${inSeconds}::int`;
  // A balance beyond the whole limit was written before the clock was set back, so it does not count.
  const spent = sql`case when a.spent_until > ${whole} then ${at} else greatest(a.spent_until, ${at}) end + ${cost}`;
  const [soon, fromSoon] = db.isTransaction ? [sql``, sql``] : [SOON, sql`from soon`];
  const { rows } = await sql`${PREPARED} ${soon}
    insert into allowances as a (what, who, spent_until)
    select ${what}, ${who}, ${at} + ${cost} ${fromSoon} where ${times}::int <= ${allowance.times}::int
    on conflict (what, who) do update set spent_until = ${spent}
    where ${spent} <= ${whole}
    returning true`.execute(db);
  if (rows.length === 0) throw await usedUp(db, allowance, { who, now, times });
}

/** Throws SlowDown if nothing is left; takes nothing. */
export async function checkLeft(db: Db, allowance: Allowance, { who, now }: Spending): Promise<void> {
  const left = await secondsTo(db, allowance, { who, now, times: 1 });
  if (left > 0) throw new SlowDown(allowance.says, left, allowance);
}

async function usedUp(db: Db, allowance: Allowance, spending: Required<Spending>): Promise<SlowDown> {
  return new SlowDown(allowance.says, await secondsTo(db, allowance, spending), allowance);
}

/** Returns the seconds until this many can be taken; not above 0 if they can be taken now. */
async function secondsTo(db: Db, { what, times: all, inSeconds }: Allowance, spending: Required<Spending>) {
  const { who, now, times } = spending;
  const kept = await db
    .selectFrom('allowances')
    .select('spent_until')
    .where('what', '=', what)
    .where('who', '=', who)
    .executeTakeFirst();
  const spentFor = (Date.parse(kept?.spent_until ?? now.toISOString()) - now.getTime()) / 1000;
  // Spent beyond the whole limit: the clock was set back.
  const isOfLater = spentFor > inSeconds;
  return Math.max(0, isOfLater ? 0 : spentFor) + (inSeconds / all) * Math.min(times, all) - inSeconds;
}

/** Returns uses that turned out not to count. */
export async function giveBack(db: Db, { what, times, inSeconds }: Allowance, who: string): Promise<void> {
  await sql`
    update allowances set spent_until = spent_until - interval '1 second' * ${inSeconds / times}::float8
    where what = ${what} and who = ${who}`.execute(db);
}

/** Deletes the rows of limits that have been full again for an hour. */
export async function deleteFullLimits(db: Db, now: Date): Promise<void> {
  await sql`
    delete from allowances where (what, who) in (select what, who from allowances
      where spent_until < ${now.toISOString()}::timestamptz - interval '1 hour' for update skip locked)`.execute(
    db,
  );
}
