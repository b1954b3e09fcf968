import type { PayWith } from '../../../outside/payment/gateway.ts';
import { NothingSent, OutcomeUnknown } from '../../../outside/payment/gateway.ts';
import { chargeWithin } from '../../../outside/payment/retry.ts';
import type { SentForm } from '../../../contract/forms/form.ts';
import { elsewhere } from '../../../server/admission/admit.ts';
import type { Db, Desk, Staff } from '../../../server/process/context.ts';
import { forSettling } from '../../../server/process/desk.ts';
import { retry } from '../../../server/database/driver/retry.ts';
import { keeping } from '../../../server/database/driver/keeping.ts';
import { faultPoint } from '../../../server/process/fault-points.ts';
import { guessing } from '../../gift-certificates/balance/guesses.queries.ts';
import { markSent, markUnknown, renewLease, type Attempt } from '../../payments/attempts.queries.ts';
import {
  answerOf,
  claiming,
  findOperation,
  fingerprintOf,
  leftPending,
  markOperationUnknown,
} from '../../operations/operations.queries.ts';
import { Booked, type Booking } from '../booking.contract.ts';
import type { CardChoice } from '../../payments/card.rules.ts';
import { readBooking } from './check.queries.ts';
import { claimBooking } from './claim.steps.ts';
import { settleCharge } from './settle.steps.ts';

type Request = {
  desk: Desk;
  staff: Staff;
  body: { booking: SentForm<Booking> };
  idempotencyKey: string | null;
};

/**
 * Books a tee time by the payment protocol (docs/algorithms/payments.md): claim, charge, settle, each recorded before the
 * next is tried. Answers the booking, 202 while the gateway has not said, or 422 with its reason.
 */
export async function book({ desk, staff, body, idempotencyKey }: Request) {
  const { credit_card: card, screenshot: _, ...booking } = await readBooking(desk, body.booking);
  const intent = { desk, staff, booking, card, key: idempotencyKey, fingerprint: fingerprintOf(booking) };
  const claim = () => claiming(desk.db, (db) => claimBooking(db, intent));
  const withCertificate = booking.gift_cert_serial !== '';
  const claimed = await (withCertificate ? guessing({ db: desk.db, desk, staff }, claim) : claim());
  if ('operation' in claimed) return answerOf(claimed.operation, Booked);
  faultPoint('booking.claimed');
  if ('booked' in claimed) return claimed.booked;
  try {
    await chargeCard(desk, claimed.charge);
    return answerOf(await findOperation(forSettling(desk).db, claimed.operation_id), Booked);
  } catch (error) {
    return leftPending(error, claimed.operation_id, 'book');
  }
}

type ChargeToMake = { attempt: Attempt; choice: CardChoice; description: string };

/** Step 2: the call to the gateway, outside any transaction and holding no connection. */
async function chargeCard(desk: Desk, { attempt, choice, description }: ChargeToMake): Promise<void> {
  const { gateway } = desk.outside;
  const { paymentTryMs: tryMs, paymentTotalMs: totalMs, reconcileLeaseMs: leaseMs } = desk.settings;
  const charge = { reference: attempt.id, raw_amount: attempt.raw_amount, description };
  const handle = await prepared(desk, attempt.id, () => elsewhere(desk, () => gateway.prepare(charge)));
  if (handle === undefined) return;
  const marked = await markSent(forSettling(desk).db, attempt, handle, leaseMs);
  // The lease ran out before anything was sent, and a charge is sent by this request or never: it is over.
  if (!marked) return settleCharge(forSettling(desk), attempt.id, { state: 'abandoned' });
  faultPoint('booking.sent');
  const renewed = (db: Db, ms: number) => renewLease(db, attempt.id, ms);
  const sent = { ...charge, handle, with: payWith(choice) };
  try {
    await keeping(desk, renewed, async () => {
      const outcome = await elsewhere(desk, () => chargeWithin(gateway, sent, { tryMs, totalMs }));
      faultPoint('booking.answered');
      await retry(forSettling(desk), (unlimited) => settleCharge(unlimited, attempt.id, outcome));
    });
    faultPoint('booking.settled');
  } catch (error) {
    if (error instanceof NothingSent) return settleCharge(forSettling(desk), attempt.id, NOT_REACHED);
    if (!(error instanceof OutcomeUnknown)) throw error;
    faultPoint('booking.unanswered');
    const { db } = forSettling(desk);
    await markUnknown(db, attempt.id);
    faultPoint('booking.unknown');
    await markOperationUnknown(db, attempt.operation_id);
  }
}

const NOT_REACHED = {
  state: 'declined',
  reason: 'The payment gateway can not be reached. Nothing was charged.',
} as const;

// Nothing has moved yet: a gateway that can not even prepare a charge has certainly not made one.
async function prepared(
  desk: Desk,
  id: string,
  prepare: () => Promise<string | null>,
): Promise<string | null | undefined> {
  try {
    return await prepare();
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
    await settleCharge(forSettling(desk), id, NOT_REACHED);
    return undefined;
  }
}

function payWith(choice: CardChoice): PayWith {
  if (choice.pay === 'card') return { card: choice.card };
  if (choice.pay === 'token') return { token: choice.token };
  throw new Error('there is nothing to charge');
}
