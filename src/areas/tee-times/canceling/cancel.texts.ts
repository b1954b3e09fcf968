import { formatMoney } from '../../../contract/money.ts';

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

/** The same where the bank refused the card's share. */
export function notMadeText({ cancel, card, certificate }: Done): string {
  const done = doneText({ cancel, card: 0, certificate });
  if (certificate > 0) return `${done} ${formatMoney(card)} did not go back to the card.`;
  return cancel ? 'The tee time is canceled, but the refund was not made.' : 'The refund was not made.';
}

/** Refunds of one tee time that come to more than this are looked at by somebody else. Cents. */
export const SECOND_LOOK_ABOVE = 50_000;

/** Asks for that second look; `whole` is all that went back of the tee time. */
export const secondLookText = (staff: string, { refunded, whole }: { refunded: number; whole: number }) =>
  `${staff} refunded ${formatMoney(refunded)}${whole > refunded ? `, ${formatMoney(whole)} with what went back before` : ''}. ` +
  `More than ${formatMoney(SECOND_LOOK_ABOVE)} wants a second look.`;

/** A charge that came too late and could not be given back: somebody must. */
export const notReversedText = (cents: number, reason: string): string =>
  `The refund of ${formatMoney(cents)} for a charge that appeared after its booking had failed was not made: ${reason} Please refund it by hand.`;
