import {
  COURSE_SYSTEMS,
  type CourseReference,
  type CourseSystemName,
} from '../../integrations/course/course-system.ts';
import type { AppContext } from '../../server/process/context.ts';

/** The ids of a course in the four course systems. */
export type CourseSystemIds = {
  fore_up_id: string | null;
  golfnow_id: string | null;
  gs_id: string | null;
  club_prophet_id: string | null;
};
const IDS = {
  fore_up: 'fore_up_id',
  golfnow: 'golfnow_id',
  golfswitch: 'gs_id',
  club_prophet: 'club_prophet_id',
} as const;

/** Returns a course's id in a course system; null or empty if the course's form has none. */
export const courseIdAt = (course: CourseSystemIds, system: CourseSystemName): string | null =>
  course[IDS[system]];

/**
 * Returns the first connected course system that knows the course, from which open times are read and in which bookings are
 * canceled; null if staff have to call the course.
 */
export function findConnectedSystem(
  course: CourseSystemIds & { time_zone: string | null },
  { integrations, settings }: Pick<AppContext, 'integrations' | 'settings'>,
): CourseReference | null {
  for (const system of COURSE_SYSTEMS) {
    const course_ref = courseIdAt(course, system);
    if (course_ref && integrations.courses.isConnected(system))
      return { system, course_ref, time_zone: course.time_zone ?? settings.businessTimeZone };
  }
  return null;
}
