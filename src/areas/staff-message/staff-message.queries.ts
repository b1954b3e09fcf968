import type { Db, Staff } from '../../server/process/context.ts';
import { changedBy } from '../../server/records/optimistic-lock.ts';

export const findMessage = (db: Db): Promise<{ message: string }> =>
  db.selectFrom('ric_messages').select('message').executeTakeFirstOrThrow();

export async function setMessage(db: Db, message: string, staff: Staff) {
  await db
    .updateTable('ric_messages')
    .set({ message, ...changedBy(staff) })
    .execute();
  return {};
}
