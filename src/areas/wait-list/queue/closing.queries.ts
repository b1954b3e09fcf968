import { sql } from 'kysely';
import { NotFound } from '../../../server/http/errors.ts';
import type { CallContext, Db } from '../../../server/process/context.ts';
import { audit, auditCaller } from '../../audit/audit.queries.ts';
import { lockOpenTimes } from '../../availability/open-times-lock.queries.ts';
import { queueLeadsForOpenTimes } from '../matching/matching.queries.ts';
import { THIS_QUEUE_TEXT } from './queue.queries.ts';

type Closing = Pick<CallContext, 'db' | 'app' | 'staff'> & { id: number };

/**
 * Closes a queue, which then takes no new entries and is not on the wait list. A queue that is closed already keeps its first
 * closing.
 */
export async function closeQueue({ db, app, staff, id }: Closing): Promise<void> {
  const { queue_closed_at } = await lockQueue(db, id);
  if (queue_closed_at !== null) return;
  await db
    .updateTable('fore_up_availabilities')
    .set({ queue_closed_at: app.now().toISOString(), queue_closed_by: staff.name })
    .where('id', '=', id)
    .execute();
  await audit(db, { ...auditCaller(staff), ...QUEUE_SUBJECT, subject_id: id, action: 'closed the queue' });
}

/** Reopens a closed queue and adds the leads that came while it was closed. A queue that is open already stays unchanged. */
export async function reopenQueue({ db, staff, id }: Closing): Promise<void> {
  const { queue_closed_at, course_id } = await lockQueue(db, id);
  if (queue_closed_at === null) return;
  await db
    .updateTable('fore_up_availabilities')
    .set({ queue_closed_at: null, queue_closed_by: null })
    .where('id', '=', id)
    .execute();
  await queueLeadsForOpenTimes(db, course_id, [id]);
  await audit(db, {
    ...auditCaller(staff),
    ...QUEUE_SUBJECT,
    subject_id: id,
    action: 'opened the queue again',
  });
}

const QUEUE_SUBJECT = { subject: 'fore_up_availability' };

async function lockQueue(db: Db, id: number) {
  const time = await db
    .selectFrom('fore_up_availabilities')
    .select('course_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!time) throw new NotFound(THIS_QUEUE_TEXT);
  await lockOpenTimes(db, [time.course_id]);
  // Read while holding the lock, because an earlier read may be out of date.
  const { rows } = await sql<{ queue_closed_at: string | null }>`
    select queue_closed_at from fore_up_availabilities where id = ${id}`.execute(db);
  if (!rows[0]) throw new NotFound(THIS_QUEUE_TEXT);
  return { ...time, ...rows[0] };
}
