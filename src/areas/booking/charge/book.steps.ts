import type { SentForm } from '../../../contract/forms/form.ts';
import type { AppContext, Staff } from '../../../server/process/context.ts';
import { forSettling } from '../../../server/process/app-context.ts';
import { faultPoint } from '../../../server/process/fault-points.ts';
import { limitSerialGuesses } from '../../gift-certificates/balance/guesses.queries.ts';
import {
  answerOf,
  claiming,
  findOperation,
  fingerprintOf,
  pendingAnswer,
} from '../../operations/operations.queries.ts';
import { sendCharge } from '../../payments/send.steps.ts';
import { Booked, type Booking } from '../booking.contract.ts';
import { readBooking } from './check.queries.ts';
import { claimBooking, type BookingIntent } from './claim.steps.ts';
import { settleCharge } from './settle.steps.ts';

type Request = {
  app: AppContext;
  staff: Staff;
  body: { booking: SentForm<Booking> };
  idempotencyKey: string | null;
};

/** Books for a staff user. */
export async function book({ app, staff, body, idempotencyKey: key }: Request) {
  const { credit_card: card, screenshot: _, ...booking } = await readBooking(app, body.booking);
  const credit = { source: 'internal', agent: staff.name, staff_user_id: staff.id } as const;
  return bookAs({ app, actor: staff, credit, booking, card, key, fingerprint: fingerprintOf(booking) });
}

/**
 * Books a tee time by the payment protocol (docs/algorithms/payments.md): claim, charge, settle, each recorded before the next
 * starts. Answers the booking, 202 while the gateway has not answered, or 422 with the reason.
 */
export async function bookAs(intent: BookingIntent) {
  const { app, actor, booking } = intent;
  const claim = () => claiming(app.db, (db) => claimBooking(db, intent));
  const withCertificate = booking.gift_cert_serial !== '';
  const claimed = await (withCertificate ? limitSerialGuesses({ db: app.db, app, actor }, claim) : claim());
  if ('operation' in claimed) return answerOf(claimed.operation, Booked);
  faultPoint('booking.claimed');
  if ('booked' in claimed) return claimed.booked;
  try {
    await sendCharge(app, claimed.charge, { at: 'booking', settle: settleCharge });
    return answerOf(await findOperation(forSettling(app).db, claimed.operation_id), Booked);
  } catch (error) {
    return pendingAnswer(error, claimed.operation_id, 'book');
  }
}
