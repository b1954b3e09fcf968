import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aCourse } from '../../../test/support/factories.ts';
import { scrapingSetup, todayIn } from '../../../test/support/scraping.ts';
import { addDays } from '../../contract/dates.ts';
import { scrapePlanClock } from './hosts/host-queue.steps.ts';
import { retryAfterSettingsChange } from './plan/planner.queries.ts';

const { app, simulator, planNow, gather, look, daysOf, sourceOf, hostNow, openAt } = await scrapingSetup();

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
    // The simulator's Club Prophet courses sell times 14 days ahead.
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
    // Planning again does not move the scrape forward either.
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
    await retryAfterSettingsChange(app.db, scrapePlanClock(app.context));
    await gather();
    expect(await daysOf(course)).toMatchObject([{ outcome: 'times' }]);
  });
});
