import { formatMoney } from '../../../../contract/money.ts';
import type { CancelOptions } from '../../tee-times.contract.ts';
import { spreadOverCharges } from '../../../payments/allocations/refunding.rules.ts';
import { splitRefund, type TenderTotals } from '../refund.rules.ts';

type PaidBy = CancelOptions['paid_by'];

/** A tender of a tee time: what it paid, its earlier refunds, the refund now, and the rest. Cents; null if not known yet. */
export type TenderLine = {
  tender: string;
  paid: number;
  before: number;
  now: number | null;
  stays: number | null;
};

/** The cancellation or refund that is being entered; `cents` is null if no amount is typed. */
export type PlannedRefund = { refund: boolean; cancel: boolean; cents: number | null };

/**
 * Returns the effect of a cancellation or refund on each tender that paid, and a sentence about each. The split is
 * the one of the refund itself.
 */
export function explainRefund(
  { paid_by, refund_total }: Pick<CancelOptions, 'paid_by' | 'refund_total'>,
  meant: PlannedRefund,
): { lines: TenderLine[]; says: string } {
  const tenders = tendersIn(paid_by);
  const left = leftOf(tenders);
  const amount = meant.refund ? meant.cents : 0;
  const back = amount === null || amount > left ? null : splitRefund(amount, tenders);
  const lines = [
    ...cardLines(paid_by.cards, back && back.card),
    lineOf(
      certificateOf(paid_by),
      tenders.certificatePaidCents,
      tenders.certificateRefundedCents,
      back && back.certificate,
    ),
  ].filter(({ paid }) => paid > 0);
  const says = [refundSays(lines, { ...meant, left, standard: refund_total }), accountSays(paid_by, meant)];
  return { lines, says: says.filter(Boolean).join(' ') };
}

/** Returns the tenders of a call's answer, in the form that the refund's calculation takes. */
const tendersIn = (paid: PaidBy): TenderTotals => ({
  cardPaidCents: paid.raw_card,
  cardRefundedCents: paid.raw_card_refunded,
  certificatePaidCents: paid.raw_certificate,
  certificateRefundedCents: paid.raw_certificate_refunded,
});

const leftOf = (tenders: TenderTotals): number =>
  Math.max(0, tenders.cardPaidCents - tenders.cardRefundedCents) +
  Math.max(0, tenders.certificatePaidCents - tenders.certificateRefundedCents);

/** Returns one line per card, however often the card was charged: a refund is spread over the charges in their order. */
function cardLines(cards: PaidBy['cards'], now: number | null): TenderLine[] {
  const charges = cards.map((card) => ({ ...card, left: card.raw_left }));
  const parts = spreadOverCharges(now ?? 0, charges);
  const lines = new Map<string, TenderLine>();
  for (const charge of charges) {
    const tender = cardOf(charge);
    const known = lines.get(tender) ?? lineOf(tender, 0, 0, now === null ? null : 0);
    const part = parts.find((one) => one.charge === charge)?.cents ?? 0;
    const before = charge.raw_amount - charge.raw_left;
    lines.set(
      tender,
      lineOf(
        tender,
        known.paid + charge.raw_amount,
        known.before + before,
        known.now === null ? null : known.now + part,
      ),
    );
  }
  return [...lines.values()];
}

const cardOf = ({ card_last4 }: { card_last4: string | null }): string =>
  card_last4 === null ? 'Card' : `Card ${card_last4}`;
const certificateOf = ({ serial }: PaidBy): string =>
  serial === null ? 'Gift certificate' : `Gift certificate ${serial}`;

const lineOf = (tender: string, paid: number, before: number, now: number | null): TenderLine => ({
  tender,
  paid,
  before,
  now,
  stays: now === null ? null : paid - before - now,
});

type Figures = PlannedRefund & { left: number; standard: number };

function refundSays(lines: TenderLine[], { refund, cents, left, standard }: Figures): string {
  if (left === 0) return '';
  if (!refund) return `Nothing goes back: ${formatMoney(left)} stays.`;
  if (cents === null || cents === 0) return `Type what goes back, at most ${formatMoney(left)}.`;
  if (cents > left) return `At most ${formatMoney(left)} can go back.`;
  const goes = lines
    .filter(({ now }) => now !== null && now > 0)
    .map(
      ({ tender, now }, at) =>
        `${formatMoney(now ?? 0)} ${at === 0 ? 'goes back ' : ''}to ${inSentence(tender)}`,
    );
  const rest = cents === left ? 'nothing stays' : `${formatMoney(left - cents)} stays`;
  return [`${goes.join(', ')}; ${rest}.`, besideStandard(cents - standard)].filter(Boolean).join(' ');
}

function besideStandard(more: number): string {
  if (more === 0) return '';
  return `That is ${formatMoney(Math.abs(more))} ${more > 0 ? 'more' : 'less'} than the standard amount.`;
}

// An amount on account was never paid, so it is not refunded: after a cancellation it is no longer owed.
function accountSays({ raw_on_account: owed }: PaidBy, { cancel }: PlannedRefund): string {
  if (owed === 0) return '';
  return `${formatMoney(owed)} on account ${cancel ? 'is no longer owed' : 'stays owed'}.`;
}

function inSentence(tender: string): string {
  const lower = tender.charAt(0).toLowerCase() + tender.slice(1);
  return /\d/.test(tender) ? lower : `the ${lower}`;
}
