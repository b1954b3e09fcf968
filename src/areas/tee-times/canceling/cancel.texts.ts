import { formatDay } from '../../../contract/dates.ts';
import { formatMoney } from '../../../contract/money.ts';
import { countWithNoun } from '../../../contract/words.ts';

/** The effect of a cancellation, in cents for each tender. */
type Done = { cancel: boolean; card: number; certificate: number };

/** Describes, for the person at the screen, what a cancellation did. */
export function cancellationDoneText({ cancel, card, certificate }: Done): string {
  const parts = [
    ...(cancel ? ['The tee time is canceled.'] : []),
    ...(card > 0 ? [`${formatMoney(card)} goes back to the card.`] : []),
    ...(certificate > 0 ? [`${formatMoney(certificate)} goes back to the gift certificate.`] : []),
  ];
  return parts.join(' ');
}

/** Tells a partner to ask staff for a large refund, because a partner's program cannot wait for an approval. */
export const ASK_OFFICE_FOR_REFUND_TEXT =
  'A refund of this amount has to be approved here. Please ask the office for it.';

/** Tells a partner, who must not call the course, that staff cancel the booking; replaces INTERNAL_TEE_TIME_TEXT. */
export const OFFICE_CANCELS_TEXT =
  'No course system holds this booking: the office cancels it at the course. Please ask the office.';

/** The facts of a tee time that staff tell the course when they call it. */
export type CourseCallFacts = {
  course_name: string;
  phone: string | null;
  play_date: string;
  play_time: string;
  players: number;
};

/** Asks staff to call the course after a partner canceled. */
export const callCourseText = (partner: string, { course_name, phone, ...round }: CourseCallFacts): string =>
  `${partner} canceled ${countWithNoun(round.players, 'player')} at ${course_name} on ${formatDay(round.play_date)} ${round.play_time}, ` +
  `which has no confirmation. Please call the course${phone ? ` (${phone})` : ''}: it may know of the tee time by now.`;

/** Describes a cancellation whose refund to the card the bank declined, wholly or in part. */
export function refundDeclinedText({ cancel, card, certificate }: Done, made = 0): string {
  const done = cancellationDoneText({ cancel, card: made, certificate });
  if (certificate > 0 || made > 0) return `${done} ${formatMoney(card - made)} did not go back to the card.`;
  return cancel ? 'The tee time is canceled, but the refund was not made.' : 'The refund was not made.';
}
