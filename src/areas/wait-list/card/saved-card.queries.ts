import { PREPARED_STATEMENT_MARK } from '../../../server/database/prepared.ts';
import type { Db, Staff } from '../../../server/process/context.ts';
import { audit, auditCaller } from '../../audit/audit.queries.ts';
import { EMPTY_CARD_COLUMNS } from '../leaving/leaving.queries.ts';

/** Identifies a waiting customer's card by the lead, or by one of its queue entries. */
export type SavedCardRef = { queue_id: number } | { lead_id: number };

/**
 * Returns the masked number of a waiting customer's card. Null if there is no card, the lead is booked, the queue is closed, or the
 * day is before `earliest`.
 */
export async function findSavedCard(db: Db, left: SavedCardRef, earliest: string) {
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
  const card = await asked.modifyEnd(PREPARED_STATEMENT_MARK).executeTakeFirst();
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
 * Records in the audit trail that a person sees a card; the card is shown only if that succeeds. The audit entry belongs to the
 * lead even if a queue entry was opened, because queue entries are deleted with their open times.
 */
export const auditCardView = (db: Db, lost_lead_id: number, staff: Staff): Promise<void> =>
  audit(db, {
    ...auditCaller(staff),
    action: 'saw the saved card',
    subject: 'lost_lead',
    subject_id: lost_lead_id,
  });

/** Deletes the card data of leads for days before `earliest`; the tokens at the gateway are worthless without these data. */
export async function dropOldCards(db: Db, earliest: string): Promise<void> {
  await db
    .updateTable('lost_leads')
    .set(EMPTY_CARD_COLUMNS)
    .where('card_token', 'is not', null)
    .where('lead_date', '<', earliest)
    .execute();
}
