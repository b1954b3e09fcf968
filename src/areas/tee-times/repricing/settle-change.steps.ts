import { sql } from 'kysely';
import { z } from 'zod';
import { Cents } from '../../../contract/forms/money.ts';
import type { Db } from '../../../server/process/context.ts';
import { audit } from '../../audit/audit.queries.ts';
import { changeCertificateBalance } from '../../gift-certificates/balance/balance.queries.ts';
import { queueReceipts } from '../../outbox/queue.steps.ts';
import { refundableCharges } from '../../payments/allocations/allocations.queries.ts';
import { hasAttemptSucceeded, type PaymentAttempt } from '../../payments/attempts.queries.ts';
import { cardChangeEntries, priceChangeEntries, recordTransaction } from '../../payments/ledger.queries.ts';
import type { DecidedOperation } from '../../payments/money-operation.steps.ts';
import { publishTeeTime } from '../../webhooks/publish.queries.ts';
import { endWaitingOnDay, keepLeadsBooked } from '../../wait-list/leaving/leaving.queries.ts';
import { notifySecondLook } from '../refund-limits/refund-limits.queries.ts';
import { cardShareCents, paymentColumns, amountsBackByTender, type RoundPrice } from './change.rules.ts';
import { changeDoneText, cardRefundDeclinedText } from './change.texts.ts';
import { findChangeableTeeTime, type ChangeableTeeTime } from './changeable.queries.ts';
import type { AmountBack, RoundChangeResult } from './round-changes.contract.ts';

/** The plan of a claimed change, stored with the operation so that any process can settle it. */
export const ChangePlan = z.object({
  staff: z.string(),
  /** True if the price stays as it was and the difference is not settled. */
  isKept: z.boolean(),
  /** The tee time's new columns, with its terms and cost. */
  set: z.record(z.string(), z.unknown()),
  price: z.object({
    raw_charge: Cents,
    raw_rental_amount: Cents,
    raw_discount_amount: Cents,
    raw_gift_certificate_amount: Cents,
    raw_total: Cents,
  }),
  moves: z.object({ on_account: Cents, card: Cents, certificate: Cents }),
});
export type ChangePlan = z.infer<typeof ChangePlan>;

type Step = DecidedOperation<ChangePlan>;

/**
 * Records a change: the tee time, its price and terms, the ledger, the gift certificate, receipts and audit entry. A
 * refund that a bank declined stays in the price.
 */
export async function recordChange(db: Db, step: Step): Promise<RoundChangeResult> {
  const { app, operation_id, subject_id: tee_time_id, plan } = step;
  const made = step.attempts.filter(hasAttemptSucceeded);
  const before = await findChangeableTeeTime(db, tee_time_id);
  const card = made.reduce((sum, one) => sum + signed(one), 0);
  const stayed = card - plan.moves.card;
  const { raw_charge, raw_total, ...rest } = plan.price;
  const price = { ...rest, raw_charge: raw_charge + stayed, raw_total: raw_total + stayed };
  const back = await backOf(db, { before, made, certificate: -plan.moves.certificate });
  const changed: Recorded = { before, price, card, made, back };
  await setChanged(db, step, changed);
  await postChange(db, step, changed);
  await auditChange(db, step, changed);
  await publishTeeTime(db, 'tee_time.changed', tee_time_id);
  if (plan.set['play_date'] !== before.play_date) {
    await keepLeadsBooked(db, tee_time_id);
    await endWaitingOnDay(db, { email: before.email, lead_date: String(plan.set['play_date']), tee_time_id });
  }
  await queueReceipts(db, before, { operation_id, tee_time_id, settings: app.settings });
  const refunded = Math.max(0, -card) - plan.moves.certificate;
  if (refunded > 0) await notifySecondLook(db, { operation_id, tee_time_id, staff: plan.staff, refunded });
  return answerOf(step, changed);
}

/**
 * A change as it is recorded. `card` is what cards paid by the attempts `made`, or below 0 got back; `back` lists the
 * amount that went back to each tender.
 */
type Recorded = {
  before: ChangeableTeeTime;
  price: RoundPrice;
  card: number;
  made: PaymentAttempt[];
  back: AmountBack[];
};
const signed = ({ kind, raw_amount }: PaymentAttempt): number =>
  kind === 'charge' ? raw_amount : -raw_amount;

function answerOf({ subject_id: id, plan }: Step, { card, back }: Recorded): RoundChangeResult {
  const { moves } = plan;
  const stayed = card - moves.card;
  const done = { charged: Math.max(0, card), on_account: moves.on_account, back, isKept: plan.isKept };
  const message =
    stayed > 0 ? `${changeDoneText(done)} ${cardRefundDeclinedText(stayed)}` : changeDoneText(done);
  return {
    id,
    message,
    raw_charged: done.charged,
    raw_on_account: moves.on_account,
    raw_back: Math.max(0, -card) - moves.certificate,
  };
}

type SettledChange = { before: ChangeableTeeTime; made: PaymentAttempt[]; certificate: number };

/** Returns the amounts that were given back, by card number's last digits and for the gift certificate. */
async function backOf(db: Db, { before, made, certificate }: SettledChange): Promise<AmountBack[]> {
  const charges = await refundableCharges(db, before.id);
  const cards = made
    .filter(({ kind }) => kind === 'refund')
    .map(({ raw_amount, charge_attempt_id }) => ({
      raw_amount,
      left: raw_amount,
      card_last4: charges.find(({ id }) => id === charge_attempt_id)?.card_last4 ?? null,
    }));
  const card = cards.reduce((sum, { raw_amount }) => sum + raw_amount, 0);
  const paidBy = { on_account: 0, charges: cards, certificate: { serial: before.serial ?? '', left: 0 } };
  return amountsBackByTender({ on_account: 0, card: -card, certificate: -certificate }, paidBy);
}

async function setChanged(
  db: Db,
  { subject_id: tee_time_id, plan }: Step,
  { before, price, card, made }: Recorded,
) {
  const charge = made.find(({ kind }) => kind === 'charge');
  await db
    .updateTable('tee_times')
    .set({
      ...plan.set,
      ...price,
      ...paymentColumns(price, cardShareCents(before) + card),
      raw_paid: before.raw_paid + card,
      golf_discount_id: price.raw_discount_amount > 0 ? before.golf_discount_id : null,
      payment_id: before.payment_id || (charge?.payment_id ?? ''),
      updated_at: sql<string>`clock_timestamp()`,
      updated_by: plan.staff,
    })
    .where('id', '=', tee_time_id)
    .where('state', '=', 'booked')
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Records the price change in the ledger, and separately what each card paid or got back. */
async function postChange(db: Db, step: Step, { before, price, made }: Recorded): Promise<void> {
  const { operation_id, subject_id: tee_time_id, plan } = step;
  const { on_account, certificate } = plan.moves;
  const { gift_certificate_id, golf_discount_id } = before;
  const cause = { kind: 'change', tee_time_id, operation_id, made_by: plan.staff } as const;
  const discount = price.raw_discount_amount - before.raw_discount_amount;
  const by = { discount, on_account, certificate, gift_certificate_id, golf_discount_id };
  await recordTransaction(db, cause, priceChangeEntries(by));
  for (const one of made)
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they were made
    await recordTransaction(db, { ...cause, payment_attempt_id: one.id }, cardChangeEntries(signed(one)));
  if (certificate < 0 && gift_certificate_id !== null)
    await changeCertificateBalance(db, gift_certificate_id, -certificate);
}

const AUDITED = [
  'players',
  'play_date',
  'play_time',
  'course_id',
  'raw_charge',
  'raw_total',
  'raw_cost',
] as const;

/** Writes the audit entry with the tee time before and after the change, and the amount of each card and other tender. */
function auditChange(db: Db, { operation_id, subject_id, plan }: Step, changed: Recorded) {
  const { before, price, made, back } = changed;
  const charge = made.find(({ kind }) => kind === 'charge');
  const moved = {
    ...(charge && { raw_charged: charge.raw_amount, card_last4: charge.card_last4 }),
    ...(plan.moves.on_account !== 0 && { raw_on_account: plan.moves.on_account }),
    ...(back.length > 0 && { back }),
    ...(plan.isKept && { is_kept: true }),
  };
  const said = (of: Record<string, unknown>) => Object.fromEntries(AUDITED.map((name) => [name, of[name]]));
  return audit(db, {
    made_by: plan.staff,
    from: { operation_id },
    subject: 'tee_time',
    subject_id,
    action: 'changed the round',
    before: said(before),
    after: { ...said({ ...plan.set, ...price }), ...(Object.keys(moved).length > 0 && { moved }) },
  });
}
