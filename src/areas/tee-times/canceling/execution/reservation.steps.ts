import { isPartner, type Actor, type AppContext } from '../../../../server/process/context.ts';
import { courseAt } from '../../../course-choice/course-source.steps.ts';
import { hoursToPlay } from '../../moment/moment.queries.ts';
import { isInternal, isUnconfirmed } from '../../status/status.rules.ts';
import type { Cancelable } from '../../locks/tee-time-lock.queries.ts';

/**
 * Returns the reservation at the first connected course system that knows the course, or null if staff have to call
 * the course.
 */
export function reservationOf(teeTime: Cancelable, app: AppContext) {
  const course = isInternal(teeTime) ? null : courseAt(teeTime, app);
  const { confirmation, play_date } = teeTime;
  return course && { course, confirmation, play_date };
}

/**
 * Returns true if a partner may cancel a booking without the course: before the play time, and while no confirmation
 * was typed, so that the course may not know of it yet. Staff then call the course.
 */
export function mayCancelUnconfirmed(actor: Actor, teeTime: Cancelable, app: AppContext): boolean {
  return isPartner(actor) && isUnconfirmed(teeTime) && hoursToPlay(app, teeTime) > 0;
}
