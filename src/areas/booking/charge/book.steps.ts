import { z } from 'zod';
import type { UncheckedForm } from '../../../contract/forms/form.ts';
import type { AppContext, Staff } from '../../../server/process/context.ts';
import { limitSerialGuesses } from '../../gift-certificates/balance/guesses.queries.ts';
import { requestFingerprint } from '../../operations/operations.queries.ts';
import { MoneyOperation } from '../../payments/money-operation.steps.ts';
import { failedChargeAnswer } from '../../payments/refused/refused.rules.ts';
import { BookingResult, type Booking } from '../booking.contract.ts';
import { parseBooking } from './check.queries.ts';
import { beginBooking, type BookingIntent } from './claim.steps.ts';
import { settleChargedBooking, failBooking, BOOKING_NEVER_CHARGED } from './settle.steps.ts';

/** The money operation that books a tee time, charged to a card or on account. */
export const BOOKING_OPERATION = new MoneyOperation<BookingIntent, null, BookingResult>({
  kind: 'book',
  subject: 'tee_time',
  points: { claimed: 'booking.claimed', settling: 'booking.settling' },
  answer: BookingResult,
  plan: z.null(),
  begin: beginBooking,
  record: settleChargedBooking,
  failed: {
    neverArrived: BOOKING_NEVER_CHARGED,
    answer: (attempt, otherwise) => failedChargeAnswer(attempt, { amount: 'charge', otherwise }),
    release: failBooking,
  },
  chargedFor: 'its booking',
});

type Request = {
  app: AppContext;
  staff: Staff;
  body: { booking: UncheckedForm<Booking> };
  idempotencyKey: string | null;
};

/** Books a tee time for a staff user. */
export async function bookForStaff({ app, staff, body, idempotencyKey: key }: Request) {
  const { credit_card: card, screenshot: _, ...booking } = await parseBooking(app, body.booking);
  const credit = { source: 'internal', agent: staff.name, staff_user_id: staff.id } as const;
  return runBooking({
    app,
    actor: staff,
    credit,
    booking,
    card,
    key,
    fingerprint: requestFingerprint(booking),
  });
}

/**
 * Books a tee time by the payment protocol. Answers the booking, 202 while the gateway has not answered, or 422 with
 * the reason.
 */
export async function runBooking(intent: BookingIntent) {
  const { app, actor, booking } = intent;
  if (booking.gift_cert_serial === '') return BOOKING_OPERATION.run(intent);
  return limitSerialGuesses({ db: app.db, app, actor }, () => BOOKING_OPERATION.run(intent));
}
