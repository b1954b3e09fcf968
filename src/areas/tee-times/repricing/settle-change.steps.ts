import { sql } from 'kysely';
import { z } from 'zod';
import { Cents } from '../../../contract/money.ts';
import type { Db, AppContext } from '../../../server/process/context.ts';
import { transact } from '../../../server/database/transact.ts';
import { faultPoint } from '../../../server/process/fault-points.ts';
import { audit } from '../../audit/audit.queries.ts';
import type { TeeTimeMail } from '../../email-templates/email-templates.contract.ts';
import { moveBalance } from '../../gift-certificates/balance/balance.queries.ts';
import { findOperation, settleOperation, type Operation } from '../../operations/operations.queries.ts';
import { queueTeeTimeMail } from '../../outbox/queue.steps.ts';
import {
  attemptsOf,
  chargesLeft,
  isOpen,
  settleAttempt,
  teeTimeOf,
  type Attempt,
  type Settlement,
} from '../../payments/attempts.queries.ts';
import { changedCardEntries, changeEntries, recordTransaction } from '../../payments/ledger.queries.ts';
import { failedCharge } from '../../payments/refused/refused.rules.ts';
import { publishTeeTime } from '../../webhooks/publish.queries.ts';
import { leaveQueues, stayBooked } from '../../wait-list/leaving/leaving.queries.ts';
import { notifyNotReversed } from '../late-charges/late-charges.queries.ts';
import { lockCancelable } from '../locks/tee-time-lock.queries.ts';
import { askForSecondLook } from '../refund-limits/refund-limits.queries.ts';
import { cardShareOf, standingAfter, waysBack, type RoundPrice } from './change.rules.ts';
import { changedText, NEVER_CHARGED, refundRefusedText, stayedText } from './change.texts.ts';
import { findChangeable, type Changeable } from './changeable.queries.ts';
import type { Back, Changed } from './round-changes.contract.ts';

/** The plan that was claimed, stored with the operation so that any process can settle it. */
const ChangePlan = z.object({
  staff: z.string(),
  /** True if the difference is not settled. */
  isKept: z.boolean(),
  /** The round with its terms and cost, by the columns of the tee time. */
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

/**
 * Records the outcome of a change's charge, or of one of its refunds, once. The last of them also records the change, together or
 * not at all. For the reversal of a late charge, only a failure is recorded.
 */
export async function settleChange(
  app: AppContext,
  attempt_id: string,
  settlement: Settlement,
): Promise<void> {
  await transact(app.db, async (db) => {
    const attempt = await settleAttempt(db, attempt_id, settlement);
    if (!attempt) return;
    // The one that settles the last of several attempts records them all; the lock makes exactly one of them the last.
    await lockCancelable(db, teeTimeOf(attempt));
    const operation = await findOperation(db, attempt.operation_id);
    if (operation.state === 'settled')
      return attempt.state === 'declined' ? notifyNotReversed(db, attempt, 'change') : undefined;
    const attempts = await attemptsOf(db, operation.id);
    if (!attempts.some(isOpen)) await decide(db, app, { operation, attempts });
    faultPoint('change.settling');
  });
}

type Decided = { operation: Operation; attempts: Attempt[] };

async function decide(db: Db, app: AppContext, { operation, attempts }: Decided): Promise<void> {
  const tee_time_id = attempts[0]?.tee_time_id ?? 0;
  const plan = ChangePlan.parse(operation.plan);
  const made = attempts.filter(({ state }) => state === 'succeeded');
  if (made.length > 0) return recordChange(db, app, { operation_id: operation.id, tee_time_id, plan }, made);
  await failChange(db, { operation_id: operation.id, tee_time_id, plan }, attempts);
}

type Step = { operation_id: string; tee_time_id: number; plan: ChangePlan };

/** Settles a failed change: nothing was charged or refunded, so nothing is changed. */
async function failChange(db: Db, { operation_id, tee_time_id, plan }: Step, attempts: Attempt[]) {
  const [attempt] = attempts;
  const reason = attempt?.decline_reason ?? NEVER_CHARGED;
  const said =
    attempt?.kind === 'charge'
      ? failedCharge(attempt, { amount: 'charge', otherwise: NEVER_CHARGED })
      : { message: refundRefusedText(reason) };
  if (!(await settleOperation(db, operation_id, 422, said))) return;
  await audit(db, {
    made_by: plan.staff,
    from: { operation_id },
    subject: 'tee_time',
    subject_id: tee_time_id,
    action: 'did not change the round',
    after: { reason },
  });
}

/**
 * Records a change in the caller's transaction: the round, its price and terms, the ledger, the certificate, receipts, audit and
 * the answer. An amount that a bank did not take back stays in the price.
 */
export async function recordChange(db: Db, app: AppContext, step: Step, made: Attempt[]): Promise<void> {
  const { operation_id, tee_time_id, plan } = step;
  await lockCancelable(db, tee_time_id);
  const before = await findChangeable(db, tee_time_id);
  const card = made.reduce((sum, one) => sum + signed(one), 0);
  const stayed = card - plan.moves.card;
  const { raw_charge, raw_total, ...rest } = plan.price;
  const price = { ...rest, raw_charge: raw_charge + stayed, raw_total: raw_total + stayed };
  const back = await backOf(db, { before, made, certificate: -plan.moves.certificate });
  const changed: Recorded = { before, price, card, made, back };
  if (!(await settleOperation(db, operation_id, 200, answerOf(step, changed)))) return;
  await setChanged(db, step, changed);
  await postChange(db, step, changed);
  await auditChange(db, step, changed);
  await publishTeeTime(db, 'tee_time.changed', tee_time_id);
  if (plan.set['play_date'] !== before.play_date) {
    await stayBooked(db, tee_time_id);
    await leaveQueues(db, { email: before.email, lead_date: String(plan.set['play_date']), tee_time_id });
  }
  const kinds: TeeTimeMail[] = [];
  if (before.should_email_customer) kinds.push('receipt');
  if (before.should_email_course) kinds.push('course_receipt');
  if (kinds.length > 0)
    await queueTeeTimeMail(db, { operation_id, tee_time_id, kinds, settings: app.settings });
  const refunded = Math.max(0, -card) - plan.moves.certificate;
  if (refunded > 0) await askForSecondLook(db, { operation_id, tee_time_id, staff: plan.staff, refunded });
}

/** `card` is what cards paid in addition by the attempts `made`, or got back below 0; `back` lists what went to which tender. */
type Recorded = { before: Changeable; price: RoundPrice; card: number; made: Attempt[]; back: Back[] };
const signed = ({ kind, raw_amount }: Attempt): number => (kind === 'charge' ? raw_amount : -raw_amount);

function answerOf({ tee_time_id, plan }: Step, { card, back }: Recorded) {
  const { moves } = plan;
  const stayed = card - moves.card;
  const done = { charged: Math.max(0, card), on_account: moves.on_account, back, isKept: plan.isKept };
  const message = stayed > 0 ? `${changedText(done)} ${stayedText(stayed)}` : changedText(done);
  return {
    id: tee_time_id,
    message,
    raw_charged: done.charged,
    raw_on_account: moves.on_account,
    raw_back: Math.max(0, -card) - moves.certificate,
  } satisfies Changed;
}

type SettledChange = { before: Changeable; made: Attempt[]; certificate: number };

/** Returns what was given back, each card by its last digits. */
async function backOf(db: Db, { before, made, certificate }: SettledChange): Promise<Back[]> {
  const charges = await chargesLeft(db, before.id);
  const cards = made
    .filter(({ kind }) => kind === 'refund')
    .map(({ raw_amount, charge_attempt_id }) => ({
      raw_amount,
      left: raw_amount,
      card_last4: charges.find(({ id }) => id === charge_attempt_id)?.card_last4 ?? null,
    }));
  const card = cards.reduce((sum, { raw_amount }) => sum + raw_amount, 0);
  const paidBy = { on_account: 0, charges: cards, certificate: { serial: before.serial ?? '', left: 0 } };
  return waysBack({ on_account: 0, card: -card, certificate: -certificate }, paidBy);
}

async function setChanged(db: Db, { tee_time_id, plan }: Step, { before, price, card, made }: Recorded) {
  const charge = made.find(({ kind }) => kind === 'charge');
  await db
    .updateTable('tee_times')
    .set({
      ...plan.set,
      ...price,
      ...standingAfter(price, cardShareOf(before) + card),
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

/** Posts the change of the price, and separately what each card paid or got back. */
async function postChange(db: Db, step: Step, { before, price, made }: Recorded): Promise<void> {
  const { operation_id, tee_time_id, plan } = step;
  const { on_account, certificate } = plan.moves;
  const { gift_certificate_id, golf_discount_id } = before;
  const cause = { kind: 'change', tee_time_id, operation_id, made_by: plan.staff } as const;
  const discount = price.raw_discount_amount - before.raw_discount_amount;
  const by = { discount, on_account, certificate, gift_certificate_id, golf_discount_id };
  await recordTransaction(db, cause, changeEntries(by));
  for (const one of made)
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they were made
    await recordTransaction(db, { ...cause, payment_attempt_id: one.id }, changedCardEntries(signed(one)));
  if (certificate < 0 && gift_certificate_id !== null)
    await moveBalance(db, gift_certificate_id, -certificate);
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

/** Writes the audit entry with the round before and after, and the amounts moved: each card by its last digits. */
function auditChange(db: Db, { operation_id, tee_time_id, plan }: Step, changed: Recorded) {
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
    subject_id: tee_time_id,
    action: 'changed the round',
    before: said(before),
    after: { ...said({ ...plan.set, ...price }), ...(Object.keys(moved).length > 0 && { moved }) },
  });
}
