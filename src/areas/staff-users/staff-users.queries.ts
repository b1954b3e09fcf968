import { sql } from 'kysely';
import type { UncheckedForm } from '../../contract/forms/form.ts';
import { STAFF_LEVELS, StaffLevel } from '../../contract/wire.ts';
import type { Db, Staff } from '../../server/process/context.ts';
import { RejectedByRule, rejectField } from '../../server/http/errors.ts';
import { validateForm, validateChange, formRecordId, preferFormErrors } from '../../server/records/forms.ts';
import { listColumn } from '../../server/lists/list-columns.ts';
import { textSort, conditionFilter } from '../../server/lists/list-filters.ts';
import { defineList } from '../../server/lists/lists.ts';
import { weakPasswordCheck } from '../../server/access/weak-passwords.ts';
import { hashPassword } from '../../server/access/passwords.ts';
import { insertRecord, updateRecord } from '../../server/records/records.ts';
import { lastChangeColumns } from '../../server/records/optimistic-lock.ts';
import { uniqueTextCheck } from '../../server/records/unique.ts';
import { deleteSecondFactor } from '../session/second-factor/second-factor.queries.ts';
import { deleteTrustedDevices } from '../session/signing-in/devices.queries.ts';
import { endSessions } from '../session/session.queries.ts';
import type { StaffUser, StaffUserForm, staffUsers } from './staff-users.contract.ts';

// SQL condition for a filter: the user has one of the access levels in a comma-separated list.
const isOfLevels = (typed: string) =>
  sql<boolean>`u.level = any(${typed.split(',').map((level) => level.trim().toLowerCase())}::text[])`;

export const staffUserList = defineList<typeof staffUsers.index>({
  table: 'staff_users',
  as: 'u',
  columns: {
    id: listColumn.shown('u.id'),
    email: listColumn.text('u.email'),
    groups: { select: 'u.level', filter: conditionFilter(isOfLevels), sort: textSort('u.level') },
    updated_at: listColumn.shown('u.updated_at'),
  },
  defaultSort: [['email', false]],
  always: sql<boolean>`u.removed_at is null`,
});

export const findStaffUser = (db: Db, id: number) =>
  staffUserList.find<StaffUser>(db, id, 'This user', {
    name: 'u.name',
    admin_user_groups: `json_build_array(json_build_object('level', u.level))`,
    has_second_factor: `exists (select from second_factors f where f.staff_user_id = u.id and f.set_up_at is not null)`,
  });

type Typed = { sent: UncheckedForm<StaffUserForm>; groups: string | null | undefined };

export async function insertStaffUser(db: Db, { sent, groups }: Typed, staff: Staff) {
  const form = await validateForm(sent, ({ email, password }) => [
    isFreeEmail(db, email, 0),
    password === null && (() => rejectField('password', 'is required')),
    weakPasswordCheck(password, email),
    () => levelOf(groups),
  ]);
  const { email, name, password } = form;
  const password_hash = await hashPassword(password ?? '');
  const level = levelOf(groups);
  const given = { password_hash, has_given_password: true };
  return insertRecord(db, 'staff_users', { email, name, level, ...given, ...lastChangeColumns(staff) });
}

/**
 * Changes a staff user. A password that somebody else has set is temporary. A new password, level or e-mail ends the user's
 * sessions at once; a user who changes their own password keeps the session in use.
 */
export async function updateStaffUser(db: Db, { sent, groups, now }: Typed & { now: Date }, staff: Staff) {
  const typedLevel = groups !== undefined && (() => levelOf(groups));
  const id = formRecordId(sent) ?? 0;
  const isNamed = id === 0 && (() => rejectField('id', 'is required'));
  await lockAdmins(db);
  const before = await findStaffUser(db, id).catch(preferFormErrors(sent, [isNamed, typedLevel]));
  const wasLevel = before.admin_user_groups[0]?.level;
  // The access level is not part of the form, so it is compared separately.
  const isSameLevel = groups === undefined || groups === wasLevel;
  const stored = () => Promise.resolve(before);
  const record = { table: 'staff_users', id, stored, ...(isSameLevel && { by: staff }) } as const;
  // A missing level stays unchanged; an empty one is an error.
  const wanted = () => (groups === undefined ? levelOf(wasLevel) : levelOf(groups));
  const { email, name, password } = await validateChange(db, record, sent, (form) => [
    isFreeEmail(db, form.email, id),
    weakPasswordCheck(form.password, form.email ?? before.email),
    () => refuseLastAdmin(db, id, { wasLevel, level: wanted() }),
  ]);
  const level = wanted();
  const secret =
    password === null
      ? {}
      : { password_hash: await hashPassword(password), has_given_password: id !== staff.id };
  await updateRecord(db, 'staff_users', id, { email, name, level, ...secret, ...lastChangeColumns(staff) });
  if (password !== null) await deleteTrustedDevices(db, id, null);
  const isAnother = level !== wasLevel || email.toLowerCase() !== before.email.toLowerCase();
  if (isAnother) await endAll(db, id, now);
  else if (password !== null) await endSessions(db, { staffUserId: id, butClient: staff.client }, now);
  return { id };
}

const LEVEL = 'admin_user_groups.level';

function levelOf(chosen: string | null | undefined): StaffLevel {
  const read = StaffLevel.safeParse(chosen);
  return read.success
    ? read.data
    : rejectField(LEVEL, chosen ? `must be one of ${STAFF_LEVELS.join(', ')}` : 'is required');
}

type Levels = { wasLevel: StaffLevel | undefined; level: StaffLevel };
async function refuseLastAdmin(db: Db, id: number, { wasLevel, level }: Levels): Promise<void> {
  if (wasLevel === 'admin' && level !== 'admin' && (await isLastAdmin(db, id)))
    rejectField(LEVEL, 'is that of the last admin: make another admin first');
}

/** Removes a staff user, who can no longer sign in and is no longer listed. The user's name stays on past actions. */
export async function removeStaffUser(db: Db, id: number, staff: Staff, now: Date) {
  await lockAdmins(db);
  const { admin_user_groups } = await findStaffUser(db, id);
  if (admin_user_groups[0]?.level === 'admin' && (await isLastAdmin(db, id)))
    throw new RejectedByRule('This is the last admin: make another admin first.');
  await updateRecord(db, 'staff_users', id, { removed_at: now, ...lastChangeColumns(staff) });
  await deleteSecondFactor(db, id);
  await endAll(db, id, now);
  return {};
}

/**
 * Removes the second factor of a colleague who lost the phone and the recovery codes: the password alone then signs them in.
 * All their sessions end.
 */
export async function takeOffSecondFactor(db: Db, id: number, staff: Staff, now: Date) {
  await findStaffUser(db, id);
  if (id === staff.id)
    throw new RejectedByRule('Take off your own second factor under My Password, with its code.');
  if (!(await deleteSecondFactor(db, id))) throw new RejectedByRule('This user has no second factor.');
  await endAll(db, id, now);
  return {};
}

// Makes concurrent changes of admins wait for each other, so that two admins who demote each other cannot leave none.
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

const isFreeEmail = (db: Db, text: string | undefined, except: number) =>
  uniqueTextCheck(db, { table: 'staff_users', column: 'email', text, except, among: 'removed_at is null' });

async function endAll(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('sign_ins')
    .set({ ended_at: now })
    .where('staff_user_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}
