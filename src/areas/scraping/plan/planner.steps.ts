import type { AppContext } from '../../../server/process/context.ts';
import { findConnectedSystem } from '../../course-choice/course-source.steps.ts';
import {
  liveCourses,
  planScrapeDays,
  saveCourseSources,
  type ScrapePlanClock,
  type CourseSource,
} from './planner.queries.ts';

/** Stores the course system of each live course, and plans the scrapes of its days. */
export async function planScrapes(app: AppContext, clock: ScrapePlanClock): Promise<void> {
  const sources: CourseSource[] = [];
  for (const course of await liveCourses(app.db)) {
    const at = findConnectedSystem(course, app);
    const host = at && app.integrations.courses.hostOf(at);
    if (at && host)
      sources.push({ course_id: course.id, system: at.system, course_ref: at.course_ref, host });
  }
  await saveCourseSources(app.db, sources, clock);
  await planScrapeDays(app.db, clock);
}
