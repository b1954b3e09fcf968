import { sql } from 'kysely';
import type { Db } from '../../server/process/context.ts';
import { SlowDown } from '../../server/http/errors.ts';

const FREE_FAILURES = 5;
const FIRST_PAUSE_S = 5;
const LONGEST_PAUSE_S = 15 * 60;
const FORGET_AFTER = sql`interval '1 day'`;

/** Whose password is tried, and from where: a network, or a browser that is known for them. */
export type Pair = { account: string; address: string };

/**
 * Counts a try as failed before it is judged, so that a hundred at once are a hundred; SlowDown while the pair is
 * paused. After five failures each one pauses the pair for twice as long as the last, 15 minutes at most.
 */
export async function countTry(db: Db, { account, address }: Pair, now: Date): Promise<void> {
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
}

async function pausedError(db: Db, { account, address }: Pair, now: Date): Promise<SlowDown> {
  const pause = await db
    .selectFrom('sign_in_failures')
    .select('paused_until')
    .where('account', '=', account)
    .where('address', '=', address)
    .executeTakeFirst();
  const seconds = Math.ceil((Date.parse(pause?.paused_until ?? '') - now.getTime()) / 1000);
  return new SlowDown(`Too many failed sign-ins. Please wait ${inWords(seconds)} and try again.`);
}

function inWords(seconds: number): string {
  if (!(seconds > 1)) return 'a second';
  if (seconds < 60) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

/** A right password forgets the pair's failures, and those of others that are long past. */
export async function forgetTries(db: Db, { account, address }: Pair, now: Date): Promise<void> {
  await sql`
    delete from sign_in_failures where (account = ${account} and address = ${address})
      or last_failed_at < ${now.toISOString()}::timestamptz - ${FORGET_AFTER}`.execute(db);
}
