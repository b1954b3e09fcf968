import { amountProblem } from '../../../contract/typed/amounts.ts';
import { formatMoney } from '../../../contract/money.ts';
import { capitalized } from '../../../contract/words.ts';

/** The amount paid for a tee time by all tenders, and the refund terms frozen at booking, per player; cents. */
export type RefundTerms = {
  capturedCents: number;
  refundedCents: number;
  players_booked: number;
  raw_non_refundable: number;
  /** The most that is refunded per player; 0 means no limit. */
  raw_max_refund: number;
  cancel_hours: number;
  hoursUntilPlay: number;
};

export type RefundableAmounts = {
  standardCents: number;
  fullCents: number;
  /** The reason for the standard refund: `Plays in 41 h, the window is 24 h: nothing is kept.` */
  why: string;
  /** The reason without the hours until play, for a screen that shows these beside it. */
  rule: string;
};

export function calculateRefundable(terms: RefundTerms): RefundableAmounts {
  const fullCents = Math.max(0, terms.capturedCents - terms.refundedCents);
  const isLate = terms.hoursUntilPlay < terms.cancel_hours;
  const standardCents = isLate ? 0 : Math.max(0, allowance(terms) - terms.refundedCents);
  const reason = reasonOf(terms, { fullCents, standardCents, isLate });
  if (!reason.hasWindow) return { standardCents, fullCents, why: reason.text, rule: reason.text };
  const { plays, window } = clock(terms);
  return {
    standardCents,
    fullCents,
    why: `${plays}, ${window}: ${reason.text}`,
    rule: `${capitalized(window)}: ${reason.text}`,
  };
}

const kept = (terms: RefundTerms): number => terms.raw_non_refundable * terms.players_booked;
const limit = (terms: RefundTerms): number =>
  terms.raw_max_refund > 0 ? terms.raw_max_refund * terms.players_booked : Infinity;
const allowance = (terms: RefundTerms): number => Math.min(terms.capturedCents - kept(terms), limit(terms));

/** Returns the reason for the standard refund; `hasWindow` if the time until play decides. */
function reasonOf(
  terms: RefundTerms,
  { fullCents, standardCents, isLate }: { fullCents: number; standardCents: number; isLate: boolean },
): { text: string; hasWindow: boolean } {
  const plainly = (text: string) => ({ text, hasWindow: false });
  if (terms.capturedCents === 0) return plainly('Nothing was paid: there is nothing to refund.');
  if (fullCents === 0) return plainly(`All of ${formatMoney(terms.capturedCents)} is refunded already.`);
  if (isLate) return { text: 'nothing is refunded as standard.', hasWindow: true };
  const already = terms.refundedCents > 0 ? [`${formatMoney(terms.refundedCents)} is refunded already`] : [];
  const rest = standardCents === 0 ? ', which leaves nothing to refund as standard' : '';
  return { text: `${[termText(terms), ...already].join(', ')}${rest}.`, hasWindow: true };
}

/** Returns the words for the term that decides the refund: the limit, or the amount that is kept. */
function termText(terms: RefundTerms): string {
  if (limit(terms) < terms.capturedCents - kept(terms))
    return `at most ${formatMoney(terms.raw_max_refund)} per player is refunded`;
  return kept(terms) > 0 ? `${formatMoney(terms.raw_non_refundable)} per player is kept` : 'nothing is kept';
}

function clock({ hoursUntilPlay, cancel_hours }: RefundTerms) {
  // The hours are rounded down, so that the displayed number compares with the window as the exact one does.
  const plays = hoursUntilPlay < 0 ? 'The play time has passed' : `Plays in ${Math.floor(hoursUntilPlay)} h`;
  return { plays, window: cancel_hours > 0 ? `the window is ${cancel_hours} h` : 'there is no window' };
}

/** The amounts that each tender paid for a tee time and got back so far, in cents. */
export type TenderTotals = {
  cardPaidCents: number;
  cardRefundedCents: number;
  certificatePaidCents: number;
  certificateRefundedCents: number;
};

/** Splits a refund over the tenders that paid for the tee time; throws if they paid less. */
export function splitRefund(
  amountCents: number,
  tenders: TenderTotals,
): { card: number; certificate: number } {
  const cardLeft = Math.max(0, tenders.cardPaidCents - tenders.cardRefundedCents);
  const certificateLeft = Math.max(0, tenders.certificatePaidCents - tenders.certificateRefundedCents);
  if (!Number.isSafeInteger(amountCents) || amountCents < 0 || amountCents > cardLeft + certificateLeft)
    throw new RangeError(`${amountCents} cents cannot be refunded`);
  const card = Math.min(amountCents, cardLeft);
  return { card, certificate: amountCents - card };
}

/** Returns why a typed amount cannot be refunded, or null; `left` is the most that can be. */
export const whyNoRefund = (typed: string, cents: number | null, left: number): string | null => {
  if (cents === null) return amountProblem(typed);
  if (cents === 0) return 'must be more than $0';
  return cents > left ? `must be at most ${formatMoney(left)}, what is left to refund` : null;
};
