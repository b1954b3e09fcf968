import { afterAll, expect, test } from 'vitest';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testApp } from '../../../../test/support/app.ts';
import { aCourse } from '../../../../test/support/factories.ts';
import { startBuiltInCourseSystem } from '../../../integrations/course/simulator/built-in-course-system.ts';
import { planScrapes } from '../plan/planner.steps.ts';
import { scrapePlanClock } from './host-queue.steps.ts';
import { dueScrapes } from './due-scrapes.queries.ts';
import { storeScrapedDay, readCourseDay } from './scrape-day.steps.ts';

const simulator = await startBuiltInCourseSystem({
  file: join(mkdtempSync(join(tmpdir(), 'ric-look-')), 'book.jsonl'),
});
afterAll(() => simulator.close());
const app = testApp({ hasCourseSystems: false, settings: { COURSE_SYSTEM_URL: simulator.url } });
const planNow = () => planScrapes(app.context, scrapePlanClock(app.context));
const due = async () => {
  const { host } = await app.db.selectFrom('course_sources').select('host').executeTakeFirstOrThrow();
  return dueScrapes(app.db, scrapePlanClock(app.context), { host, most: 1 });
};
const lookAt = async () => {
  const [look] = await due();
  if (!look) throw new Error('Nothing is due.');
  const pace = { turn: () => Promise.resolve() };
  return {
    look,
    answer: await readCourseDay(app.context, look, { pace, signal: new AbortController().signal }),
  };
};
const times = () => app.db.selectFrom('fore_up_availabilities').select('id').execute();

test('what an id told is not kept of a course that has another by then', async () => {
  const { id } = await aCourse(app.db, { fore_up_id: '19000', days_out_to_scrape: 0 });
  await planNow();
  const { look, answer } = await lookAt();
  await app.db.updateTable('courses').set({ fore_up_id: '19004' }).where('id', '=', id).execute();
  await planNow();
  expect(await storeScrapedDay(app.context, look, answer)).toBeNull();
  expect(await times()).toEqual([]);
  // The other course is due as before, and its scrape is stored.
  const other = await lookAt();
  expect(other.look).toMatchObject({ course_ref: '19004', day: look.day });
  expect(await storeScrapedDay(app.context, other.look, other.answer)).toMatchObject({ looks: 1 });
  expect(await due()).toEqual([]);
});
