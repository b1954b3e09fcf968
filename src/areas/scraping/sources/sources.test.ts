import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCourse, anOpenTime } from '../../../../test/support/factories.ts';
import { scrapePlanClock } from '../hosts/host-queue.steps.ts';
import { HostQueues } from '../hosts/host-queues.steps.ts';
import { planScrapes } from '../plan/planner.steps.ts';
import { countOpenTimesHourly } from '../plan/planner.queries.ts';
import { sources } from './sources.contract.ts';
import { findScrapingFacts } from './sources.queries.ts';
import { coursesNeedingAttention } from './sources.steps.ts';

const NEXT = '2031-05-01T18:00:00Z';

const app = testApp({ settings: { GATHER_SPACING_MS: '0' } });
let agent: HeaderFields;
let admin: HeaderFields;
beforeAll(async () => {
  agent = await app.signedIn('agent');
  admin = await app.signedIn('admin');
});
beforeEach(async () => {
  await sql`truncate courses, course_hosts cascade`.execute(app.db);
});

async function gather(): Promise<void> {
  await planScrapes(app.context, scrapePlanClock(app.context));
  const lanes = new HostQueues(app.context);
  await lanes.begin();
  await lanes.ended();
}
const read = () => app.ok(sources.index, {}, agent);
const withId = (course_name: string, fore_up_id: string | null, days_out_to_scrape = 1) =>
  aCourse(app.db, { course_name, fore_up_id, days_out_to_scrape });

test('shows each live course, those in need first, with what came of its looks', async () => {
  const good = await withId('Good', '19000');
  const blocked = await withId('Blocked', '19004-blocked');
  await withId('Called', null);
  await aCourse(app.db, { course_name: 'Closed down', inactive: true });
  await aCourse(app.db, { course_name: 'Internal', internal_only: true });
  await gather();
  await countOpenTimesHourly(app.db, scrapePlanClock(app.context));
  const { sources: rows, warnings } = await read();
  expect(rows.map(({ course_name, system, state }) => [course_name, system, state])).toEqual([
    ['Blocked', 'foreUP', 'needs_somebody'],
    ['Good', 'foreUP', 'good'],
    ['Called', null, 'not_connected'],
  ]);
  const shown = rows.find(({ id }) => id === good.id);
  const { rows: open } = await sql<{
    n: number;
  }>`select count(*)::int as n from fore_up_availabilities`.execute(app.db);
  expect(shown).toMatchObject({ open_count: open[0]?.n, is_old: false, usual: null, last_day: [open[0]?.n] });
  expect(Date.parse(shown?.next_look_at ?? '')).toBeGreaterThan(Date.now());
  const stopped = rows.find(({ id }) => id === blocked.id);
  expect(stopped).toMatchObject({
    how: 'refused once: 403. It is asked again in 6 h; ask foreUP.',
    open_count: 0,
  });
  expect(Date.parse(stopped?.next_look_at ?? '') - Date.now()).toBeGreaterThan(5 * 3_600_000);
  expect(warnings).toEqual([]);
  expect(await coursesNeedingAttention(app.db, app.context)).toHaveLength(1);
});

test('a time of today that has begun since the look is none now, nor in the count of the hour', async () => {
  const course = await withId('Good', '19000');
  const clock = { ...scrapePlanClock(app.context), now: new Date('2031-05-01T17:00:00Z') };
  const at = { course_id: course.id, next_look_at: NEXT };
  // Both days were scraped in the morning, when all their times were in the future.
  await app.db
    .insertInto('course_days')
    .values([
      { ...at, day: '2031-05-01', open_count: 3 },
      { ...at, day: '2031-05-02', open_count: 2 },
    ])
    .execute();
  for (const [available_date, clockTime, gone_at] of [
    ['2031-05-01', '16:50', null],
    ['2031-05-01', '17:00', null],
    ['2031-05-01', '17:10', null],
    ['2031-05-01', '17:20', NEXT],
    ['2031-05-02', '16:50', null],
    ['2031-05-02', '17:10', null],
  ] as const)
    await anOpenTime(app.db, {
      course_id: course.id,
      available_date,
      gone_at,
      missed_at: gone_at,
      available_time: Number(clockTime.replace(':', '')) - 700,
      starts_at: `${available_date}T${clockTime}:00Z`,
    });
  expect(await findScrapingFacts(app.db, clock)).toMatchObject([{ open_count: 3 }]);
  await countOpenTimesHourly(app.db, clock);
  const counts = await app.db.selectFrom('course_counts').select('open_count').execute();
  expect(counts).toEqual([{ open_count: 3 }]);
});

test('the usual is the mean of this hour and weekday in the last four weeks', async () => {
  const course = await withId('Good', '19000');
  await sql`insert into course_counts (course_id, counted_at, open_count)
    select ${course.id}, date_trunc('hour', now()) - make_interval(days => 7 * n), 10 * n from generate_series(1, 5) n`.execute(
    app.db,
  );
  await sql`insert into course_counts (course_id, counted_at, open_count)
    values (${course.id}, date_trunc('hour', now()) - interval '7 days 1 hour', 999)`.execute(app.db);
  const { sources: rows } = await read();
  expect(rows).toMatchObject([{ usual: 25, last_day: [] }]);
  // The course system reports a part of the tee sheet as complete: nothing of today, and six times of tomorrow.
  await gather();
  await sql`delete from fore_up_availabilities`.execute(app.db);
  await sql`update course_days set open_count = 6`.execute(app.db);
  expect((await read()).sources).toMatchObject([
    { state: 'late', how: 'has 6 times where 25 are usual: is its list whole?' },
  ]);
});

test('a course whose list has lost the nines, or a side, is asked about once two looks miss them', async () => {
  const LISTED = [
    [
      'fore_up_id',
      '19000',
      '-one_class',
      /^all its times are for 18 holes, where \d+ for 9 holes are usual too: /,
    ],
    [
      'golfnow_id',
      '1501',
      '-one_class',
      /^all its times are for 18 holes, where \d+ for 9 holes are usual too: /,
    ],
    [
      'club_prophet_id',
      '303',
      '-one_class',
      /^all its times are for 18 holes, where \d+ for 9 holes are usual too: /,
    ],
    [
      'fore_up_id',
      '19012',
      '-one_side',
      /^all its times are from Front, where \d+ from Back are usual too: /,
    ],
  ] as const;
  const courses: { id: number }[] = [];
  for (const [name, ref, quirk] of LISTED)
    courses.push(
      await aCourse(app.db, {
        fore_up_id: null,
        days_out_to_scrape: quirk === '-one_side' ? 6 : 1,
        [name]: ref,
      }),
    );
  const hows = async () => {
    const { sources: rows } = await read();
    return courses.map(({ id }) => rows.find((row) => row.id === id)?.how);
  };
  await gather();
  await countOpenTimesHourly(app.db, scrapePlanClock(app.context));
  await sql`update course_counts set counted_at = counted_at - interval '7 days'`.execute(app.db);
  const asEver = LISTED.map(() => 'as it should be');
  expect(await hows()).toEqual(asEver);
  for (const [at, [name, ref, quirk]] of LISTED.entries())
    await app.db
      .updateTable('courses')
      .set({ [name]: ref + quirk })
      .where('id', '=', courses[at]?.id ?? 0)
      .execute();
  await gather();
  // A time missed by a single scrape may only be held by another customer.
  expect(await hows()).toEqual(asEver);
  await sql`update course_days set next_look_at = now() - interval '1 second'`.execute(app.db);
  await gather();
  expect(await hows()).toEqual(LISTED.map(([, , , how]) => expect.stringMatching(how)));
});

test('an admin has a course looked at now, whatever its breakers say', async () => {
  const course = await withId('Blocked', '19004-blocked');
  await gather();
  await sql`update courses set fore_up_id = '19004-blocked' where id = ${course.id}`.execute(app.db);
  expect(await app.call(sources.gather, { params: { id: course.id } }, agent)).toMatchObject({ status: 403 });
  expect(await app.ok(sources.gather, { params: { id: course.id } }, admin)).toEqual({
    message: 'It will be scraped next.',
  });
  expect((await read()).sources).toMatchObject([
    { state: 'needs_somebody', next_look_at: '1970-01-01T00:00:00.000000Z' },
  ]);
  const looks = () =>
    app.db.selectFrom('course_sources').select('looks').where('course_id', '=', course.id).executeTakeFirst();
  const before = await looks();
  await gather();
  expect((await looks())?.looks).toBe((before?.looks ?? 0) + 1);
});

test('a course whose id was saved just now is looked for where it is now', async () => {
  const course = await withId('Moved', '19004-blocked');
  await gather();
  await app.db.updateTable('courses').set({ fore_up_id: '19004' }).where('id', '=', course.id).execute();
  await app.ok(sources.gather, { params: { id: course.id } }, admin);
  const lanes = new HostQueues(app.context);
  await lanes.begin();
  await lanes.ended();
  expect((await read()).sources).toMatchObject([{ course_name: 'Moved', state: 'good' }]);
});

test('what is not connected cannot be gathered, and says so', async () => {
  const course = await withId('Called', null);
  await gather();
  expect(await app.call(sources.gather, { params: { id: course.id } }, admin)).toMatchObject({
    status: 422,
    body: { message: 'This course cannot be scraped: it is not connected to a course system.' },
  });
});
