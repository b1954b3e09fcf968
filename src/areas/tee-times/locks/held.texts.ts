import { businessNow, formatMonthDay } from '../../../contract/dates.ts';
import { refundRequestWords } from './waiting.rules.ts';

/** Returns the message that names the running operation of a tee time, which blocks any other. */
export const openOperationText = (kind: string): string =>
  kind === 'change'
    ? 'A change of this tee time is still being worked on.'
    : 'Another cancellation or refund of this tee time is still being worked on.';

/** A refund that waits for its approval. */
export type RequestedRefund = {
  asked_by: string;
  asked_at: string;
  lapses_at: string;
  cancel: boolean;
  raw_card: number;
  raw_certificate: number;
};

/** Formats an instant for a sentence: `Nov 28, 14:05`. */
export const formatShortInstant = (instant: string, timeZone: string): string => {
  const { date, time } = businessNow(new Date(instant), timeZone);
  return `${formatMonthDay(date)}, ${time}`;
};

/** Says that a requested refund waits for approval, to its requester and to anybody who tries to refund the same money. */
export const refundWaitsText = (request: RequestedRefund, timeZone: string): string =>
  `${request.asked_by} asked on ${formatShortInstant(request.asked_at, timeZone)} to ${refundRequestWords(request)}. ` +
  `It waits for the approval of another admin, until ${formatShortInstant(request.lapses_at, timeZone)}.`;
