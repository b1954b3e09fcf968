import type { AppContext } from '../../../server/process/context.ts';
import { courseAt } from '../../course-choice/course-source.steps.ts';
import { liveCourses, planDays, putSources, type PlanClock, type PlannedSource } from './planner.queries.ts';

/** Stores the course system of each live course, and plans the scrapes of its days. */
export async function plan(app: AppContext, clock: PlanClock): Promise<void> {
  const sources: PlannedSource[] = [];
  for (const course of await liveCourses(app.db)) {
    const at = courseAt(course, app);
    const host = at && app.integrations.courses.hostOf(at);
    if (at && host)
      sources.push({ course_id: course.id, system: at.system, course_ref: at.course_ref, host });
  }
  await putSources(app.db, sources, clock);
  await planDays(app.db, clock);
}
