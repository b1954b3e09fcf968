import { sql } from 'kysely';
import { PREPARED_STATEMENT_MARK } from '../../../server/database/prepared.ts';
import type { Db } from '../../../server/process/context.ts';
import { rejectField } from '../../../server/http/errors.ts';
import { lockCustomer, normalEmail } from '../../customers/find-or-make.queries.ts';
import { lockOpenTimes } from '../../availability/open-times-lock.queries.ts';
import type { WaitingCard } from '../../payments/card.rules.ts';
import { queueLead } from '../matching/matching.queries.ts';
import {
  bookingMatchesLead,
  otherCustomersLeadText,
  type BookingOfLead,
  type WaitingLead,
} from './own-leads.rules.ts';

/**
 * A booking that takes its customer off the wait lists of a day: the e-mail in normal form, the day, and the queue entry or lead
 * that the booking was begun from (0 for none).
 */
export type BookingEndingWait = {
  email_normal: string;
  lead_date: string;
  queue_id: number;
  lead_id: number;
};

/** The empty card columns of a lead without a card. */
export const EMPTY_CARD_COLUMNS = {
  card_token: null,
  card_last4: null,
  card_expmo: null,
  card_expyr: null,
} as const;

const ownLead = ({ queue_id, lead_id }: BookingEndingWait) =>
  sql<number>`coalesce((select q.lost_lead_id from availability_queues q where q.id = ${queue_id}::bigint), ${lead_id}::bigint)`;

/**
 * SQL for the leads that leave all queues when a customer books for a day: those with the same e-mail that wait for that day, and
 * the lead that the booking was begun from. Locks the leads in the order of their ids.
 */
export const lockLeadsToEndSql = (leaving: BookingEndingWait) => sql<number>`
  select l.id from lost_leads l
  where l.tee_time_id is null and (l.id = ${ownLead(leaving)}
    or l.lead_date = ${leaving.lead_date}::date and l.customer_id = any(array(
      select k from customers_known_by(${leaving.email_normal}) k)))
  order by l.id for no key update`;

type OwnLead = WaitingLead & { tee_time_id: number | null; is_by_phone: boolean } & (
    Omit<WaitingCard, 'is_by_phone'> | { card_token: null; card_last4: null }
  );

/**
 * Locks all leads that a booking ends, and returns the card of the lead that the booking was begun from; null if that lead has no
 * card, or its queue is closed. The customer must be locked already. Throws InvalidFields if the queue entry or lead is missing, is
 * booked already, or does not match the booking, because a card left for one tee time must not pay for another.
 */
export async function lockLeadsOfBooking(
  db: Db,
  leaving: BookingEndingWait,
  round: BookingOfLead,
): Promise<WaitingCard | null> {
  const { queue_id } = leaving;
  const field = queue_id > 0 ? 'availability_queue_id' : 'lost_lead_id';
  await sql`${PREPARED_STATEMENT_MARK} ${lockLeadsToEndSql(leaving)}`.execute(db);
  const is_closed = queue_id > 0 && (await lockClosing(db, queue_id));
  const { rows } = await sql<OwnLead>`${PREPARED_STATEMENT_MARK}
    select l.tee_time_id, l.card_token, l.card_last4, coalesce(l.card_source, l.source) = 'phone' as is_by_phone, l.course_id, k.course_name, l.lead_date,
      case when c.id in (select k from customers_known_by(${leaving.email_normal}) k) then ${leaving.email_normal}
        else coalesce(c.email, '') end as email, coalesce(c.first_name, '') as first_name, coalesce(c.last_name, '') as last_name
    from lost_leads l join courses k on k.id = l.course_id left join customers c on c.id = l.customer_id
    where l.id = ${ownLead(leaving)}`.execute(db);
  const [lead] = rows;
  if (!lead) return rejectField(field, 'does not exist');
  if (lead.tee_time_id !== null) return rejectField(field, 'This waiting customer is booked already.');
  if (!bookingMatchesLead(lead, round)) return rejectField(field, otherCustomersLeadText(lead, queue_id > 0));
  if (is_closed || lead.card_token === null || lead.card_last4 === null) return null;
  const { card_token, card_last4, is_by_phone } = lead;
  return { card_token, card_last4, is_by_phone };
}

/** Returns true if the queue of an entry is closed. Otherwise nobody can close the queue until the booking has the card. */
async function lockClosing(db: Db, queue_id: number): Promise<boolean> {
  const { rows } = await sql<{ is_closed: boolean }>`${PREPARED_STATEMENT_MARK}
    select a.queue_closed_at is not null as is_closed
    from availability_queues q join fore_up_availabilities a on a.id = q.fore_up_availability_id
    where q.id = ${queue_id} for share of a`.execute(db);
  return rows[0]?.is_closed ?? false;
}

/**
 * Puts the leads of a failed booking back into their queues, and into the queues of open times found since. Locks courses before
 * leads, in the same order as closing a queue and recording a call, or these deadlock.
 */
export async function requeueLeadsOfBooking(db: Db, tee_time_id: number): Promise<void> {
  const held = await db
    .selectFrom('lost_leads')
    .select(['id', 'course_id'])
    .where('tee_time_id', '=', tee_time_id)
    .orderBy('id')
    .execute();
  if (held.length === 0) return;
  await lockOpenTimes(
    db,
    held.map(({ course_id }) => course_id),
  );
  await db
    .updateTable('lost_leads')
    .set({ tee_time_id: null })
    .where('tee_time_id', '=', tee_time_id)
    .execute();
  for (const { id } of held) await queueLead(db, id);
}

type Playing = { email: string; lead_date: string; tee_time_id: number };

/** Keeps the leads of a tee time booked when the tee time moves to another day. Called before `endWaitingOnDay`. */
export async function keepLeadsBooked(db: Db, tee_time_id: number): Promise<void> {
  await db
    .updateTable('lost_leads')
    .set({ is_moved: true })
    .where('tee_time_id', '=', tee_time_id)
    .where('is_moved', '=', false)
    .execute();
}

/** Takes a customer off the wait lists of a day, because the customer's tee time was moved to that day. */
export async function endWaitingOnDay(db: Db, { email, lead_date, tee_time_id }: Playing): Promise<void> {
  await lockCustomer(db, email);
  const leaving = lockLeadsToEndSql({ email_normal: normalEmail(email), lead_date, queue_id: 0, lead_id: 0 });
  await db
    .updateTable('lost_leads')
    .set({ tee_time_id, ...EMPTY_CARD_COLUMNS })
    .where('id', 'in', sql<number>`(${leaving})`)
    .execute();
}
