import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { scrapePlanClock } from '../../src/areas/scraping/hosts/host-queue.steps.ts';
import { HostQueues } from '../../src/areas/scraping/hosts/host-queues.steps.ts';
import { planScrapes } from '../../src/areas/scraping/plan/planner.steps.ts';
import { businessNow, localInstant } from '../../src/contract/dates.ts';
import { startBuiltInCourseSystem } from '../../src/integrations/course/simulator/built-in-course-system.ts';
import type { AppContext } from '../../src/server/process/context.ts';
import { testApp } from './app.ts';

export const REQUEST_SPACING_MS = 40;
/**
 * Returns an instant this morning, at which every course has open times later today; in the evening there might be none
 * left.
 */
function thisMorning(): Date {
  const zone = 'America/Los_Angeles';
  return new Date(Math.min(Date.now(), localInstant(businessNow(new Date(), zone).date, '07:00', zone)));
}
export const todayIn = (zone: string): string => businessNow(new Date(), zone).date;

/**
 * Sets up a company without courses and the simulator of course systems, and returns functions that scrape and read what is
 * stored.
 */
export async function scrapingSetup() {
  /** The instant at which the simulator's tee sheets are frozen. */
  const at = { frozen: thisMorning() };
  const simulator = await startBuiltInCourseSystem({
    sheetsAt: () => at.frozen,
    file: join(mkdtempSync(join(tmpdir(), 'ric-gathering-')), 'book.jsonl'),
    answerLateMs: 400,
  });
  const app = testApp({
    hasCourseSystems: false,
    settings: {
      COURSE_SYSTEM_URL: simulator.url,
      COURSE_SYSTEM_TRY_MS: '1500',
      GATHER_SPACING_MS: String(REQUEST_SPACING_MS),
    },
  });
  afterAll(() => simulator.close());

  const stopping: HostQueues[] = [];
  afterEach(() => Promise.all(stopping.splice(0).map((lanes) => lanes.stop())));
  beforeEach(async () => {
    at.frozen = thisMorning();
    app.setClock();
    await sql`truncate courses, course_hosts cascade`.execute(app.db);
  });

  const planNow = (context: AppContext = app.context) => planScrapes(context, scrapePlanClock(context));
  /** Plans the scrapes, and runs all that are due, in the given number of processes at once. */
  const gather = (processes = 1): Promise<void> => planNow().then(() => look(processes));
  async function look(processes = 1): Promise<void> {
    const all = Array.from({ length: processes }, () => new HostQueues(app.context));
    stopping.push(...all);
    await Promise.all(all.map((lanes) => lanes.begin()));
    await Promise.all(all.map((lanes) => lanes.ended()));
  }
  const daysOf = (course: { id: number }) =>
    app.db.selectFrom('course_days').selectAll().where('course_id', '=', course.id).orderBy('day').execute();
  const sourceOf = (course: { id: number }) =>
    app.db
      .selectFrom('course_sources')
      .selectAll()
      .where('course_id', '=', course.id)
      .executeTakeFirstOrThrow();
  const hostNow = () => app.db.selectFrom('course_hosts').selectAll().executeTakeFirstOrThrow();
  const openAt = (course: { id: number }, day: string) =>
    app.db
      .selectFrom('fore_up_availabilities')
      .select(['available_time', 'holes', 'starting_side'])
      .where('course_id', '=', course.id)
      .where('available_date', '=', day)
      .where('gone_at', 'is', null)
      .execute();
  /** Counts scrapes among the simulator's requests; requests for a token or for the list of tee sheets are not scrapes. */
  const looksIn = (from: number) =>
    simulator
      .requests()
      .slice(from)
      .filter(({ path }) => path.endsWith('/teetimes'));

  const company = { app, at, simulator, stopping };
  return { ...company, planNow, gather, look, daysOf, sourceOf, hostNow, openAt, looksIn };
}
