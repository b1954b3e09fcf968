import { formatMoney } from '../../../contract/money.ts';
import { noRateText } from '../../rates/choice/rate.texts.ts';
import { gatewayAwayText } from '../../payments/card/gateway-away.rules.ts';
import type { AmountBack } from './round-changes.contract.ts';

export const NOTHING_CHANGES = 'Nothing is changed yet: choose other players, another day, time or course.';
export const ALREADY_PLAYED_TEXT = 'This round has been played: it cannot be changed any more.';
export const CALL_COURSE_TEXT = 'The reservation at the course is not moved by this. Please call the course.';
export const CLUBS_BELONG_TO_COURSE_TEXT =
  'The rental clubs belong to the course that this was booked at. Please cancel it and book again.';
export const FROZEN_TERMS_OTHER_COURSE_TEXT =
  'Another course has rates of its own. Please take the terms of today, or cancel it and book again.';
export const PRICE_TOO_HIGH_TEXT = 'The price would be too high to be charged.';

const STATES: Record<string, string> = {
  pending: "The payment's outcome is not known yet.",
  cancel_pending: 'This tee time is being canceled.',
  canceled: 'This tee time is canceled: there is nothing to change.',
  failed: 'This booking failed: there is nothing to change.',
};
/** Returns why a tee time in this state cannot be changed, or null for a booked one. */
export const stateNotChangeableText = (state: string): string | null => STATES[state] ?? null;

export const noRateTodayText = (course: string): string =>
  `${noRateText(course)} Please keep the frozen terms, or cancel it and book again.`;
export const noChargeText = (course: string): string =>
  `The rate of ${course} has no price. Please keep the frozen terms, or have it put right.`;
export const differenceChangedText = (cents: number): string =>
  `The difference is ${formatMoney(cents)} now. Please look at it and change again.`;
export const lateChangeText = (hours: number): string =>
  `It is less than ${hours} hours to play: by its terms nothing is refunded as standard. The difference may be kept.`;
export const refundNeedsApprovalText = (cents: number, free: number): string =>
  `${formatMoney(cents)} would go back, and more than ${formatMoney(free)} needs an approval. ` +
  'Please keep the difference, and ask for it as a refund.';
export const alreadyRefundedText = (cents: number): string =>
  `${formatMoney(cents)} of what would go back was refunded before. Please keep the difference, or cancel it and book again.`;

type Done = { charged: number; on_account: number; back: readonly AmountBack[]; isKept: boolean };
/** Describes, for the person at the screen, what a change did. */
export function changeDoneText({ charged, on_account, back, isKept }: Done): string {
  const gone = back.filter(({ to }) => to !== 'account');
  return [
    'The tee time is changed.',
    ...(isKept ? ['Its price stays as it was.'] : []),
    ...(charged > 0 ? [`${formatMoney(charged)} was charged.`] : []),
    ...(on_account > 0 ? [`${formatMoney(on_account)} more is on account.`] : []),
    ...(on_account < 0 ? [`${formatMoney(-on_account)} is owed no longer.`] : []),
    ...gone.map(({ name, raw_amount }) => `${formatMoney(raw_amount)} goes back to ${name}.`),
    CALL_COURSE_TEXT,
  ].join(' ');
}

/** Says that the bank declined a part of the refund to the cards, which therefore stays in the price. */
export const cardRefundDeclinedText = (cents: number): string =>
  `${formatMoney(cents)} did not go back to the card, and stays in the price. Please refund it another way.`;
export const changeRefundDeclinedText = (reason: string): string =>
  `The refund was not made, and nothing is changed. ${reason}`;
export const CHANGE_NEVER_CHARGED =
  'The payment gateway never got this charge. Nothing was charged or changed; please try again.';
export const CHANGE_GATEWAY_AWAY_TEXT = gatewayAwayText('changed', 'put it on account, keep the difference');
