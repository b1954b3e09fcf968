import type { Db, Staff } from '../../../server/process/context.ts';
import { audit, by } from '../../audit/audit.queries.ts';

/** What a waiting customer's card is shown as, or null: none left, booked, closed, or wanted for a day before `earliest`. */
export async function findSavedCard(db: Db, queueId: number, earliest: string) {
  const card = await db
    .selectFrom('availability_queues as q')
    .innerJoin('fore_up_availabilities as a', 'a.id', 'q.fore_up_availability_id')
    .innerJoin('lost_leads as l', 'l.id', 'q.lost_lead_id')
    .select(['q.id', 'l.card_last4', 'l.card_expmo', 'l.card_expyr'])
    .where('q.id', '=', queueId)
    .where('l.card_token', 'is not', null)
    .where('l.tee_time_id', 'is', null)
    .where('a.queue_closed_at', 'is', null)
    .where('l.lead_date', '>=', earliest)
    .executeTakeFirst();
  if (!card || card.card_last4 === null) return null;
  return {
    id: card.id,
    last4: card.card_last4,
    expmo: card.card_expmo ?? '',
    expyr: card.card_expyr ?? '',
  };
}

/** Each reading is recorded before the card is shown; one that can not be recorded is not shown. */
export const noteCardRead = (db: Db, queueId: number, staff: Staff): Promise<void> =>
  audit(db, {
    ...by(staff),
    action: 'saw the saved card',
    subject: 'availability_queue',
    subject_id: queueId,
  });
