import { COURSE_SYSTEMS } from '../../../outside/course/course-system.ts';
import type { Desk } from '../../../server/process/context.ts';
import { isInternal } from '../status.rules.ts';
import type { Cancelable } from './cancel.queries.ts';

const IDS = {
  fore_up: 'fore_up_id',
  golfnow: 'golfnow_id',
  golfswitch: 'gs_id',
  club_prophet: 'club_prophet_id',
} as const;

/** The reservation at the first connected course system that knows the course, or null where the course has to be called. */
export function reservationOf(teeTime: Cancelable, { outside, settings }: Desk) {
  if (isInternal(teeTime)) return null;
  for (const system of COURSE_SYSTEMS) {
    const course_ref = teeTime[IDS[system]];
    if (course_ref && outside.courses.isConnected(system)) {
      const { confirmation, play_date } = teeTime;
      return {
        course: { system, course_ref, time_zone: settings.businessTimeZone },
        confirmation,
        play_date,
      };
    }
  }
  return null;
}
