import { formatDay } from '../../../contract/dates.ts';
import { formatMoney } from '../../../contract/money.ts';
import { counted } from '../../../contract/words.ts';
import { SECOND_LOOK_ABOVE } from '../../payments/refunding.rules.ts';

/** What a cancellation does, in cents for each tender. */
type Done = { cancel: boolean; card: number; certificate: number };

/** What was done, for the person who asked. */
export function doneText({ cancel, card, certificate }: Done): string {
  const parts = [
    ...(cancel ? ['The tee time is canceled.'] : []),
    ...(card > 0 ? [`${formatMoney(card)} goes back to the card.`] : []),
    ...(certificate > 0 ? [`${formatMoney(certificate)} goes back to the gift certificate.`] : []),
  ];
  return parts.join(' ');
}

/** A partner's program does not wait for an approval. */
export const ASK_THE_OFFICE =
  'A refund of this amount has to be approved here. Please ask the office for it.';

/** What staff are to tell a course by phone. */
export type Called = {
  course_name: string;
  phone: string | null;
  play_date: string;
  play_time: string;
  players: number;
};

/** Asks staff to call the course after a partner canceled. */
export const callCourseText = (partner: string, { course_name, phone, ...round }: Called): string =>
  `${partner} canceled ${counted(round.players, 'player')} at ${course_name} on ${formatDay(round.play_date)} ${round.play_time}, ` +
  `which has no confirmation. Please call the course${phone ? ` (${phone})` : ''}: it may know of the tee time by now.`;

/** What of a tee time is still under way: nothing else is begun meanwhile. */
export const openText = (kind: string): string =>
  kind === 'change'
    ? 'A change of this tee time is still being worked on.'
    : 'Another cancellation or refund of this tee time is still being worked on.';

/** The same as was done where the bank refused the card's share, but for what went back of it. */
export function notMadeText({ cancel, card, certificate }: Done, made = 0): string {
  const done = doneText({ cancel, card: made, certificate });
  if (certificate > 0 || made > 0) return `${done} ${formatMoney(card - made)} did not go back to the card.`;
  return cancel ? 'The tee time is canceled, but the refund was not made.' : 'The refund was not made.';
}

/** Asks for that second look; `whole` is all that went back of the tee time. */
export const secondLookText = (staff: string, { refunded, whole }: { refunded: number; whole: number }) =>
  `${staff} refunded ${formatMoney(refunded)}${whole > refunded ? `, ${formatMoney(whole)} with what went back before` : ''}. ` +
  `More than ${formatMoney(SECOND_LOOK_ABOVE)} wants a second look.`;

/** What a charge that came too late had been for. */
type Cause = 'booking' | 'change';

/** A charge that came too late is given back. */
export const appearedText = (cents: number, cause: Cause): string =>
  `A charge of ${formatMoney(cents)} appeared after its ${cause} had failed. It is being refunded.`;

/** It could not be given back: somebody must. */
export const notReversedText = (cents: number, cause: Cause, reason: string): string =>
  `The refund of ${formatMoney(cents)} for a charge that appeared after its ${cause} had failed was not made: ${reason} Please refund it by hand.`;
