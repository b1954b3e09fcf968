import { randomUUID } from 'node:crypto';
import { businessNow } from '../../../contract/dates.ts';
import type { Context, Db, AppContext } from '../../../server/process/context.ts';
import { Invalid, rejectField, Refused, Stale } from '../../../server/http/errors.ts';
import { forSettling } from '../../../server/process/app-context.ts';
import { faultPoint } from '../../../server/process/fault-points.ts';
import {
  answerOf,
  claiming,
  claimOperation,
  findOperation,
  fingerprintOf,
  pendingAnswer,
  type Operation,
} from '../../operations/operations.queries.ts';
import { insertAttempt, insertRefunds, type Attempt } from '../../payments/attempts.queries.ts';
import { cardChoice, last4Of, type CardChoice } from '../../payments/card.rules.ts';
import { isTooSmallForCard, tooSmallText } from '../../payments/refused/least-charge.rules.ts';
import { sendCharge, sendRefund, type ChargeToMake } from '../../payments/send.steps.ts';
import { lockCancelable } from '../locks/tee-time-lock.queries.ts';
import { settlementOf, type Settlement } from './change.rules.ts';
import { GATEWAY_AWAY, missingText, NOTHING_CHANGES, otherDifferenceText } from './change.texts.ts';
import { findChangeable, paidByOf, whyNotChangeable, type Changeable } from './changeable.queries.ts';
import { whyNotSettleable } from './quote.queries.ts';
import { reprice, type Repriced } from './reprice.queries.ts';
import { Changed, type Change } from './round-changes.contract.ts';
import { recordChange, settleChange, type ChangePlan } from './settle-change.steps.ts';

type Asking = Pick<Context, 'app' | 'staff' | 'idempotencyKey'>;
type ChangeRoundInput = Asking & { body: Change };

/**
 * Changes a booked round with its price by the payment protocol (docs/algorithms/payments.md): claim, charge or refund, settle,
 * each recorded before the next starts. Until it is settled the tee time stays unchanged.
 */
export async function changeRound(input: ChangeRoundInput) {
  const { app } = input;
  const claimed = await claiming(app.db, (db) => claimChange(db, input));
  if ('operation' in claimed) return answerOf(claimed.operation, Changed);
  faultPoint('change.claimed');
  const { operation_id: id, charge, refunds } = claimed;
  const settling = forSettling(app);
  try {
    if (charge) await sendCharge(app, charge, { at: 'change', settle: settleChange });
    // oxlint-disable-next-line no-await-in-loop -- the newest charge first
    for (const refund of refunds) await sendRefund(settling, refund, settleChange);
    return answerOf(await findOperation(settling.db, id), Changed);
  } catch (error) {
    return pendingAnswer(error, id, 'change');
  }
}

type Claimed =
  { operation: Operation } | { operation_id: string; charge: ChargeToMake | null; refunds: Attempt[] };

/**
 * Step 1, in one transaction: claims the key, checks and prices everything with the tee time locked, and records the amounts to
 * move before anything is sent. A change that moves nothing at the gateway is settled here.
 */
async function claimChange(
  db: Db,
  { app, staff, body, idempotencyKey: key }: ChangeRoundInput,
): Promise<Claimed> {
  const { credit_card: _, ...form } = body;
  const claim = await claimOperation(db, {
    kind: 'change',
    actor: staff,
    key,
    fingerprint: fingerprintOf(form),
  });
  if (!claim.isNew) return { operation: claim.operation };
  await lockCancelable(db, body.id);
  const teeTime = await findChangeable(db, body.id);
  if (body.updated_at && body.updated_at !== teeTime.updated_at)
    throw new Stale(teeTime.updated_by, teeTime.updated_at);
  const refusal = await whyNotChangeable(db, app, teeTime);
  if (refusal !== null) throw new Refused(refusal);
  const repriced = await reprice(db, { app, teeTime, input: body });
  if (repriced.isSame) throw new Refused(NOTHING_CHANGES);
  if (repriced.difference !== body.shown_difference)
    rejectField('shown_difference', otherDifferenceText(repriced.difference));
  const choice = choiceOf(app, body, repriced.difference);
  const moves = await settledMoves(db, { app, teeTime, repriced, body, byCard: choice.pay !== 'nothing' });
  if (isTooSmallForCard(moves.card)) rejectField('charge', tooSmallText(moves.card));
  const plan = planOf(repriced, { teeTime, moves, body, staff: staff.name });
  await claimPlan(db, { operation_id: claim.id, tee_time_id: teeTime.id, plan });
  faultPoint('change.claiming');
  return begin(db, app, { operation_id: claim.id, teeTime, plan, choice });
}

// A card is only checked if it has something to pay.
function choiceOf(app: AppContext, { difference, credit_card }: Change, cents: number): CardChoice {
  if (difference === 'keep' || cents <= 0) return { pay: 'nothing' };
  const { date: today } = businessNow(app.now(), app.settings.businessTimeZone);
  const isHosted = app.settings.cardEntry === 'hosted';
  const choice = cardChoice(credit_card ?? null, null, today, isHosted);
  if (choice.pay === 'refused') throw new Invalid(choice.errors);
  // Reject a change that cannot be charged before it starts.
  if (choice.pay !== 'nothing' && app.integrations.breaker.isOpen)
    rejectField('credit_card.number', GATEWAY_AWAY);
  return choice;
}

type Settling = { app: AppContext; teeTime: Changeable; repriced: Repriced; body: Change; byCard: boolean };

/** Returns what each tender pays more or less. Throws Refused if the amount due back cannot be given back. */
async function settledMoves(db: Db, { app, teeTime, repriced, body, byCard }: Settling): Promise<Settlement> {
  if (body.difference === 'keep') return { on_account: 0, card: 0, certificate: 0 };
  const paidBy = await paidByOf(db, teeTime);
  const moves = settlementOf(teeTime, repriced.price, { paidBy, byCard });
  const refusal = await whyNotSettleable(db, app, { teeTime, moves, paidBy });
  if (refusal !== null) throw new Refused(refusal);
  return moves;
}

type Planning = { teeTime: Changeable; moves: Settlement; body: Change; staff: string };

function planOf(repriced: Repriced, { teeTime, moves, body, staff }: Planning): ChangePlan {
  const isKept = body.difference === 'keep';
  const staysOther = isKept && repriced.difference !== 0;
  const { raw_charge, raw_rental_amount, raw_discount_amount, raw_gift_certificate_amount, raw_total } =
    isKept ? teeTime : repriced.price;
  return {
    staff,
    moves,
    isKept: staysOther,
    set: {
      ...repriced.terms,
      ...repriced.round,
      // The players that the price is for: the amounts paid and refunded per player are counted by them.
      players_booked: staysOther ? teeTime.players_booked : repriced.round.players,
      raw_cost: repriced.raw_cost,
    },
    price: { raw_charge, raw_rental_amount, raw_discount_amount, raw_gift_certificate_amount, raw_total },
  };
}

async function claimPlan(
  db: Db,
  { operation_id, tee_time_id, plan }: { operation_id: string; tee_time_id: number; plan: ChangePlan },
): Promise<void> {
  await db
    .updateTable('operations')
    .set({ tee_time_id, plan: JSON.stringify(plan) })
    .where('id', '=', operation_id)
    .execute();
}

type Begun = { operation_id: string; teeTime: Changeable; plan: ChangePlan; choice: CardChoice };

async function begin(
  db: Db,
  app: AppContext,
  { operation_id, teeTime, plan, choice }: Begun,
): Promise<Claimed> {
  const { card } = plan.moves;
  const of = { operation_id, tee_time_id: teeTime.id, leaseMs: app.settings.reconcileLeaseMs };
  if (card < 0) {
    const refunds = await insertRefunds(db, { ...of, cents: -card });
    const held = refunds.reduce((sum, { raw_amount }) => sum + raw_amount, 0);
    if (held < -card) throw new Refused(missingText(-card - held));
    return { operation_id, charge: null, refunds };
  }
  if (card === 0) {
    await recordChange(db, app, { operation_id, tee_time_id: teeTime.id, plan }, []);
    return { operation: await findOperation(db, operation_id) };
  }
  const attempt = await insertAttempt(db, {
    ...of,
    id: randomUUID(),
    kind: 'charge',
    gateway: app.integrations.gateway.name,
    raw_amount: card,
    card_last4: last4Of(choice),
  });
  const description = `Change of tee time ${teeTime.id}`;
  // Only staff change a tee time, for a caller.
  const charge = { attempt, choice, description, is_telephone_order: true };
  return { operation_id, charge, refunds: [] };
}
