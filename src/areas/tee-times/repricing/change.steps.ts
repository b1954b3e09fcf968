import type { AppContext, CallContext, Db } from '../../../server/process/context.ts';
import { rejectField, RejectedByRule, StaleRecord } from '../../../server/http/errors.ts';
import { dieAtFaultPoint } from '../../../server/process/fault-points.ts';
import { requestFingerprint, storePlan } from '../../operations/operations.queries.ts';
import { planRefunds, type NewRefund } from '../../payments/allocations/allocations.queries.ts';
import { requireGatewayAvailable, cardToCharge } from '../../payments/card-entry.steps.ts';
import {
  MoneyOperation,
  type BegunOperation,
  type MoneyRequest,
} from '../../payments/money-operation.steps.ts';
import { isTooSmallForCard, cardShareTooSmallText } from '../../payments/refused/least-charge.rules.ts';
import { failedChargeAnswer } from '../../payments/refused/refused.rules.ts';
import { lockTeeTimeForCancel } from '../locks/tee-time-lock.queries.ts';
import { settlePriceDifference, type PriceSettlement } from './change.rules.ts';
import {
  CHANGE_GATEWAY_AWAY_TEXT,
  alreadyRefundedText,
  CHANGE_NEVER_CHARGED,
  NOTHING_CHANGES,
  differenceChangedText,
  changeRefundDeclinedText,
} from './change.texts.ts';
import {
  findChangeableTeeTime,
  findTenderBalances,
  whyNotChangeable,
  type ChangeableTeeTime,
} from './changeable.queries.ts';
import { whyDifferenceNotSettleable } from './quote.queries.ts';
import { repriceTeeTime, type RepricedTeeTime } from './reprice.queries.ts';
import { RoundChangeResult, type RoundChange } from './round-changes.contract.ts';
import { ChangePlan, recordChange } from './settle-change.steps.ts';

type ChangeInput = MoneyRequest & { body: RoundChange };

/**
 * The money operation that changes a booked tee time and its price. The tee time stays as it was until the operation
 * is settled.
 */
export const CHANGE_OPERATION = new MoneyOperation<ChangeInput, ChangePlan, RoundChangeResult>({
  kind: 'change',
  subject: 'tee_time',
  points: { claimed: 'change.claimed', settling: 'change.settling' },
  answer: RoundChangeResult,
  plan: ChangePlan,
  begin: beginChange,
  lock: lockTeeTimeForCancel,
  record: recordChange,
  failed: {
    neverArrived: CHANGE_NEVER_CHARGED,
    action: 'did not change the round',
    answer: (attempt, otherwise) =>
      attempt.kind === 'charge'
        ? failedChargeAnswer(attempt, { amount: 'charge', otherwise })
        : { message: changeRefundDeclinedText(otherwise) },
    release: async (_, { plan }) => plan.staff,
  },
  chargedFor: 'its change',
});

type ChangeRequest = Pick<CallContext, 'app' | 'staff' | 'idempotencyKey'> & { body: RoundChange };
/** Changes a booked tee time and its price by the payment protocol (docs/algorithms/payments.md). */
export function changeRound({ app, staff, body, idempotencyKey: key }: ChangeRequest) {
  const { credit_card: _, ...form } = body;
  return CHANGE_OPERATION.run({ app, actor: staff, key, fingerprint: requestFingerprint(form), body });
}

/**
 * Checks and prices a change with the tee time locked, and stores the plan. A change that moves no money at the
 * gateway is made here.
 */
async function beginChange(
  db: Db,
  { app, actor, body }: ChangeInput,
  operation_id: string,
): Promise<BegunOperation<RoundChangeResult>> {
  await lockTeeTimeForCancel(db, body.id);
  const teeTime = await findChangeableTeeTime(db, body.id);
  if (body.updated_at && body.updated_at !== teeTime.updated_at)
    throw new StaleRecord(teeTime.updated_by, teeTime.updated_at);
  const refusal = await whyNotChangeable(db, app, teeTime);
  if (refusal !== null) throw new RejectedByRule(refusal);
  const repriced = await repriceTeeTime(db, { app, teeTime, input: body });
  if (repriced.isSame) throw new RejectedByRule(NOTHING_CHANGES);
  if (repriced.difference !== body.shown_difference)
    rejectField('shown_difference', differenceChangedText(repriced.difference));
  const isPaid = body.difference === 'settle' && repriced.difference > 0;
  // A card is only checked if it has something to pay.
  const choice = isPaid ? cardToCharge(app, body.credit_card) : ({ pay: 'nothing' } as const);
  if (choice.pay !== 'nothing') requireGatewayAvailable(app, actor, CHANGE_GATEWAY_AWAY_TEXT);
  const moves = await settledMoves(db, { app, teeTime, repriced, body, byCard: choice.pay !== 'nothing' });
  if (isTooSmallForCard(moves.card)) rejectField('charge', cardShareTooSmallText(moves.card));
  const plan = planOf(repriced, { teeTime, moves, body, staff: actor.name });
  const { id: tee_time_id } = teeTime;
  await storePlan(db, operation_id, plan, { tee_time_id });
  dieAtFaultPoint('change.claiming');
  if (moves.card > 0) {
    const description = `Change of tee time ${tee_time_id}`;
    const allocations = [{ tee_time_id, raw_amount: moves.card }];
    return { charges: [{ at: 'change', cents: moves.card, allocations, choice, description }] };
  }
  if (moves.card < 0) return { refunds: await refundsOf(db, tee_time_id, -moves.card) };
  const step = { app, operation_id, subject_id: tee_time_id, plan, attempts: [] };
  return { answer: await recordChange(db, step) };
}

/** Returns the refunds that give back so many cents of a tee time. Throws RejectedByRule if less than that is left of its charges. */
async function refundsOf(db: Db, tee_time_id: number, cents: number): Promise<NewRefund[]> {
  const refunds = await planRefunds(db, tee_time_id, cents);
  const missing = refunds.reduce((left, refund) => left - refund.cents, cents);
  if (missing > 0) throw new RejectedByRule(alreadyRefundedText(missing));
  return refunds;
}

type Settling = {
  app: AppContext;
  teeTime: ChangeableTeeTime;
  repriced: RepricedTeeTime;
  body: RoundChange;
  byCard: boolean;
};

/** Returns what each tender pays in addition or gets back. Throws RejectedByRule if the amount due back cannot be given back. */
async function settledMoves(
  db: Db,
  { app, teeTime, repriced, body, byCard }: Settling,
): Promise<PriceSettlement> {
  if (body.difference === 'keep') return { on_account: 0, card: 0, certificate: 0 };
  const paidBy = await findTenderBalances(db, teeTime);
  const moves = settlePriceDifference(teeTime, repriced.price, { paidBy, byCard });
  const refusal = await whyDifferenceNotSettleable(db, app, { teeTime, moves, paidBy });
  if (refusal !== null) throw new RejectedByRule(refusal);
  return moves;
}

type Planning = { teeTime: ChangeableTeeTime; moves: PriceSettlement; body: RoundChange; staff: string };

function planOf(repriced: RepricedTeeTime, { teeTime, moves, body, staff }: Planning): ChangePlan {
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
