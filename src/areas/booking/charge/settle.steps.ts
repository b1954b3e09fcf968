import { sql, type Selectable } from 'kysely';
import { formatMoney } from '../../../contract/money.ts';
import type { Db, AppContext } from '../../../server/process/context.ts';
import type { TeeTimes } from '../../../server/database/tables.ts';
import { PREPARED_STATEMENT_MARK } from '../../../server/database/prepared.ts';
import { changeCertificateBalance } from '../../gift-certificates/balance/balance.queries.ts';
import { queueReceipts } from '../../outbox/queue.steps.ts';
import type { PaymentAttempt } from '../../payments/attempts.queries.ts';
import type { DecidedOperation } from '../../payments/money-operation.steps.ts';
import { audit } from '../../audit/audit.queries.ts';
import { bookingEntries, recordTransaction } from '../../payments/ledger.queries.ts';
import { publishTeeTime } from '../../webhooks/publish.queries.ts';
import { EMPTY_CARD_COLUMNS, requeueLeadsOfBooking } from '../../wait-list/leaving/leaving.queries.ts';
import type { BookingResult } from '../booking.contract.ts';
import { findBookingResult } from '../booked.queries.ts';

type TeeTime = Selectable<TeeTimes>;
type Recorded = { operation_id: string; teeTime: TeeTime; attempt: PaymentAttempt | undefined };

/** Books a pending tee time whose charge succeeded. */
export async function settleChargedBooking(db: Db, step: DecidedOperation<null>): Promise<BookingResult> {
  const { app, operation_id, subject_id, attempts } = step;
  const [attempt] = attempts;
  const teeTime = await bookPending(db, subject_id, attempt);
  return recordBooking(db, app, { operation_id, teeTime, attempt });
}

export const BOOKING_NEVER_CHARGED =
  'The payment gateway never got this charge. Nothing was charged; please book again.';

// The same statement removes the cards that the customer left with their leads, because a card is stored for one
// booking only.
const bookPending = (db: Db, tee_time_id: number, attempt: PaymentAttempt | undefined): Promise<TeeTime> =>
  db
    .with('left', (to) =>
      to.updateTable('lost_leads').set(EMPTY_CARD_COLUMNS).where('tee_time_id', '=', tee_time_id),
    )
    .updateTable('tee_times')
    .set({
      state: 'booked',
      payment_id: attempt?.payment_id ?? '',
      raw_paid: attempt?.raw_amount ?? 0,
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', tee_time_id)
    .where('state', '=', 'pending')
    .returningAll()
    .modifyEnd(PREPARED_STATEMENT_MARK)
    .executeTakeFirstOrThrow();

/**
 * Records a booking in the caller's transaction: spends its gift certificate hold, and writes the ledger, receipts
 * and audit entry. Returns the answer.
 */
export async function recordBooking(
  db: Db,
  app: AppContext,
  { operation_id, teeTime: booked, attempt }: Recorded,
): Promise<BookingResult> {
  const tee_time_id = booked.id;
  // The agent of a booking may be another person: a booking of the public site counts for the partner's agent.
  const made_by = booked.updated_by ?? booked.agent;
  if (booked.raw_gift_certificate_amount > 0) await spendHold(db, operation_id);
  // The queries do not depend on each other, so they are sent together.
  const [answer] = await Promise.all([
    findBookingResult(db, tee_time_id),
    recordTransaction(
      db,
      {
        kind: 'booking',
        tee_time_id,
        operation_id,
        ...(attempt && { payment_attempt_id: attempt.id }),
        made_by,
      },
      bookingEntries(booked),
    ),
    queueReceipts(db, booked, { operation_id, tee_time_id, settings: app.settings }),
    audit(db, {
      made_by,
      from: { operation_id },
      action: 'booked',
      subject: 'tee_time',
      subject_id: tee_time_id,
      after: { total: formatMoney(booked.raw_total), paid_by_card: booked.is_card },
    }),
    booked.api_user_id !== null && publishTeeTime(db, 'tee_time.booked', tee_time_id),
  ]);
  return answer;
}

async function spendHold(db: Db, operation_id: string): Promise<void> {
  const hold = await db
    .deleteFrom('certificate_holds')
    .where('operation_id', '=', operation_id)
    .returning(['gift_certificate_id', 'raw_amount'])
    .executeTakeFirst();
  if (hold) await changeCertificateBalance(db, hold.gift_certificate_id, -hold.raw_amount);
}

/**
 * Fails a pending booking: releases its hold and its customer's leads. Returns the name of the staff user or partner
 * that booked.
 */
export async function failBooking(
  db: Db,
  { operation_id, subject_id: id }: DecidedOperation<null>,
): Promise<string> {
  const failed = await db
    .updateTable('tee_times')
    .set({ state: 'failed', updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning(['agent', 'updated_by'])
    .executeTakeFirstOrThrow();
  await db.deleteFrom('certificate_holds').where('operation_id', '=', operation_id).execute();
  await requeueLeadsOfBooking(db, id);
  return failed.updated_by ?? failed.agent;
}
