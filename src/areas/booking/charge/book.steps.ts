import { z } from 'zod';
import type { SentForm } from '../../../contract/forms/form.ts';
import type { AppContext, Staff } from '../../../server/process/context.ts';
import { limitSerialGuesses } from '../../gift-certificates/balance/guesses.queries.ts';
import { fingerprintOf } from '../../operations/operations.queries.ts';
import { MoneyOperation } from '../../payments/money-operation.steps.ts';
import { failedCharge } from '../../payments/refused/refused.rules.ts';
import { Booked, type Booking } from '../booking.contract.ts';
import { readBooking } from './check.queries.ts';
import { beginBooking, type BookingIntent } from './claim.steps.ts';
import { bookCharged, failBooking, BOOKING_NEVER_CHARGED } from './settle.steps.ts';

/** The money operation that books a tee time, charged to a card or on account. */
export const BOOKING = new MoneyOperation<BookingIntent, null, Booked>({
  kind: 'book',
  subject: 'tee_time',
  points: { claimed: 'booking.claimed', settling: 'booking.settling' },
  answer: Booked,
  plan: z.null(),
  begin: beginBooking,
  record: bookCharged,
  failed: {
    neverArrived: BOOKING_NEVER_CHARGED,
    answer: (attempt, otherwise) => failedCharge(attempt, { amount: 'charge', otherwise }),
    release: failBooking,
  },
  chargedFor: 'its booking',
});

type Request = {
  app: AppContext;
  staff: Staff;
  body: { booking: SentForm<Booking> };
  idempotencyKey: string | null;
};

/** Books a tee time for a staff user. */
export async function book({ app, staff, body, idempotencyKey: key }: Request) {
  const { credit_card: card, screenshot: _, ...booking } = await readBooking(app, body.booking);
  const credit = { source: 'internal', agent: staff.name, staff_user_id: staff.id } as const;
  return bookAs({ app, actor: staff, credit, booking, card, key, fingerprint: fingerprintOf(booking) });
}

/**
 * Books a tee time by the payment protocol. Answers the booking, 202 while the gateway has not answered, or 422 with
 * the reason.
 */
export async function bookAs(intent: BookingIntent) {
  const { app, actor, booking } = intent;
  if (booking.gift_cert_serial === '') return BOOKING.run(intent);
  return limitSerialGuesses({ db: app.db, app, actor }, () => BOOKING.run(intent));
}
