import type { AppContext, Context, Db } from '../../../server/process/context.ts';
import { rejectField, Refused, Stale } from '../../../server/http/errors.ts';
import { faultPoint } from '../../../server/process/fault-points.ts';
import { fingerprintOf, storePlan } from '../../operations/operations.queries.ts';
import { refundsOver, type NewRefund } from '../../payments/allocations/allocations.queries.ts';
import { requireGateway, typedCard } from '../../payments/card-entry.steps.ts';
import { MoneyOperation, type Begun, type MoneyRequest } from '../../payments/money-operation.steps.ts';
import { isTooSmallForCard, tooSmallText } from '../../payments/refused/least-charge.rules.ts';
import { failedCharge } from '../../payments/refused/refused.rules.ts';
import { lockCancelable } from '../locks/tee-time-lock.queries.ts';
import { settlementOf, type Settlement } from './change.rules.ts';
import {
  GATEWAY_AWAY,
  missingText,
  CHANGE_NEVER_CHARGED,
  NOTHING_CHANGES,
  otherDifferenceText,
  refundRefusedText,
} from './change.texts.ts';
import { findChangeable, paidByOf, whyNotChangeable, type Changeable } from './changeable.queries.ts';
import { whyNotSettleable } from './quote.queries.ts';
import { reprice, type Repriced } from './reprice.queries.ts';
import { Changed, type Change } from './round-changes.contract.ts';
import { ChangePlan, recordChange } from './settle-change.steps.ts';

type ChangeInput = MoneyRequest & { body: Change };

/**
 * The money operation that changes a booked tee time and its price. The tee time stays as it was until the operation
 * is settled.
 */
export const CHANGE = new MoneyOperation<ChangeInput, ChangePlan, Changed>({
  kind: 'change',
  subject: 'tee_time',
  points: { claimed: 'change.claimed', settling: 'change.settling' },
  answer: Changed,
  plan: ChangePlan,
  begin: beginChange,
  lock: lockCancelable,
  record: recordChange,
  failed: {
    neverArrived: CHANGE_NEVER_CHARGED,
    action: 'did not change the round',
    answer: (attempt, otherwise) =>
      attempt.kind === 'charge'
        ? failedCharge(attempt, { amount: 'charge', otherwise })
        : { message: refundRefusedText(otherwise) },
    release: async (_, { plan }) => plan.staff,
  },
  chargedFor: 'its change',
});

type ChangeRequest = Pick<Context, 'app' | 'staff' | 'idempotencyKey'> & { body: Change };
/** Changes a booked tee time and its price by the payment protocol (docs/algorithms/payments.md). */
export function changeRound({ app, staff, body, idempotencyKey: key }: ChangeRequest) {
  const { credit_card: _, ...form } = body;
  return CHANGE.run({ app, actor: staff, key, fingerprint: fingerprintOf(form), body });
}

/**
 * Checks and prices a change with the tee time locked, and stores the plan. A change that moves no money at the
 * gateway is made here.
 */
async function beginChange(
  db: Db,
  { app, actor, body }: ChangeInput,
  operation_id: string,
): Promise<Begun<Changed>> {
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
  const isPaid = body.difference === 'settle' && repriced.difference > 0;
  // A card is only checked if it has something to pay.
  const choice = isPaid ? typedCard(app, body.credit_card) : ({ pay: 'nothing' } as const);
  if (choice.pay !== 'nothing') requireGateway(app, actor, GATEWAY_AWAY);
  const moves = await settledMoves(db, { app, teeTime, repriced, body, byCard: choice.pay !== 'nothing' });
  if (isTooSmallForCard(moves.card)) rejectField('charge', tooSmallText(moves.card));
  const plan = planOf(repriced, { teeTime, moves, body, staff: actor.name });
  const { id: tee_time_id } = teeTime;
  await storePlan(db, operation_id, plan, { tee_time_id });
  faultPoint('change.claiming');
  if (moves.card > 0) {
    const description = `Change of tee time ${tee_time_id}`;
    const allocations = [{ tee_time_id, raw_amount: moves.card }];
    return { charges: [{ at: 'change', cents: moves.card, allocations, choice, description }] };
  }
  if (moves.card < 0) return { refunds: await refundsOf(db, tee_time_id, -moves.card) };
  const step = { app, operation_id, subject_id: tee_time_id, plan, attempts: [] };
  return { answer: await recordChange(db, step) };
}

/** Returns the refunds that give back so many cents of a tee time. Throws Refused if less than that is left of its charges. */
async function refundsOf(db: Db, tee_time_id: number, cents: number): Promise<NewRefund[]> {
  const refunds = await refundsOver(db, tee_time_id, cents);
  const missing = refunds.reduce((left, refund) => left - refund.cents, cents);
  if (missing > 0) throw new Refused(missingText(missing));
  return refunds;
}

type Settling = { app: AppContext; teeTime: Changeable; repriced: Repriced; body: Change; byCard: boolean };

/** Returns what each tender pays in addition or gets back. Throws Refused if the amount due back cannot be given back. */
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
      // The number of players behind the price, by which the amounts per player of a refund are counted.
      players_booked: staysOther ? teeTime.players_booked : repriced.round.players,
      raw_cost: repriced.raw_cost,
    },
    price: { raw_charge, raw_rental_amount, raw_discount_amount, raw_gift_certificate_amount, raw_total },
  };
}
