import { audit, auditCaller } from '../audit/audit.queries.ts';
import type { Db, Staff } from '../../server/process/context.ts';
import { lastChangeColumns, lockUnchanged } from '../../server/records/optimistic-lock.ts';

const THE_ONE = 1;

export const findStaffMessage = (db: Db) =>
  db.selectFrom('ric_messages').select(['message', 'updated_at']).executeTakeFirstOrThrow();

type Form = { message: string; updated_at?: string | null | undefined };

/**
 * Saves the staff message. Throws StaleRecord if somebody else saved another message since the client loaded it. A text equal to the
 * stored one counts as saved, because a client that lost the answer saves again.
 */
export async function saveStaffMessage(db: Db, { message, updated_at }: Form, staff: Staff) {
  if ((await findStaffMessage(db)).message === message) return {};
  await lockUnchanged(db, 'ric_messages', THE_ONE, updated_at);
  const before = await findStaffMessage(db);
  await db
    .updateTable('ric_messages')
    .set({ message, ...lastChangeColumns(staff) })
    .execute();
  const entry = {
    ...auditCaller(staff),
    action: 'edited' as const,
    subject: 'ric_message',
    subject_id: null,
  };
  await audit(db, { ...entry, before: { message: before.message }, after: { message } });
  return {};
}
