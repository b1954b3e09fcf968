import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { exactForm } from '../../contract/names/fold.ts';
import { hashToken } from '../../server/access/access.ts';
import type { Db } from '../../server/process/context.ts';
import type { StaffLevel } from '../../contract/wire.ts';

/** Finds a staff user by e-mail, in upper or lower case. Removed users are not found. */
export function findSignInUser(db: Db, email: string) {
  return db
    .selectFrom('staff_users')
    .select(['id', 'name', 'email', 'password_hash'])
    .where(sql<string>`lower_case(email)`, '=', exactForm(email))
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

export async function findAccessLevel(db: Db, email: string): Promise<StaffLevel | null> {
  const user = await db
    .selectFrom('staff_users')
    .select('level')
    .where(sql<string>`lower_case(email)`, '=', exactForm(email))
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return user?.level ?? null;
}

export type SignInUser = { id: number; name: string; email: string; password_hash: string };

/**
 * Locks a staff user until the transaction ends, and returns true if the checked password is still valid. A change of the
 * password, or a removal, ends all sessions of the user; the lock makes sure that it does not miss one that is being opened.
 */
export async function lockValidPassword(db: Db, user: SignInUser): Promise<boolean> {
  const same = await db
    .selectFrom('staff_users')
    .select('id')
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .where('removed_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return same !== undefined;
}

/** Opens a session and returns its token. Only the browser has the token; the server stores its hash. */
export async function openSession(db: Db, staffUserId: number, { now, hours }: { now: Date; hours: number }) {
  const token = randomBytes(32).toString('base64url');
  const client = randomUUID();
  const expires = new Date(now.getTime() + hours * 3_600_000);
  await db
    .insertInto('sign_ins')
    .values({
      client,
      staff_user_id: staffUserId,
      token_hash: hashToken(token),
      created_at: now,
      last_input_at: now,
      expires_at: expires,
    })
    .execute();
  return { token, client, expiry: Math.floor(expires.getTime() / 1000) };
}

/**
 * Records the time of the user's last input, unless the session has a later one. Returns the stored time and the end of the
 * session.
 */
export function recordInput(db: Db, client: string, at: Date) {
  return db
    .updateTable('sign_ins')
    .set(({ fn, ref, val }) => ({ last_input_at: fn<Date>('greatest', [ref('last_input_at'), val(at)]) }))
    .where('client', '=', client)
    .where('ended_at', 'is', null)
    .returning(['last_input_at', 'expires_at'])
    .executeTakeFirst();
}

/** Ends one session, or with `butClient` all sessions of a staff user but that one. */
export async function endSessions(
  db: Db,
  which: { client: string } | { staffUserId: number; butClient: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('sign_ins')
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .where((one) =>
      'client' in which
        ? one('client', '=', which.client)
        : one.and([one('staff_user_id', '=', which.staffUserId), one('client', '<>', which.butClient)]),
    )
    .execute();
}

/** Stores a password that the user has chosen; it is not a temporary one. */
export async function setPassword(db: Db, staffUserId: number, password_hash: string): Promise<void> {
  await db
    .updateTable('staff_users')
    .set({ password_hash, has_given_password: false })
    .where('id', '=', staffUserId)
    .execute();
}
