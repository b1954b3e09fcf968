import { isPartner, type Actor, type AppContext } from '../../../../server/process/context.ts';
import { findConnectedSystem } from '../../../course-choice/course-source.steps.ts';
import { hoursToPlay } from '../../moment/moment.queries.ts';
import { isInternalTeeTime, isUnconfirmedTeeTime } from '../../status/status.rules.ts';
import type { CancelableTeeTime } from '../../locks/tee-time-lock.queries.ts';

/**
 * Returns the reservation at the first connected course system that knows the course, or null if staff have to call
 * the course.
 */
export function courseReservation(teeTime: CancelableTeeTime, app: AppContext) {
  const course = isInternalTeeTime(teeTime) ? null : findConnectedSystem(teeTime, app);
  const { confirmation, play_date } = teeTime;
  return course && { course, confirmation, play_date };
}

/**
 * Returns true if a partner may cancel a booking without the course: before the play time, and while no confirmation
 * was typed, so that the course may not know of it yet. Staff then call the course.
 */
export function mayCancelUnconfirmed(actor: Actor, teeTime: CancelableTeeTime, app: AppContext): boolean {
  return isPartner(actor) && isUnconfirmedTeeTime(teeTime) && hoursToPlay(app, teeTime) > 0;
}
