import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aCourse } from '../../../test/support/factories.ts';
import { scrapingSetup, todayIn } from '../../../test/support/scraping.ts';
import { addDays } from '../../contract/dates.ts';
import { simulatedCourseById } from '../../integrations/course/simulator/courses.ts';
import { simulatedTeeSheet } from '../../integrations/course/simulator/tee-sheet.ts';
import { scrapePlanClock, runHostQueue } from './hosts/host-queue.steps.ts';
import { deletePastDays } from './plan/planner.queries.ts';

const { app, at, simulator, planNow, gather, look, daysOf, sourceOf, hostNow, openAt, looksIn } =
  await scrapingSetup();

/** Returns the row versions of all open times as a text, which changes when any of them is written. */
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
    const there = simulatedCourseById('fore_up', '19000');
    const { slots } = there ? simulatedTeeSheet(there, tomorrow, at.frozen) : { slots: [] };
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
    // One course of the simulator is in Denver's time zone, and one is many hours ahead of California.
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
    // Two statements belong to the host's queue itself, and one finds that nothing else is due.
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
    // Days within the week are late by two hours, the realtime day is late by two minutes, and the other days have hours left.
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
    await deletePastDays(app.db, scrapePlanClock(app.context));
    expect((await daysOf(course)).map(({ day, looked_at }) => [day, looked_at !== null])).toEqual([
      [addDays(today, -6), false],
      [today, true],
    ]);
  });
});
