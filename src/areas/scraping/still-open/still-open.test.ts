import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCourse } from '../../../../test/support/factories.ts';
import { foreUpAvailability } from '../../availability/open-times.contract.ts';
import { sources } from '../sources/sources.contract.ts';
import { stillOpen } from './still-open.contract.ts';
import { stillOpenText } from './still-open.rules.ts';

const app = testApp();
let agent: HeaderFields;
let id: number;
let course: number;

beforeEach(async () => {
  app.setClock('2031-05-04T18:00:00Z');
  agent = await app.signedIn('agent');
  course = (await aCourse(app.db)).id;
  const { rows } = await sql<{ id: number }>`
    insert into fore_up_availabilities (course_id, available_date, available_time, spots, starts_at)
    values (${course}, '2031-05-05', 900, '{2,4}', '2031-05-05T16:00:00Z') returning id`.execute(app.db);
  id = rows[0]?.id ?? 0;
});

const connected = async () => {
  await sql`insert into course_sources (course_id, system, course_ref, host) values (${course}, 'fore_up', '1', 'a.example')`.execute(
    app.db,
  );
  await sql`insert into course_days (course_id, day, next_look_at, looked_at, outcome)
    values (${course}, '2031-05-05', '2031-05-04T19:00:00Z', '2031-05-04T17:50:00Z', 'times')`.execute(
    app.db,
  );
};
const look = async () => (await app.ok(stillOpen.look, { params: { id } }, agent)).asked_at;
const looked = (since: string) => app.ok(stillOpen.looked, { params: { id }, query: { since } }, agent);
/** Writes the result of a scrape three seconds after it was requested, as the host's queue does. */
const lookHappens = async (outcome: string, note = '') => {
  await sql`update course_days set looked_at = '2031-05-04T18:00:03Z', outcome = ${outcome}, note = ${note}
    where course_id = ${course}`.execute(app.db);
  app.setClock('2031-05-04T18:00:06Z');
};

test('its day is looked at next, and until then nothing is said of it', async () => {
  await connected();
  const since = await look();
  const day = await app.db
    .selectFrom('course_days')
    .select('next_look_at')
    .where('course_id', '=', course)
    .executeTakeFirstOrThrow();
  expect(Date.parse(day.next_look_at)).toBe(0);
  expect(await looked(since)).toEqual({ state: 'waiting', spots: [2, 4], seconds_ago: null, note: '' });
});

test('that somebody looks now makes neither its day late nor its course', async () => {
  await connected();
  await sql`update courses set fore_up_id = '19000', days_out_to_scrape = 1 where id = ${course}`.execute(
    app.db,
  );
  await sql`update course_sources set times_at = '2031-05-04T17:50:00Z' where course_id = ${course}`.execute(
    app.db,
  );
  const staleNow = async () =>
    (await app.ok(foreUpAvailability.index, { query: { filters: {} } }, agent)).find((row) => row.id === id)
      ?.is_stale;
  const stateNow = async () =>
    (await app.ok(sources.index, {}, agent)).sources.find((row) => row.id === course)?.state;
  expect([await staleNow(), await stateNow()]).toEqual([false, 'good']);
  await look();
  expect([await staleNow(), await stateNow()]).toEqual([false, 'good']);
});

test.each([
  ['times', '', { state: 'open', spots: [2, 4] }],
  ['failed', 'foreUP did not answer.', { state: 'failed', note: 'foreUP did not answer.' }],
  ['none', '', { state: 'failed', note: expect.stringContaining('second scrape') }],
])('after a look that found %s it says so, and how long ago', async (outcome, note, expected) => {
  await connected();
  const since = await look();
  await lookHappens(outcome, note);
  expect(await looked(since)).toMatchObject({ seconds_ago: 3, ...expected });
});

test('one that the look missed is no longer open', async () => {
  await connected();
  const since = await look();
  await sql`update fore_up_availabilities set missed_at = now() where id = ${id}`.execute(app.db);
  await lookHappens('times');
  expect(await looked(since)).toMatchObject({ state: 'gone' });
});

test('where nothing is scraped, or the system is paused, it waits for nothing', async () => {
  expect(await looked(await look())).toMatchObject({ state: 'not_connected' });
  await connected();
  await sql`update course_sources set wait_until = '2031-05-04T18:30:00Z', note = 'It asked to be left alone.'
    where course_id = ${course}`.execute(app.db);
  expect(await looked(await look())).toMatchObject({ state: 'failed', note: 'It asked to be left alone.' });
});

test('a time that there is not is no time', async () => {
  expect((await app.call(stillOpen.look, { params: { id: 424242 } }, agent)).status).toBe(404);
});

const OPEN = { state: 'open', spots: [2, 4], seconds_ago: 3, note: '' } as const;
test.each([
  [OPEN, [2, 4], 'Still open, checked 3 s ago.'],
  [OPEN, [1, 2, 3, 4], '2 and 4 players now, checked 3 s ago.'],
  [{ ...OPEN, spots: [1] }, [1, 2], '1 player now, checked 3 s ago.'],
  [{ ...OPEN, state: 'gone' as const }, [2, 4], 'This time is no longer open, checked 3 s ago.'],
  [{ ...OPEN, state: 'failed' as const, note: 'x' }, [2], 'Whether it is still open is not known: x'],
])('%j is said in words', (checked, before, text) => {
  expect(stillOpenText({ ...checked, spots: [...checked.spots] }, before, 0).text).toBe(text);
});
