import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { aCourse } from '../../../test/support/factories.ts';
import { hostRequestLog } from '../../../test/support/host-request-log.ts';
import { addDays, businessNow, instantOf } from '../../contract/dates.ts';
import { startBuiltInCourseSystem } from '../../integrations/course/simulator/built-in-course-system.ts';
import { courseAt } from '../../integrations/course/simulator/courses.ts';
import { simulatedDay } from '../../integrations/course/simulator/tee-sheet.ts';
import type { AppContext } from '../../server/process/context.ts';
import { planClockOf, runHostQueue } from './hosts/host-queue.steps.ts';
import { HostQueues } from './hosts/host-queues.steps.ts';
import { deletePast, tryNewSettings } from './plan/planner.queries.ts';
import { plan } from './plan/planner.steps.ts';

const SPACING_MS = 40;
/** Returns a morning of this day, at which every course has future times today: by the evening none may be left. */
function thisMorning(): Date {
  const zone = 'America/Los_Angeles';
  return new Date(Math.min(Date.now(), instantOf(businessNow(new Date(), zone).date, '07:00', zone)));
}
/** The instant at which the simulator's sheets are frozen. */
let frozen = thisMorning();
const simulator = await startBuiltInCourseSystem({
  sheetsAt: () => frozen,
  file: join(mkdtempSync(join(tmpdir(), 'ric-gathering-')), 'book.jsonl'),
  answerLateMs: 400,
});
const app = testApp({
  hasCourseSystems: false,
  settings: {
    COURSE_SYSTEM_URL: simulator.url,
    COURSE_SYSTEM_TRY_MS: '1500',
    GATHER_SPACING_MS: String(SPACING_MS),
  },
});
afterAll(() => simulator.close());

const stopping: HostQueues[] = [];
afterEach(() => Promise.all(stopping.splice(0).map((lanes) => lanes.stop())));
beforeEach(async () => {
  frozen = thisMorning();
  app.setClock();
  await sql`truncate courses, course_hosts cascade`.execute(app.db);
});

const planNow = (context: AppContext = app.context) => plan(context, planClockOf(context));
/** Plans, and scrapes all that is due, by so many processes at once. */
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
const todayIn = (zone: string) => businessNow(new Date(), zone).date;
/** Counts scrapes: foreUP is asked for a token and for the facility's sheets once, so the other requests are scrapes. */
const looksIn = (from: number) =>
  simulator
    .requests()
    .slice(from)
    .filter(({ path }) => path.endsWith('/teetimes'));

/** Returns the versions of all rows of times, a text that changes once any of them is written. */
async function written(): Promise<string> {
  const versions = sql<{ xmin: string }>`select xmin::text from fore_up_availabilities order by id`;
  const { rows } = await versions.execute(app.db);
  return rows.map(({ xmin }) => xmin).join();
}

describe('a round', () => {
  test('looks at each day in view once, keeps its times, and plans the next look', async () => {
    const course = await aCourse(app.db, { fore_up_id: '19000', days_out_to_scrape: 3, is_realtime: true });
    const from = simulator.requests().length;
    await gather();
    const today = todayIn('America/Los_Angeles');
    const days = await daysOf(course);
    expect(days.map(({ day }) => day)).toEqual([0, 1, 2, 3].map((ahead) => addDays(today, ahead)));
    expect(looksIn(from)).toHaveLength(4);
    const tomorrow = addDays(today, 1);
    const there = courseAt('fore_up', '19000');
    const { slots } = there ? simulatedDay(there, tomorrow, frozen) : { slots: [] };
    expect(await openAt(course, tomorrow)).toHaveLength(slots.flatMap(({ holes }) => holes).length);
    const minutes = days.map((day) =>
      Math.round((Date.parse(day.next_look_at) - Date.parse(day.looked_at ?? '')) / 60_000),
    );
    expect(minutes).toEqual([2, 2, 30, 30]);
    expect(await sourceOf(course)).toMatchObject({
      system: 'fore_up',
      looks: 4,
      looks_on: today,
      failures: 0,
    });
    await look();
    expect(looksIn(from)).toHaveLength(4);
  });

  test('asks for the days of the course, not of the business or of UTC', async () => {
    // A course of the simulator in Denver's zone, and one that is many hours ahead of us.
    const denver = await aCourse(app.db, {
      fore_up_id: null,
      golfnow_id: '1561',
      days_out_to_scrape: 0,
      time_zone: 'America/Denver',
    });
    const kiritimati = await aCourse(app.db, {
      fore_up_id: '19004',
      days_out_to_scrape: 0,
      time_zone: 'Pacific/Kiritimati',
    });
    await gather();
    expect((await daysOf(denver)).map(({ day }) => day)).toEqual([todayIn('America/Denver')]);
    expect((await daysOf(kiritimati)).map(({ day }) => day)).toEqual([todayIn('Pacific/Kiritimati')]);
  });

  test('leaves inactive, internal and unknown courses alone', async () => {
    await aCourse(app.db, { fore_up_id: '19000', inactive: true });
    await aCourse(app.db, { fore_up_id: '19004', internal_only: true });
    await aCourse(app.db, { fore_up_id: null });
    const from = simulator.requests().length;
    await gather();
    expect(simulator.requests().length).toBe(from);
    expect(await app.db.selectFrom('course_days').selectAll().execute()).toEqual([]);
  });

  test('a course that is made realtime is looked at sooner, and one whose id changes at once', async () => {
    const course = await aCourse(app.db, { fore_up_id: '19000', days_out_to_scrape: 1 });
    await gather();
    const minutesTo = async () =>
      (await daysOf(course)).map(({ next_look_at }) =>
        Math.ceil((Date.parse(next_look_at) - Date.now()) / 60_000),
      );
    expect(await minutesTo()).toEqual([60, 60]);
    await app.db.updateTable('courses').set({ is_realtime: true }).where('id', '=', course.id).execute();
    await planNow();
    expect(await minutesTo()).toEqual([2, 2]);
    await app.db.updateTable('courses').set({ fore_up_id: '19008' }).where('id', '=', course.id).execute();
    await planNow();
    expect((await daysOf(course)).every(({ next_look_at }) => Date.parse(next_look_at) <= Date.now())).toBe(
      true,
    );
    expect(await daysOf(course)).toMatchObject([{ completed_at: null, digest: null }, { digest: null }]);
  });

  test('that finds nothing different takes at most three statements a look, and writes no row of times', async () => {
    await aCourse(app.db, { fore_up_id: '19000', days_out_to_scrape: 7 });
    await gather();
    const before = await written();
    await sql`update course_days set next_look_at = now() - interval '1 second'`.execute(app.db);
    let statements = 0;
    const counted = app.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const from = simulator.requests().length;
    await runHostQueue(
      { ...app.context, db: counted },
      { host: (await hostNow()).host, process: randomUUID(), signal: new AbortController().signal },
    );
    expect(looksIn(from)).toHaveLength(8);
    // Two statements are for the host's queue itself, and one finds nothing more to do.
    expect((statements - 3) / 8).toBeLessThanOrEqual(3);
    expect(statements).toBeGreaterThan(8);
    expect(await written()).toBe(before);
  });

  test('whose system says that nothing has changed is a whole look at each day, and writes no row of times', async () => {
    simulator.turn('fore_up', '19000', 'tagged');
    const course = await aCourse(app.db, { fore_up_id: '19000', days_out_to_scrape: 2 });
    await gather();
    const before = await written();
    expect(before).not.toBe('');
    simulator.turn('fore_up', '19000', 'only_304');
    await sql`update course_days set next_look_at = now() - interval '1 second'`.execute(app.db);
    const from = simulator.requests().length;
    const begun = Date.now();
    await look();
    simulator.turn('fore_up', '19000', null);
    expect(looksIn(from)).toHaveLength(3);
    for (const { outcome, looked_at, completed_at, failures } of await daysOf(course)) {
      expect({ outcome, failures, completed_at }).toEqual({
        outcome: 'times',
        failures: 0,
        completed_at: looked_at,
      });
      expect(Date.parse(looked_at ?? '')).toBeGreaterThanOrEqual(begun);
    }
    expect(await written()).toBe(before);
  });

  test('today comes first, then what is soonest too late', async () => {
    const far = await aCourse(app.db, { fore_up_id: '19000', days_out_to_scrape: 12 });
    await planNow();
    await sql`update course_days set next_look_at = now() - interval '3 hours' where day > current_date + 3`.execute(
      app.db,
    );
    const near = await aCourse(app.db, { fore_up_id: '19004', days_out_to_scrape: 0, is_realtime: true });
    await gather();
    const order = await app.db
      .selectFrom('course_days')
      .select(['course_id', 'day'])
      .orderBy('looked_at')
      .execute();
    // Days within the week are late by two hours, the realtime day by two minutes, and the others have hours left.
    const isFar = ({ course_id, day }: { course_id: number; day: string }) =>
      course_id === far.id && day > addDays(todayIn('America/Los_Angeles'), 8);
    const nearAt = order.findIndex(({ course_id }) => course_id === near.id);
    expect(order.findIndex(isFar)).toBeGreaterThan(nearAt);
    expect(order).toHaveLength(14);
  });

  test('past days are forgotten after a week', async () => {
    const course = await aCourse(app.db, { fore_up_id: '19000', days_out_to_scrape: 0 });
    const today = todayIn('America/Los_Angeles');
    for (const ahead of [-20, -6])
      await app.db
        .insertInto('course_days')
        .values({ course_id: course.id, day: addDays(today, ahead), next_look_at: new Date() })
        .execute();
    await gather();
    await deletePast(app.db, planClockOf(app.context));
    expect((await daysOf(course)).map(({ day, looked_at }) => [day, looked_at !== null])).toEqual([
      [addDays(today, -6), false],
      [today, true],
    ]);
  });
});

describe('several processes', () => {
  test('share a host: each look once, one request after the other, never sooner than the spacing', async () => {
    for (const at of [0, 1, 2])
      await aCourse(app.db, { fore_up_id: String(19_000 + 4 * at), days_out_to_scrape: 5 });
    const from = simulator.requests().length;
    const log = await hostRequestLog(app.db);
    await planNow();
    // A host's queue ends when nothing is due, and any process may start the next, as a tick does.
    const all = [new HostQueues(app.context), new HostQueues(app.context), new HostQueues(app.context)];
    stopping.push(...all);
    for (let tick = 0; tick < 5; tick += 1) {
      await sql`update course_days set next_look_at = now() where next_look_at > now() and day < current_date + 2
        and ${tick}::int in (1, 3)`.execute(app.db);
      await Promise.all(all.map((lanes) => lanes.begin()));
      await Promise.all(all.map((lanes) => lanes.ended()));
    }
    const { requests, leastGapMs } = await log.read();
    expect(requests).toBe(simulator.requests().length - from);
    // A timer of Node.js may fire a millisecond early.
    expect(leastGapMs).toBeGreaterThanOrEqual(SPACING_MS - 2);
    const looked = await app.db
      .selectFrom('course_sources')
      .select(sql<string>`sum(looks)`.as('looks'))
      .executeTakeFirst();
    expect(looksIn(from)).toHaveLength(Number(looked?.looks));
  });

  test('a host that somebody has is left to them until their minute is over', async () => {
    await aCourse(app.db, { fore_up_id: '19000', days_out_to_scrape: 0 });
    await planNow();
    const { host } = await app.db.selectFrom('course_sources').select('host').executeTakeFirstOrThrow();
    await sql`insert into course_hosts (host, leased_by, leased_until)
      values (${host}, gen_random_uuid(), now() + interval '1 minute')`.execute(app.db);
    const from = simulator.requests().length;
    await look();
    expect(simulator.requests()).toHaveLength(from);
    await sql`update course_hosts set leased_until = now() - interval '1 second'`.execute(app.db);
    await look();
    expect(looksIn(from)).toHaveLength(1);
    expect(await hostNow()).toMatchObject({ leased_by: null });
  });

  test('a process whose host was taken meanwhile asks nothing more there', async () => {
    await aCourse(app.db, { fore_up_id: '19000', days_out_to_scrape: 14 });
    await planNow();
    const from = simulator.requests().length;
    const lanes = new HostQueues(app.context);
    stopping.push(lanes);
    await lanes.begin();
    await expect.poll(() => looksIn(from).length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(1);
    await sql`update course_hosts set leased_by = gen_random_uuid()`.execute(app.db);
    await lanes.ended();
    const asked = looksIn(from).length;
    expect(asked).toBeLessThan(15);
    expect(
      await app.db.selectFrom('course_days').select('day').where('looked_at', 'is not', null).execute(),
    ).toHaveLength(asked);
    expect((await hostNow()).leased_by).not.toBeNull();
  });

  test('stopping breaks off the request under way, and gives the host back', async () => {
    simulator.turn('fore_up', '19000', 'hang');
    await aCourse(app.db, { fore_up_id: '19000', days_out_to_scrape: 3 });
    await planNow();
    const from = simulator.requests().length;
    const lanes = new HostQueues(app.context);
    await lanes.begin();
    await expect.poll(() => simulator.requests().length, { timeout: 30_000 }).toBeGreaterThan(from);
    await lanes.stop();
    simulator.turn('fore_up', '19000', null);
    expect(await hostNow()).toMatchObject({ leased_by: null, failures: 0 });
    expect(
      await app.db.selectFrom('course_days').select('day').where('looked_at', 'is not', null).execute(),
    ).toEqual([]);
  });
});

describe('failures', () => {
  test('a 429 keeps the host waiting for what it asks for', async () => {
    const course = await aCourse(app.db, {
      fore_up_id: null,
      golfnow_id: '1501-limited',
      days_out_to_scrape: 3,
    });
    await gather();
    const host = await hostNow();
    expect(host).toMatchObject({ failures: 1, cause: 'limited' });
    expect(Date.parse(host.wait_until ?? '') - Date.now()).toBeGreaterThan(25_000);
    expect((await daysOf(course)).filter(({ looked_at }) => looked_at !== null)).toMatchObject([
      { outcome: 'failed', cause: 'limited', failures: 1 },
    ]);
    const from = simulator.requests().length;
    await look();
    expect(simulator.requests()).toHaveLength(from);
  });

  test('a course that is blocked is asked once, and others of its host go on', async () => {
    const blocked = await aCourse(app.db, { fore_up_id: '19000-blocked', days_out_to_scrape: 3 });
    const good = await aCourse(app.db, { fore_up_id: '19004', days_out_to_scrape: 3 });
    await gather();
    expect(await sourceOf(blocked)).toMatchObject({ failures: 1, cause: 'blocked', looks: 1 });
    expect(await sourceOf(good)).toMatchObject({ failures: 0, looks: 4 });
    expect((await daysOf(good)).every(({ outcome }) => outcome === 'times')).toBe(true);
  });

  test('five failures in a row of the host open its breaker; one probe, and an answer closes it', async () => {
    const ids = ['19000', '19004', '19008', '19012', '19016', '19020'];
    for (const id of ids) {
      simulator.turn('fore_up', id, 'reset');
      await aCourse(app.db, { fore_up_id: id, days_out_to_scrape: 0 });
    }
    await gather();
    expect(await hostNow()).toMatchObject({ failures: 5, cause: 'unreachable' });
    for (const id of ids) simulator.turn('fore_up', id, null);
    await sql`update course_hosts set wait_until = now() - interval '1 second'`.execute(app.db);
    await sql`update course_days set next_look_at = now() - interval '1 second'`.execute(app.db);
    await look();
    expect(await hostNow()).toMatchObject({ failures: 0, cause: null, wait_until: null });
    const days = await app.db.selectFrom('course_days').select(['outcome', 'failures']).execute();
    expect(days).toEqual(ids.map(() => ({ outcome: 'times', failures: 0 })));
  });

  test('a failed look leaves the times alone, and the next good one forgets it', async () => {
    const course = await aCourse(app.db, { fore_up_id: '19000', days_out_to_scrape: 1 });
    await gather();
    const today = todayIn('America/Los_Angeles');
    const tomorrow = addDays(today, 1);
    const before = await openAt(course, tomorrow);
    expect(before).not.toEqual([]);
    simulator.turn('fore_up', '19000', 'html');
    await sql`update course_days set next_look_at = now() - interval '1 second'`.execute(app.db);
    await look();
    expect(await daysOf(course)).toMatchObject([
      { outcome: 'failed', cause: 'unreadable', failures: 1 },
      { outcome: 'failed', cause: 'unreadable', failures: 1 },
    ]);
    expect(await sourceOf(course)).toMatchObject({ failures: 2, cause: 'unreadable', wait_until: null });
    expect(await openAt(course, tomorrow)).toEqual(before);
    simulator.turn('fore_up', '19000', null);
    await sql`update course_days set next_look_at = now() - interval '1 second'`.execute(app.db);
    await look();
    expect(await sourceOf(course)).toMatchObject({ failures: 0, cause: null, failing_since: null, note: '' });
  });

  test('a wrong id is asked for once, and says so', async () => {
    const course = await aCourse(app.db, { fore_up_id: '999999', days_out_to_scrape: 5 });
    await gather();
    const source = await sourceOf(course);
    expect(source).toMatchObject({ failures: 1, cause: 'wrong_ids', looks: 1 });
    expect(Date.parse(source.wait_until ?? '') - Date.now()).toBeGreaterThan(5.9 * 3_600_000);
  });

  test('a course that said it had no times, and has them when asked again, has them', async () => {
    const course = await aCourse(app.db, {
      fore_up_id: null,
      club_prophet_id: '303-false_none',
      days_out_to_scrape: 1,
    });
    await gather();
    expect((await daysOf(course)).map(({ outcome }) => outcome)).toContain('times');
  });

  test('a day that is not released waits for its opening', async () => {
    // The simulator's courses of Club Prophet sell 14 days ahead.
    const course = await aCourse(app.db, {
      fore_up_id: null,
      club_prophet_id: '303',
      days_out_to_scrape: 16,
    });
    await gather();
    const days = await daysOf(course);
    expect(days.slice(15).map(({ outcome }) => outcome)).toEqual(['not_released', 'not_released']);
    const opens = days[15];
    expect(opens?.opens_at).not.toBeNull();
    const waits = Date.parse(opens?.next_look_at ?? '') - Date.now();
    expect(waits).toBeLessThanOrEqual(12 * 3_600_000);
  });

  test('a dark course is looked at once a week', async () => {
    simulator.turn('fore_up', '19000', 'closed');
    const course = await aCourse(app.db, { fore_up_id: '19000', days_out_to_scrape: 0 });
    await planNow();
    await sql`update course_sources set since = now() - interval '40 days'`.execute(app.db);
    await look();
    simulator.turn('fore_up', '19000', null);
    const [day] = await daysOf(course);
    expect(day).toMatchObject({ outcome: 'none' });
    expect(Date.parse(day?.next_look_at ?? '') - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    // The plan does not move it forward either.
    await planNow();
    expect(await daysOf(course)).toMatchObject([{ next_look_at: day?.next_look_at }]);
  });

  test('one that has times again is looked at by its plan at once, its other days as well', async () => {
    simulator.turn('fore_up', '19000', 'closed');
    const course = await aCourse(app.db, { fore_up_id: '19000', days_out_to_scrape: 2 });
    await planNow();
    await sql`update course_sources set since = now() - interval '40 days'`.execute(app.db);
    await look();
    simulator.turn('fore_up', '19000', null);
    const hours = async () =>
      (await daysOf(course)).map(({ next_look_at }) =>
        Math.ceil((Date.parse(next_look_at) - Date.now()) / 3_600_000),
      );
    expect(await hours()).toEqual([168, 168, 168]);
    const day = (await daysOf(course))[1]?.day;
    await sql`update course_days set next_look_at = 'epoch' where day = ${day}`.execute(app.db);
    await look();
    expect((await daysOf(course))[1]).toMatchObject({ outcome: 'times' });
    expect(await hours()).toEqual([168, 1, 168]);
    await planNow();
    expect(await hours()).toEqual([1, 1, 1]);
  });

  test('so is one that answers again after nothing but failures', async () => {
    simulator.turn('fore_up', '19000', 'reset');
    const course = await aCourse(app.db, { fore_up_id: '19000', days_out_to_scrape: 1 });
    await planNow();
    await sql`update course_sources set failing_since = now() - interval '4 days', failures = 9,
      cause = 'unreachable'`.execute(app.db);
    await look();
    const [today] = await daysOf(course);
    expect(Date.parse(today?.next_look_at ?? '') - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    simulator.turn('fore_up', '19000', null);
    await sql`update course_sources set wait_until = null`.execute(app.db);
    await look();
    await planNow();
    const [again] = await daysOf(course);
    expect(Date.parse(again?.next_look_at ?? '') - Date.now()).toBeLessThan(3_700_000);
  });

  test('with other settings the very day that failed for the sake of the old ones is looked at again', async () => {
    const course = await aCourse(app.db, { fore_up_id: '19000', days_out_to_scrape: 0 });
    await planNow();
    await sql`update course_sources set cause = 'credentials', failures = 1,
      wait_until = now() + interval '6 hours'`.execute(app.db);
    await sql`update course_days set outcome = 'failed', cause = 'credentials', failures = 1, looked_at = now(),
      next_look_at = now() + interval '6 hours'`.execute(app.db);
    const { host } = await sourceOf(course);
    await sql`insert into course_hosts (host, failures, cause, wait_until)
      values (${host}, 5, 'credentials', now() + interval '5 minutes')`.execute(app.db);
    await tryNewSettings(app.db, planClockOf(app.context));
    await gather();
    expect(await daysOf(course)).toMatchObject([{ outcome: 'times' }]);
  });
});
