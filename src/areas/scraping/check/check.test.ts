import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCourse } from '../../../../test/support/factories.ts';
import { businessNow, localInstant } from '../../../contract/dates.ts';
import { startBuiltInCourseSystem } from '../../../integrations/course/simulator/built-in-course-system.ts';
import type { AppContext } from '../../../server/process/context.ts';
import { notices } from '../../notices/notices.contract.ts';
import { scrapePlanClock } from '../hosts/host-queue.steps.ts';
import { HostQueues } from '../hosts/host-queues.steps.ts';
import { planScrapes } from '../plan/planner.steps.ts';
import { sources } from '../sources/sources.contract.ts';
import { saveFieldCheck } from './check.queries.ts';

// The simulated tee sheets are frozen in the morning, so that today still has many open times.
const ZONE = 'America/Los_Angeles';
const simulator = await startBuiltInCourseSystem({
  sheetsAt: () => new Date(localInstant(businessNow(new Date(), ZONE).date, '07:00', ZONE)),
  file: join(mkdtempSync(join(tmpdir(), 'ric-check-')), 'book.jsonl'),
});
const app = testApp({
  hasCourseSystems: false,
  settings: { COURSE_SYSTEM_URL: simulator.url, GATHER_SPACING_MS: '0', GATHER_CHECK_AT: '00:00' },
});
afterAll(() => simulator.close());
let agent: HeaderFields;
let admin: HeaderFields;
beforeAll(async () => {
  agent = await app.signedIn('agent');
  admin = await app.signedIn('admin');
});
beforeEach(async () => {
  for (const id of ['19000', '19004']) simulator.turn('fore_up', id, null);
  await sql`truncate courses, course_hosts, notices cascade`.execute(app.db);
});

/** Scrapes all days, with this number of processes at the same time. */
async function gather({
  processes = 1,
  context = app.context,
}: { processes?: number; context?: AppContext } = {}) {
  await planScrapes(context, scrapePlanClock(context));
  await sql`update course_days set next_look_at = now() - interval '1 second'`.execute(app.db);
  const all = Array.from({ length: processes }, () => new HostQueues(context));
  await Promise.all(all.map((lanes) => lanes.begin()));
  await Promise.all(all.map((lanes) => lanes.ended()));
}
/** Moves the last field check back by a number of nights. */
const nightsPass = (nights = 1) =>
  sql`update course_checks set checked_at = checked_at - make_interval(days => ${nights})`.execute(app.db);
const checks = () => app.db.selectFrom('course_checks').selectAll().execute();
const aForeUp = (course_name: string, fore_up_id: string) =>
  aCourse(app.db, { course_name, fore_up_id, days_out_to_scrape: 4 });
const shown = async () => {
  const { warnings, checks: told } = await app.ok(sources.index, {}, agent);
  return { warnings, checks: told };
};

test('a field that is sent no more is told on Sources and to admins, once, while its times are read as before', async () => {
  await aForeUp('Torrey', '19000');
  await gather();
  expect(await checks()).toMatchObject([{ system: 'fore_up', course_ref: '19000', lost: [], added: [] }]);
  expect(await shown()).toEqual({
    warnings: [],
    checks: [expect.stringMatching(/^foreUP sends all that RIC reads \(checked at Torrey /)],
  });
  simulator.turn('fore_up', '19000', 'renamed');
  await nightsPass();
  await gather();
  await nightsPass();
  await gather();
  expect(await checks()).toMatchObject([{ lost: ['allowedGroupSizes'] }]);
  expect(await shown()).toEqual({
    warnings: [
      expect.stringMatching(
        /^foreUP no longer sends allowedGroupSizes, which RIC reads \(checked at Torrey .*, sample fore_up-\w+\.txt\)/,
      ),
    ],
    checks: [],
  });
  const told = await app.ok(notices.index, {}, admin);
  expect(told.map(({ kind, message }) => [kind, message])).toEqual([
    [
      'source',
      'foreUP no longer sends allowedGroupSizes, which RIC reads: Sources says where. Ask the operator of RIC.',
    ],
  ]);
  expect(await app.ok(notices.index, {}, agent)).toEqual([]);
  const days = await app.db
    .selectFrom('course_days')
    .select('outcome')
    .where('looked_at', 'is not', null)
    .execute();
  expect(new Set(days.map(({ outcome }) => outcome))).toEqual(new Set(['times']));
  simulator.turn('fore_up', '19000', null);
  await nightsPass();
  await gather();
  expect((await shown()).warnings).toEqual([]);
});

test('it is done once a night, by whichever process, and costs no request', async () => {
  await aForeUp('Torrey', '19000');
  await aForeUp('Coronado', '19004');
  await gather({ processes: 3 });
  const [first, ...others] = await checks();
  expect(others).toEqual([]);
  const from = simulator.requests().length;
  await gather({ processes: 3 });
  const looks = simulator.requests().length - from;
  expect(await checks()).toEqual([first]);
  await nightsPass();
  await gather({ processes: 3 });
  expect(simulator.requests().length - from - looks).toBe(looks);
  const [second] = await checks();
  expect(second?.course_id).toBe(first?.course_id);
  expect(Date.parse(second?.checked_at ?? '')).toBeGreaterThan(Date.parse(first?.checked_at ?? ''));
  // Two hosts of one system may both have been scraped; the second field check stores nothing.
  const again = {
    system: 'fore_up' as const,
    course_id: first?.course_id ?? 0,
    course_ref: '19000',
    fields: [],
  };
  const late = { ...again, lost: [], added: [], sample: null, checked_at: new Date().toISOString() };
  expect(await saveFieldCheck(app.db, { ...late, due: Date.parse(second?.checked_at ?? '') })).toBe(false);
  expect(await checks()).toEqual([second]);
});

test('a course that has nothing to check gives way to another after three days, which begins again', async () => {
  const torrey = await aForeUp('Torrey', '19000');
  await gather();
  const coronado = await aForeUp('Coronado', '19004');
  simulator.turn('fore_up', '19000', 'closed');
  simulator.turn('fore_up', '19004', 'renamed');
  await nightsPass();
  await gather();
  expect(await checks()).toMatchObject([{ course_id: torrey.id }]);
  await nightsPass(3);
  await gather();
  expect(await checks()).toMatchObject([{ course_id: coronado.id, lost: [], added: [] }]);
});

test('a new field is told for a day, and is known after it', async () => {
  await aForeUp('Torrey', '19000');
  await gather();
  await sql`update course_checks set fields = array_remove(fields, 'hasSpecial')`.execute(app.db);
  await nightsPass();
  await gather();
  expect(await shown()).toEqual({
    warnings: [],
    checks: [expect.stringContaining('and what it did not send before: hasSpecial (checked at Torrey')],
  });
  await nightsPass();
  await gather();
  expect((await shown()).checks).toEqual([expect.stringMatching(/^foreUP sends all that RIC reads \(/)]);
});

test('where it is off nothing is checked', async () => {
  await aForeUp('Torrey', '19000');
  const { settings } = app.context;
  await gather({ context: { ...app.context, settings: { ...settings, gatherCheckAt: 'off' } } });
  expect(
    await app.db.selectFrom('course_days').select('day').where('looked_at', 'is not', null).execute(),
  ).toHaveLength(5);
  expect(await checks()).toEqual([]);
});
