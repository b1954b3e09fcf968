import { formatMoney } from '../../../contract/money.ts';
import { formatShortInstant, type RequestedRefund } from '../locks/held.texts.ts';
import { refundRequestWords } from '../locks/waiting.rules.ts';
import { REFUND_REQUEST_DAYS } from './approval.rules.ts';

type Decided = RequestedRefund & {
  state: string;
  decided_by: string | null;
  decided_at: string | null;
  why: string;
};

/** Describes the outcome of a refund request that no longer waits. */
export function decidedRequestText(request: Decided, timeZone: string): string {
  const { state, decided_by, decided_at, why } = request;
  if (state === 'waiting' || state === 'lapsed' || decided_at === null)
    return `This lapsed on ${formatShortInstant(request.lapses_at, timeZone)}: nobody had approved it in ${REFUND_REQUEST_DAYS} days.`;
  return `${decided_by} ${state === 'withdrawn' ? 'withdrew' : state} this on ${formatShortInstant(decided_at, timeZone)}${why ? `: ${why}` : '.'}`;
}

export const OTHER_ADMIN_APPROVES_TEXT = 'Another admin has to approve this: it was you who asked.';
export const cannotWithdrawText = (asked_by: string): string =>
  `Only ${asked_by}, who asked, and admins may withdraw this.`;

/** Says that the refund rules would now give another amount than requested; `why` explains the amount. */
export const refundAmountChangedText = (requested: number, now: number, why: string): string =>
  `${formatMoney(requested)} was asked for, but by now it would be ${formatMoney(now)}. ${why} Please refuse it; it can be requested again.`;

/** Tells the requester that the refund was refused, and why. */
export const refundRequestRefusedText = (requested: RequestedRefund, by: string, why: string): string =>
  `${by} did not approve what you asked for, to ${refundRequestWords(requested)}: ${why}`;

/** Tells the requester that the refund request lapsed. */
export const refundRequestLapsedText = (requested: RequestedRefund): string =>
  `Nobody approved in ${REFUND_REQUEST_DAYS} days what you asked for, to ${refundRequestWords(requested)}. Please ask again where it is still wanted.`;
