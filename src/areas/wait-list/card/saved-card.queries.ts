import { PREPARED } from '../../../server/database/prepared.ts';
import type { Db, Staff } from '../../../server/process/context.ts';
import { audit, by } from '../../audit/audit.queries.ts';
import { NO_CARD } from '../leaving/leaving.queries.ts';

/** The card that a lead left, asked for by a place of it in a queue or by the lead itself. */
export type CardLeft = { queue_id: number } | { lead_id: number };

/** What a waiting customer's card is shown as, or null: none left, booked, the queue closed, or wanted for a day before `earliest`. */
export async function findSavedCard(db: Db, left: CardLeft, earliest: string) {
  const ofLead = db
    .selectFrom('lost_leads as l')
    .select(['l.id as lost_lead_id', 'l.card_last4', 'l.card_expmo', 'l.card_expyr'])
    .where('l.card_token', 'is not', null)
    .where('l.tee_time_id', 'is', null)
    .where('l.lead_date', '>=', earliest);
  const asked =
    'lead_id' in left
      ? ofLead.select('l.id').where('l.id', '=', left.lead_id)
      : ofLead
          .innerJoin('availability_queues as q', 'q.lost_lead_id', 'l.id')
          .innerJoin('fore_up_availabilities as a', 'a.id', 'q.fore_up_availability_id')
          .select('q.id')
          .where('a.queue_closed_at', 'is', null)
          .where('q.id', '=', left.queue_id);
  const card = await asked.modifyEnd(PREPARED).executeTakeFirst();
  if (!card || card.card_last4 === null) return null;
  return {
    id: card.id,
    lost_lead_id: card.lost_lead_id,
    last4: card.card_last4,
    expmo: card.card_expmo ?? '',
    expyr: card.card_expyr ?? '',
  };
}

/**
 * Each reading is recorded before the card is shown; one that can not be recorded is not shown. It is the lead's, whichever way it
 * was asked for: places in queues go with their open times.
 */
export const noteCardRead = (db: Db, lost_lead_id: number, staff: Staff): Promise<void> =>
  audit(db, { ...by(staff), action: 'saw the saved card', subject: 'lost_lead', subject_id: lost_lead_id });

/** Forgets the cards that were left for a day before `earliest`; the tokens at the gateway are worth nothing without them. */
export async function dropOldCards(db: Db, earliest: string): Promise<void> {
  await db
    .updateTable('lost_leads')
    .set(NO_CARD)
    .where('card_token', 'is not', null)
    .where('lead_date', '<', earliest)
    .execute();
}
