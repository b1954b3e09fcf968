import { sql } from 'kysely';
import type { StaffLevel } from '../../contract/wire.ts';
import type { Db, Staff } from '../../server/context.ts';
import { Invalid, Refused } from '../../server/errors.ts';
import { column } from '../../server/list-columns.ts';
import { text, where } from '../../server/list-filters.ts';
import { list } from '../../server/lists.ts';
import { hashPassword } from '../../server/passwords.ts';
import { insertRecord, updateRecord } from '../../server/records.ts';
import { changedBy, lockSeen } from '../../server/stale.ts';
import { requireFree } from '../../server/unique.ts';
import { endSessions } from '../session/session.queries.ts';
import type { StaffUser, StaffUserForm, StaffUserRow } from './staff-users.contract.ts';

// A comma-separated list of levels.
const isOfLevels = (typed: string) =>
  sql<boolean>`u.level = any(${typed.split(',').map((level) => level.trim().toLowerCase())}::text[])`;

export const staffUserList = list<StaffUserRow>({
  table: 'staff_users',
  as: 'u',
  columns: {
    id: column.shown('u.id'),
    email: column.text('u.email'),
    groups: { select: 'u.level', filter: where(isOfLevels), sort: text('u.level') },
    updated_at: column.shown('u.updated_at'),
  },
  defaultSort: [['email', false]],
  always: sql<boolean>`u.removed_at is null`,
});

export const findStaffUser = (db: Db, id: number) =>
  staffUserList.find<StaffUser>(db, id, 'This user', {
    name: 'u.name',
    admin_user_groups: `json_build_array(json_build_object('level', u.level))`,
  });

export async function insertStaffUser(db: Db, form: StaffUserForm, level: StaffLevel, staff: Staff) {
  const { email, name, password } = form;
  if (password === null) throw new Invalid({ password: ['is required'] });
  await requireFreeEmail(db, email, 0);
  const password_hash = await hashPassword(password);
  return insertRecord(db, 'staff_users', { email, name, level, password_hash, ...changedBy(staff) });
}

type Change = StaffUserForm & { id: number; level: StaffLevel; now: Date };

/** Changes a user; a new password, level or e-mail ends their sign-ins at once, but for one's own under a new password. */
export async function updateStaffUser(db: Db, { id, level, now, ...form }: Change, staff: Staff) {
  await lockAdmins(db);
  const before = await findStaffUser(db, id);
  await lockSeen(db, 'staff_users', id, form.updated_at);
  const wasLevel = before.admin_user_groups[0]?.level;
  if (wasLevel === 'admin' && level !== 'admin' && (await isLastAdmin(db, id)))
    throw new Invalid({ 'admin_user_groups.level': ['is that of the last admin: make another admin first'] });
  await requireFreeEmail(db, form.email, id);
  const { email, name, password } = form;
  const secret = password === null ? {} : { password_hash: await hashPassword(password) };
  await updateRecord(db, 'staff_users', id, { email, name, level, ...secret, ...changedBy(staff) });
  const isAnother = level !== wasLevel || email.toLowerCase() !== before.email.toLowerCase();
  if (isAnother) await endAll(db, id, now);
  else if (password !== null) await endSessions(db, { staffUserId: id, butClient: staff.client }, now);
  return { id };
}

/** A removed user signs in no more and is listed no more; what they did keeps their name. */
export async function removeStaffUser(db: Db, id: number, staff: Staff, now: Date) {
  await lockAdmins(db);
  const { admin_user_groups } = await findStaffUser(db, id);
  if (admin_user_groups[0]?.level === 'admin' && (await isLastAdmin(db, id)))
    throw new Refused('This is the last admin: make another admin first.');
  await updateRecord(db, 'staff_users', id, { removed_at: now, ...changedBy(staff) });
  await endAll(db, id, now);
  return {};
}

// Two people who demote or remove two admins wait for each other here, so that one is left.
const lockAdmins = (db: Db) => sql`select pg_advisory_xact_lock(hashtextextended('admins', 0))`.execute(db);

async function isLastAdmin(db: Db, id: number): Promise<boolean> {
  const other = await db
    .selectFrom('staff_users')
    .select('id')
    .where('level', '=', 'admin')
    .where('removed_at', 'is', null)
    .where('id', '<>', id)
    .executeTakeFirst();
  return other === undefined;
}

const requireFreeEmail = (db: Db, email: string, except: number) =>
  requireFree(db, {
    table: 'staff_users',
    column: 'email',
    text: email,
    except,
    among: 'removed_at is null',
  });

async function endAll(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('sign_ins')
    .set({ ended_at: now })
    .where('staff_user_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}
