import type { Db, AppContext } from '../../../server/process/context.ts';
import { largestOpenParty } from '../../availability/spots/largest-party.queries.ts';
import { findTenderTotals } from '../../payments/ledger.queries.ts';
import { centsWithoutApprovalLeft } from '../refund-limits/refund-limits.queries.ts';
import { needsApproval } from '../refund-limits/refund-limits.rules.ts';
import {
  unrefundableCents,
  settlePriceDifference,
  amountsBackByTender,
  type PriceSettlement,
  type TenderBalances,
} from './change.rules.ts';
import { refundNeedsApprovalText, alreadyRefundedText, NOTHING_CHANGES } from './change.texts.ts';
import {
  findChangeableTeeTime,
  findTenderBalances,
  whyNotChangeable,
  type ChangeableTeeTime,
} from './changeable.queries.ts';
import { repriceTeeTime, type RepricedTeeTime } from './reprice.queries.ts';
import type { PricedTeeTime, ChangeQuote, RepriceInput } from './round-changes.contract.ts';

/**
 * Returns the price that a change would have, without writing anything. Throws InvalidFields with all errors of the changed
 * tee time.
 */
export async function quoteChange(db: Db, app: AppContext, input: RepriceInput): Promise<ChangeQuote> {
  const teeTime = await findChangeableTeeTime(db, input.id);
  const refusal = await whyNotChangeable(db, app, teeTime);
  const nothing = { before: beforeOf(teeTime), updated_at: teeTime.updated_at };
  if (refusal !== null) return { ...REFUSED, ...nothing, refusal };
  const repriced = await repriceTeeTime(db, { app, teeTime, input });
  if (repriced.isSame) return { ...REFUSED, ...nothing, refusal: NOTHING_CHANGES };
  const paidBy = await findTenderBalances(db, teeTime);
  const moves = settlePriceDifference(teeTime, repriced.price, { paidBy, byCard: false });
  return {
    ...nothing,
    refusal: null,
    after: afterOf(repriced),
    why: repriced.why,
    raw_difference: repriced.difference,
    back: amountsBackByTender(moves, paidBy),
    settle_refusal: await whyDifferenceNotSettleable(db, app, { teeTime, moves, paidBy }),
    warnings: repriced.warnings,
    large: repriced.large,
    largest_party: await largestOpenParty(db, app.now(), repriced.round),
  };
}

const REFUSED = {
  after: null,
  why: null,
  raw_difference: 0,
  back: [],
  settle_refusal: null,
  warnings: [],
  large: null,
  largest_party: null,
} satisfies Partial<ChangeQuote>;

type ChangeToSettle = { teeTime: ChangeableTeeTime; moves: PriceSettlement; paidBy: TenderBalances };

/** Returns a sentence saying why the money of a cheaper change cannot be given back, or null if it can. */
export async function whyDifferenceNotSettleable(
  db: Db,
  app: AppContext,
  { teeTime, moves, paidBy }: ChangeToSettle,
) {
  const gone = unrefundableCents(moves, paidBy);
  if (gone > 0) return alreadyRefundedText(gone);
  const free = centsWithoutApprovalLeft(app, await findTenderTotals(db, teeTime.id));
  const back = Math.max(0, -moves.card) + Math.max(0, -moves.certificate);
  return back > 0 && needsApproval(back, free) ? refundNeedsApprovalText(back, free ?? 0) : null;
}

const beforeOf = ({ course_id, course_name, ...teeTime }: ChangeableTeeTime): PricedTeeTime => ({
  players: teeTime.players,
  play_date: teeTime.play_date,
  play_time: teeTime.play_time,
  course: { id: course_id, course_name },
  raw_charge: teeTime.raw_charge,
  raw_rental_amount: teeTime.raw_rental_amount,
  raw_discount_amount: teeTime.raw_discount_amount,
  raw_gift_certificate_amount: teeTime.raw_gift_certificate_amount,
  raw_total: teeTime.raw_total,
  raw_cost: teeTime.raw_cost,
});

function afterOf({ course, round, price, raw_cost }: RepricedTeeTime): PricedTeeTime {
  const { course_id: _, ...played } = round;
  return { ...played, ...price, raw_cost, course: { id: course.id, course_name: course.course_name } };
}
