import type { Desk } from '../../../server/process/context.ts';
import { courseAt } from '../../course-choice/course-source.steps.ts';
import { isInternal } from '../status.rules.ts';
import type { Cancelable } from './cancel.queries.ts';

/** The reservation at the first connected course system that knows the course, or null where the course has to be called. */
export function reservationOf(teeTime: Cancelable, desk: Desk) {
  const course = isInternal(teeTime) ? null : courseAt(teeTime, desk);
  const { confirmation, play_date } = teeTime;
  return course && { course, confirmation, play_date };
}
