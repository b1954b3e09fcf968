import type { LocalDateTime } from '../../../contract/dates.ts';
import { INTERNAL_CONFIRMATION } from '../../availability/spots/own-rounds.rules.ts';
import type { TeeTimeStatus } from '../tee-times.contract.ts';

/** The stored states of a tee time; each change requires the expected previous state. */
export const TEE_TIME_STATES = ['pending', 'booked', 'cancel_pending', 'canceled', 'failed'] as const;
export type TeeTimeState = (typeof TEE_TIME_STATES)[number];

/**
 * Returns the status of a tee time by the course's wall clock: from the play time on it is played. The list and the
 * record compute the same in SQL (status.queries.ts); list.test.ts compares the two.
 */
export function teeTimeStatus(
  teeTime: { state: TeeTimeState; play_date: string; play_time: string },
  now: LocalDateTime,
): TeeTimeStatus {
  if (teeTime.state === 'cancel_pending') return 'pending';
  return teeTime.state === 'booked' && hasPassed(teeTime, now) ? 'played' : teeTime.state;
}

function hasPassed(
  teeTime: { play_date: string; play_time: string },
  { date, time }: LocalDateTime,
): boolean {
  return `${teeTime.play_date} ${teeTime.play_time.slice(0, 5)}` <= `${date} ${time.slice(0, 5)}`;
}

/** The specified message for staff who cancel an internal tee time. */
export const INTERNAL_TEE_TIME_TEXT =
  'This is an INTERNAL tee time. Please call the course to cancel the reservation.';

/** Returns true if no course system holds the reservation, so that staff have to call the course to cancel it. */
export function isInternalTeeTime(teeTime: { confirmation: string | null; internal_only: boolean }): boolean {
  return teeTime.internal_only || isUnconfirmedTeeTime(teeTime);
}

/** Returns true while no confirmation of the course is typed, so that the course may not know of the tee time yet. */
export const isUnconfirmedTeeTime = ({ confirmation }: { confirmation: string | null }): boolean =>
  (confirmation?.trim().toUpperCase() || INTERNAL_CONFIRMATION) === INTERNAL_CONFIRMATION;
