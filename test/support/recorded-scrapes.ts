import { beforeAll } from 'vitest';
import { recordScrape } from '../../src/areas/scraping/merge/record-scrape.steps.ts';
import type { DayScrapeResult, OpenTime } from '../../src/integrations/course/course-system.ts';
import { testApp } from './app.ts';
import { aCourse } from './factories.ts';
import { anOfferedTime } from './scrapes.ts';

export const DAY = '2030-06-01';
export const at = (clock: string) => `2030-05-20T${clock}:00.000Z`;

/** A course, and the functions that record scrapes of a day there and read what was stored. */
export function recordedScrapes() {
  const app = testApp();
  const course = { id: 0 };
  beforeAll(async () => {
    course.id = (await aCourse(app.db)).id;
  });

  const look = (read: DayScrapeResult, given: { course_id?: number; day?: string } = {}) =>
    recordScrape(app.context, { course_id: course.id, day: DAY, ...given, read, next_look_at: at('23:59') });
  const offered = (times: string, given: Partial<OpenTime> = {}) =>
    times.split(' ').map((time) => anOfferedTime(DAY, time, given));
  const stored = (course_id = course.id) =>
    app.db
      .selectFrom('fore_up_availabilities')
      .selectAll()
      .where('course_id', '=', course_id)
      .orderBy('id')
      .execute();
  const dayOf = (course_id = course.id) =>
    app.db.selectFrom('course_days').selectAll().where('course_id', '=', course_id).executeTakeFirstOrThrow();

  return { app, course, look, offered, stored, dayOf };
}
