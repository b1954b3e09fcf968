import { exactForm } from '../../../contract/names/fold.ts';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hashToken } from '../../../server/access/access.ts';
import { TRUSTED_DEVICE_DAYS } from '../../../server/access/device.ts';
import type { Db } from '../../../server/process/context.ts';

const MOST_OF_ONE = 20;
const oldest = (now: Date): string =>
  new Date(now.getTime() - TRUSTED_DEVICE_DAYS * 86_400_000).toISOString();

/** Returns the hash of a browser's token if the browser is a trusted device of the staff user with this e-mail; else null. */
export async function findTrustedDevice(
  db: Db,
  { token, email }: { token: string | null; email: string },
  now: Date,
): Promise<string | null> {
  if (token === null) return null;
  const known = await db
    .selectFrom('known_devices as d')
    .innerJoin('staff_users as u', 'u.id', 'd.staff_user_id')
    .select('d.token_hash')
    .where('d.token_hash', '=', hashToken(token))
    .where(sql<string>`lower_case(u.email)`, '=', exactForm(email))
    .where('u.removed_at', 'is', null)
    .where('d.last_used_at', '>', oldest(now))
    .executeTakeFirst();
  return known?.token_hash ?? null;
}

/**
 * Makes the browser a trusted device of a staff user who has just signed in, and returns its token. A token that RIC issued, to
 * this user or a colleague at the same computer, is kept; any other is replaced by a new one.
 */
export async function trustDevice(
  db: Db,
  staffUserId: number,
  { token, now }: { token: string | null; now: Date },
): Promise<string> {
  const isOurs =
    token !== null &&
    (await db
      .selectFrom('known_devices')
      .select('token_hash')
      .where('token_hash', '=', hashToken(token))
      .where('last_used_at', '>', oldest(now))
      .executeTakeFirst()) !== undefined;
  const kept = isOurs ? token : randomBytes(32).toString('base64url');
  await db
    .insertInto('known_devices')
    .values({ token_hash: hashToken(kept), staff_user_id: staffUserId, last_used_at: now })
    .onConflict((conflict) =>
      conflict.columns(['token_hash', 'staff_user_id']).doUpdateSet({ last_used_at: now }),
    )
    .execute();
  await sql`
    delete from known_devices where staff_user_id = ${staffUserId} and token_hash not in (
      select token_hash from known_devices where staff_user_id = ${staffUserId} and last_used_at > ${oldest(now)}
      order by last_used_at desc, token_hash limit ${MOST_OF_ONE})`.execute(db);
  return kept;
}

/** Deletes the trusted devices of a staff user after a new password, except the browser in which the password was chosen. */
export async function deleteTrustedDevices(
  db: Db,
  staffUserId: number,
  butToken: string | null,
): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('staff_user_id', '=', staffUserId)
    .where('token_hash', '<>', butToken === null ? '' : hashToken(butToken))
    .execute();
}
