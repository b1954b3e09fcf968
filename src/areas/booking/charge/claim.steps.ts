import { sql, type Insertable } from 'kysely';
import type { TeeTimes } from '../../../server/database/tables.ts';
import type { Db } from '../../../server/process/context.ts';
import { PREPARED_STATEMENT_MARK } from '../../../server/database/prepared.ts';
import { dieAtFaultPoint } from '../../../server/process/fault-points.ts';
import { requireGatewayAvailable } from '../../payments/card-entry.steps.ts';
import { gatewayAwayText } from '../../payments/card/gateway-away.rules.ts';
import type { BegunOperation, MoneyRequest } from '../../payments/money-operation.steps.ts';
import { courseCostCents } from '../../rates/choice/rate.rules.ts';
import { frozenRateTerms } from '../../rates/choice/frozen-terms.rules.ts';
import { INTERNAL_CONFIRMATION } from '../../availability/spots/own-rounds.rules.ts';
import type { BookingResult, Booking } from '../booking.contract.ts';
import { checkBooking, type CheckedBooking } from './check.queries.ts';
import { lockLeadsToEndSql, EMPTY_CARD_COLUMNS } from '../../wait-list/leaving/leaving.queries.ts';
import { findOrMakeCustomer, normalEmail } from '../../customers/find-or-make.queries.ts';
import { recordBooking } from './settle.steps.ts';

/** A booking request without the card fields, which go to the gateway only. */
export type CardlessBooking = Omit<Booking, 'credit_card' | 'screenshot'>;
/** The columns of a tee time that say whose sale the booking is: its source, agent and staff user or partner. */
export type BookingAgentColumns = Pick<
  Insertable<TeeTimes>,
  'source' | 'agent' | 'agent_email' | 'staff_user_id' | 'api_user_id'
>;
export type BookingIntent = MoneyRequest & {
  credit: BookingAgentColumns;
  booking: CardlessBooking;
  card: Booking['credit_card'];
  /** Rethrows an earlier validation failure; called only if the request does not repeat a booking that was made. */
  unlessMade?: () => void;
  /**
   * Runs the last check and returns a function that throws its failure. It is called last, so that its locks come
   * after those of staff bookings.
   */
  lastly?: (db: Db) => Promise<() => void>;
};

const GATEWAY_AWAY = gatewayAwayText('booked', 'book without a card');
const GATEWAY_AWAY_OF_PROGRAMS = gatewayAwayText('booked');
const NO_RATE_NOTE = 'No rate covers this round: booked with a cost of $0.00.';

/**
 * Checks and prices a booking under locks, holds the gift certificate's amount and creates the tee time. A booking
 * without a charge is booked here.
 */
export async function beginBooking(
  db: Db,
  intent: BookingIntent,
  operation_id: string,
): Promise<BegunOperation<BookingResult>> {
  const { app, actor, booking } = intent;
  intent.unlessMade?.();
  const checked = await checkBooking(db, app, intent);
  const isCharged = checked.choice.pay !== 'nothing' && checked.priced.totals.total > 0;
  // A booking that cannot be charged is rejected before an operation is stored, so that the request can be sent again
  // later, or without a card.
  if (isCharged) requireGatewayAvailable(app, actor, GATEWAY_AWAY, GATEWAY_AWAY_OF_PROGRAMS);
  // Both queries are sent together and run one after the other. The rejection is thrown after both, so that no query
  // runs after the transaction.
  const [customer_id, refuseByNow] = await Promise.all([
    findOrMakeCustomer(db, booking.customer, actor),
    intent.lastly?.(db),
  ]);
  refuseByNow?.();
  const teeTime = await insertTeeTime(db, { intent, checked, customer_id, isCharged, operation_id });
  const tee_time_id = teeTime.id;
  await holdTenders(db, { operation_id, tee_time_id, checked });
  dieAtFaultPoint('booking.claiming');
  if (!isCharged)
    return { answer: await recordBooking(db, app, { operation_id, teeTime, attempt: undefined }) };
  const description = `Tee time ${tee_time_id}, ${checked.course.course_name}`;
  const cents = checked.priced.totals.total;
  const allocations = [{ tee_time_id, raw_amount: cents }];
  return { charges: [{ at: 'booking', cents, allocations, choice: checked.choice, description }] };
}

type NewTeeTime = {
  operation_id: string;
  intent: BookingIntent;
  checked: CheckedBooking;
  customer_id: number;
  isCharged: boolean;
};

// One statement inserts the tee time, links its operation, and takes its customer off the queues of the day.
async function insertTeeTime(db: Db, { operation_id, ...made }: NewTeeTime) {
  const { customer, tee_time } = made.intent.booking;
  const leaving = lockLeadsToEndSql({
    email_normal: normalEmail(customer.email),
    lead_date: tee_time.play_date,
    queue_id: tee_time.availability_queue_id ?? 0,
    lead_id: tee_time.lost_lead_id ?? 0,
  });
  return db
    .with('made', (to) => to.insertInto('tee_times').values(newTeeTime(made)).returningAll())
    .with('told', (to) =>
      to
        .updateTable('operations')
        .set({ tee_time_id: sql<number>`(select id from made)` })
        .where('id', '=', operation_id),
    )
    .with('left', (to) =>
      to
        .updateTable('lost_leads')
        // The card of a lead stays stored until it is charged, or until a booking is made without it.
        .set({ tee_time_id: sql<number>`(select id from made)`, ...(!made.isCharged && EMPTY_CARD_COLUMNS) })
        .where('id', 'in', sql<number>`(${leaving})`),
    )
    .selectFrom('made')
    .selectAll()
    .modifyEnd(PREPARED_STATEMENT_MARK)
    .executeTakeFirstOrThrow();
}

// A booking without a charge is inserted as booked, because an update would write a second version of the row into
// many indexes.
function newTeeTime({ intent, checked, customer_id, isCharged }: Omit<NewTeeTime, 'operation_id'>) {
  const { actor, credit, booking } = intent;
  const { course, chosen, priced } = checked;
  const { charge: _, course: __, internal_notes, ...typed } = booking.tee_time;
  return {
    ...typed,
    ...(chosen && frozenRateTerms(chosen.rate)),
    state: isCharged ? 'pending' : 'booked',
    ...credit,
    updated_by: actor.name,
    customer_id,
    course_id: course.id,
    confirmation: typed.confirmation || INTERNAL_CONFIRMATION,
    internal_notes: chosen ? internal_notes : [internal_notes, NO_RATE_NOTE].filter(Boolean).join('\n'),
    pipedrive_deal_id: given(booking.deal_id),
    availability_queue_id: given(typed.availability_queue_id),
    lost_lead_id: given(typed.lost_lead_id),
    gift_certificate_id: priced.certificate?.id ?? null,
    golf_discount_id: priced.discount?.id ?? null,
    raw_charge: priced.totals.charge,
    raw_rental_amount: priced.totals.rental,
    raw_discount_amount: priced.totals.discount,
    raw_gift_certificate_amount: priced.totals.certificate,
    raw_total: priced.totals.total,
    is_card: isCharged,
    raw_cost: courseCostCents(chosen?.rate ?? null, typed.players),
    players_booked: typed.players,
  } as const;
}

// An id of 0 means that none was given.
const given = (id: number | null | undefined): number | null => id || null;

type Held = { operation_id: string; tee_time_id: number; checked: CheckedBooking };

async function holdTenders(db: Db, { operation_id, tee_time_id, checked }: Held): Promise<void> {
  const { clubs, certificate, totals } = checked.priced;
  const rented = clubs.filter((club) => club.quantity > 0);
  if (rented.length > 0) {
    const rows = rented.map(({ id, ...terms }) => ({ tee_time_id, rental_club_id: id, ...terms }));
    await db.insertInto('tee_time_rental_clubs').values(rows).execute();
  }
  if (certificate && totals.certificate > 0) {
    const hold = {
      operation_id,
      tee_time_id,
      gift_certificate_id: certificate.id,
      raw_amount: totals.certificate,
    };
    await db.insertInto('certificate_holds').values(hold).execute();
  }
}
