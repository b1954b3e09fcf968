import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCourse } from '../../../../test/support/factories.ts';
import { businessNow, localInstant } from '../../../contract/dates.ts';
import { startBuiltInCourseSystem } from '../../../integrations/course/simulator/built-in-course-system.ts';
import { notices } from '../../notices/notices.contract.ts';
import { scrapePlanClock } from '../hosts/host-queue.steps.ts';
import { HostQueues } from '../hosts/host-queues.steps.ts';
import { planScrapes } from '../plan/planner.steps.ts';
import { sources } from '../sources/sources.contract.ts';

// The simulated tee sheets are frozen in the morning, so that only the test's switches change the listed times.
const ZONE = 'America/Los_Angeles';
const simulator = await startBuiltInCourseSystem({
  sheetsAt: () => new Date(localInstant(businessNow(new Date(), ZONE).date, '06:00', ZONE)),
  file: join(mkdtempSync(join(tmpdir(), 'ric-odd-')), 'book.jsonl'),
});
const app = testApp({
  hasCourseSystems: false,
  settings: { COURSE_SYSTEM_URL: simulator.url, GATHER_SPACING_MS: '0', GATHER_CHECK_AT: 'off' },
});
afterAll(() => simulator.close());
let agent: HeaderFields;
let admin: HeaderFields;
beforeAll(async () => {
  agent = await app.signedIn('agent');
  admin = await app.signedIn('admin');
});
beforeEach(async () => {
  simulator.turn('fore_up', '19000', null);
  await sql`truncate courses, course_hosts, notices cascade`.execute(app.db);
  await aCourse(app.db, { course_name: 'Torrey', fore_up_id: '19000', days_out_to_scrape: 3 });
});

/** Scrapes all days from tomorrow on, because today may have no times left. */
async function gather() {
  await planScrapes(app.context, scrapePlanClock(app.context));
  await sql`update course_days set next_look_at = case when day > (now() at time zone ${ZONE})::date
    then now() - interval '1 second' else now() + interval '1 day' end`.execute(app.db);
  const lanes = new HostQueues(app.context);
  await lanes.begin();
  await lanes.ended();
}
const openTimes = () =>
  app.db
    .selectFrom('fore_up_availabilities')
    .select(['id', 'spots', 'missed_at'])
    .where('gone_at', 'is', null)
    .orderBy('id')
    .execute();
const days = () =>
  app.db
    .selectFrom('course_days')
    .select(['outcome', 'cause', 'open_count', 'digest'])
    .where('looked_at', 'is not', null)
    .orderBy('day')
    .execute();
const how = async () => (await app.ok(sources.index, {}, agent)).sources.map((one) => [one.state, one.how]);
const told = async () => (await app.ok(notices.index, {}, admin)).map(({ kind, message }) => [kind, message]);

test('odd rows lose no time that is known, Sources says which, and admins have one notice for the course', async () => {
  await gather();
  const before = await openTimes();
  const counts = (await days()).map(({ open_count }) => open_count);
  expect(before.length).toBeGreaterThan(100);
  expect(await how()).toEqual([['good', 'as it should be']]);

  simulator.turn('fore_up', '19000', 'odd_price');
  // An open time is gone once two complete scrapes in a row have missed it.
  for (let looks = 0; looks < 3; looks += 1) await gather();
  expect(await openTimes()).toEqual(before);
  expect((await days()).map(({ open_count }) => open_count)).toEqual(counts);
  expect(new Set((await days()).map(({ outcome, cause }) => `${outcome} ${cause}`))).toEqual(
    new Set(['times odd_rows']),
  );
  const says =
    /^\w{3}, \w{3} \d+ \d{4}: \d+ of \d+ rows (was|were) not understood \((the first: )?one of its prices is below 0\); 2 more days have some$/;
  expect(await how()).toEqual([['late', expect.stringMatching(says)]]);
  expect(await told()).toEqual([
    [
      'source',
      expect.stringMatching(
        /^Torrey: of what foreUP sends for \w{3}, \w{3} \d+ \d{4}, \d+ of \d+ rows .*one of its prices is below 0\)\. They are left out, the others are read; Sources says more\./,
      ),
    ],
  ]);
  expect(await app.ok(notices.index, {}, agent)).toEqual([]);

  simulator.turn('fore_up', '19000', null);
  await gather();
  expect(await how()).toEqual([['good', 'as it should be']]);
  expect(await openTimes()).toEqual(before);
});

test('a row whose time cannot be read may be any of the day: nothing of it is missed', async () => {
  await gather();
  const before = await openTimes();
  simulator.turn('fore_up', '19000', 'odd_time');
  for (let looks = 0; looks < 3; looks += 1) await gather();
  expect(await openTimes()).toEqual(before);
  expect(await how()).toEqual([
    ['late', expect.stringContaining('its time is not written as foreUP writes it')],
  ]);
});

test('where most rows are odd the day fails, and its times stay', async () => {
  await gather();
  const before = await openTimes();
  simulator.turn('fore_up', '19000', 'odd_rows');
  await gather();
  expect(await openTimes()).toEqual(before);
  expect(new Set((await days()).map(({ outcome, cause }) => `${outcome} ${cause}`))).toEqual(
    new Set(['failed unreadable']),
  );
});
