import type { Desk } from '../../../server/process/context.ts';
import { courseAt } from '../../course-choice/course-source.steps.ts';
import { liveCourses, planDays, putSources, type PlanClock, type Source } from './planner.queries.ts';

/** Finds the source of each live course, and plans the scrapes of its days. */
export async function plan(desk: Desk, clock: PlanClock): Promise<void> {
  const sources: Source[] = [];
  for (const course of await liveCourses(desk.db)) {
    const at = courseAt(course, desk);
    const host = at && desk.outside.courses.hostOf(at);
    if (at && host)
      sources.push({ course_id: course.id, system: at.system, course_ref: at.course_ref, host });
  }
  await putSources(desk.db, sources, clock);
  await planDays(desk.db, clock);
}
