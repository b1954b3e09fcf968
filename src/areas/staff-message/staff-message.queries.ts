import { audit, by } from '../audit/audit.queries.ts';
import type { Db, Staff } from '../../server/process/context.ts';
import { changedBy } from '../../server/records/optimistic-lock.ts';

export const findMessage = (db: Db): Promise<{ message: string }> =>
  db.selectFrom('ric_messages').select('message').executeTakeFirstOrThrow();

export async function setMessage(db: Db, message: string, staff: Staff) {
  const before = await db.selectFrom('ric_messages').select('message').forUpdate().executeTakeFirstOrThrow();
  await db
    .updateTable('ric_messages')
    .set({ message, ...changedBy(staff) })
    .execute();
  const entry = { ...by(staff), action: 'edited', subject: 'ric_message', subject_id: null };
  await audit(db, { ...entry, before, after: { message } });
  return {};
}
