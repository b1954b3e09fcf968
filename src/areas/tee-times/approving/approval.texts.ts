import { businessNow, formatMonthDay } from '../../../contract/dates.ts';
import { formatMoney } from '../../../contract/money.ts';
import { LAPSE_DAYS } from './approval.rules.ts';
import { refundInWords } from './refund-requests.contract.ts';

type Asked = {
  asked_by: string;
  asked_at: string;
  lapses_at: string;
  cancel: boolean;
  raw_card: number;
  raw_certificate: number;
};
type Decided = Asked & { state: string; decided_by: string | null; decided_at: string | null; why: string };

const when = (instant: string, timeZone: string): string => {
  const { date, time } = businessNow(new Date(instant), timeZone);
  return `${formatMonthDay(date)}, ${time}`;
};

/** Says that a refund waits, to the person who asked, and to anybody who would use the same money concurrently. */
export const waitsText = (asked: Asked, timeZone: string): string =>
  `${asked.asked_by} asked on ${when(asked.asked_at, timeZone)} to ${refundInWords(asked)}. ` +
  `It waits for the approval of another admin, until ${when(asked.lapses_at, timeZone)}.`;

/** Describes the outcome of a request that no longer waits. */
export function decidedText(request: Decided, timeZone: string): string {
  const { state, decided_by, decided_at, why } = request;
  if (state === 'waiting' || state === 'lapsed' || decided_at === null)
    return `This lapsed on ${when(request.lapses_at, timeZone)}: nobody had approved it in ${LAPSE_DAYS} days.`;
  return `${decided_by} ${state === 'withdrawn' ? 'withdrew' : state} this on ${when(decided_at, timeZone)}${why ? `: ${why}` : '.'}`;
}

export const NOT_OWN = 'Another admin has to approve this: it was you who asked.';
export const notTheirs = (asked_by: string): string =>
  `Only ${asked_by}, who asked, and admins may withdraw this.`;

/** Says that the rules would now give another amount; `why` explains what is refundable. */
export const otherAmountText = (asked: number, now: number, why: string): string =>
  `${formatMoney(asked)} was asked for, but by now it would be ${formatMoney(now)}. ${why} Please refuse it, and have it asked for anew.`;

/** For the person who asked. */
export const refusedText = (asked: Asked, by: string, why: string): string =>
  `${by} did not approve what you asked for, to ${refundInWords(asked)}: ${why}`;

/** For the person who asked. */
export const lapsedText = (asked: Asked): string =>
  `Nobody approved in ${LAPSE_DAYS} days what you asked for, to ${refundInWords(asked)}. Please ask again where it is still wanted.`;
