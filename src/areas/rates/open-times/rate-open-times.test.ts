import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCourse, anOpenTime, aRate } from '../../../../test/support/factories.ts';
import { runTransaction } from '../../../server/database/transact.ts';
import { holidays } from '../../holidays/holidays.contract.ts';
import { maintenances } from '../../maintenances/maintenances.contract.ts';
import { findRateForTeeTime } from '../choice/rate-for.queries.ts';
import { rateDateRanges } from '../ranges/rate-date-ranges.contract.ts';
import { rates } from '../rates.contract.ts';
import { rerateAfterMidnight } from './midnight.steps.ts';
import { formatCourseTime, rerateOpenTimes } from './rate-open-times.queries.ts';

const app = testApp();
let admin: HeaderFields;
let here: number;
let there: number;
// Four days, Saturday to Tuesday; there are three open times a day at each of two courses.
const DAYS = ['2030-06-01', '2030-06-02', '2030-06-03', '2030-06-04'];
const WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((name) => ({ name }));

beforeAll(async () => {
  app.setClock('2030-05-20T18:00:00Z');
  admin = await app.signedIn('admin');
  here = (await aCourse(app.db)).id;
  there = (await aCourse(app.db)).id;
  for (const course_id of [here, there])
    for (const available_date of DAYS)
      for (const available_time of [705, 1200, 1655])
        await anOpenTime(app.db, { course_id, available_date, available_time });
});

const rows = () =>
  app.db
    .selectFrom('fore_up_availabilities')
    .select(['id', 'course_id', 'available_date', 'available_time', 'rate_id', 'updated_at'])
    .orderBy('id')
    .execute();
type Rows = Awaited<ReturnType<typeof rows>>;

/**
 * Checks that every open time has the rate that the booking engine would choose; returns the number of rows that were rewritten
 * since `before`.
 */
async function writtenSince(before: Rows): Promise<number> {
  const after = await rows();
  for (const { course_id, available_date, available_time, rate_id } of after) {
    const round = {
      course_id,
      play_date: available_date,
      play_time: formatCourseTime(available_time),
      players: 2,
    };
    const chosen = await findRateForTeeTime(app.db, app.context, round);
    expect({ ...round, rate_id }).toEqual({ ...round, rate_id: chosen?.rate.id ?? null });
  }
  const written = after.filter(({ updated_at }, at) => updated_at !== before[at]?.updated_at);
  // None of the rewritten rows has the same rate as before.
  expect(
    written.filter(({ rate_id }, at) => before[after.indexOf(written[at]!)]?.rate_id === rate_id),
  ).toEqual([]);
  return written.length;
}

/** Returns the number of rows that a change rewrites, of 24: 3 times a day on 4 days at 2 courses. */
async function writtenBy(change: () => Promise<unknown>): Promise<number> {
  const before = await rows();
  await change();
  return writtenSince(before);
}

const seen = async (id: number) => {
  const { rate_date_ranges: _, warnings: __, ...shown } = await app.ok(rates.show, { params: { id } }, admin);
  return shown;
};
const editRate = async (id: number, given: object) =>
  app.ok(rates.update, { body: { id, rate: { ...(await seen(id)), ...given } } }, admin);

test('every row has the rate that holds, after each kind of change, and only what differs is written', async () => {
  let rate = 0;
  const create = async (form: object) => {
    const made = await app.ok(
      rates.create,
      { body: { rate: { course: { id: here }, rate: '100.00', ...form } } },
      admin,
    );
    rate = made.id;
  };
  let range = 0;
  const aRange = async (form: object) => {
    const given = { golf_rate_id: rate, start: '2030-01-01', end: '2030-12-31', rate_days: WEEK, ...form };
    range = (await app.ok(rateDateRanges.create, { body: { rate_date_range: given } }, admin)).id;
  };
  const changeRange = async (form: object) => {
    const { rate_date_ranges } = await app.ok(rates.show, { params: { id: rate } }, admin);
    const stored = rate_date_ranges.find(({ id }) => id === range);
    await app.ok(rateDateRanges.update, { body: { rate_date_range: { ...stored, ...form } } }, admin);
  };

  expect(await writtenBy(() => create({}))).toBe(0);
  expect(await writtenBy(() => aRange({}))).toBe(12);
  expect(await writtenBy(() => changeRange({ end: '2030-06-02' }))).toBe(6);
  expect(
    await writtenBy(() => changeRange({ end: '2030-12-31', time_start: '06:00', time_end: '12:00' })),
  ).toBe(6);
  const morning = rate;
  expect(await writtenBy(() => create({ rate: '60.00' }))).toBe(0);
  expect(await writtenBy(() => aRange({ rate_days: [{ name: 'H' }, { name: 'M' }] }))).toBe(0);
  const special = rate;

  const feast = { name: 'Feast', start_date: '2030-06-02', end_date: '2030-06-03', courses: [{ id: here }] };
  const holiday = { id: 0 };
  expect(
    await writtenBy(async () => {
      holiday.id = (await app.ok(holidays.create, { body: { holiday: feast } }, admin)).id;
    }),
  ).toBe(6);
  const changeHoliday = async (given: object) => {
    const shown = await app.ok(holidays.show, { params: holiday }, admin);
    await app.ok(holidays.update, { body: { ...holiday, holiday: { ...shown, ...given } } }, admin);
  };
  expect(await writtenBy(() => changeHoliday({ end_date: '2030-06-02' }))).toBe(3);
  expect(await writtenBy(() => changeHoliday({ courses: [{ id: there }] }))).toBe(3);
  expect(await writtenBy(() => changeHoliday({ courses: [{ id: here }, { id: there }] }))).toBe(3);
  expect(await writtenBy(() => app.ok(holidays.remove, { params: holiday }, admin))).toBe(3);

  const window = { start_date: '2030-06-04', end_date: '2030-06-04', course: { id: here }, description: '' };
  const maintenance = { id: 0 };
  expect(
    await writtenBy(async () => {
      maintenance.id = (await app.ok(maintenances.create, { body: { maintenance: window } }, admin)).id;
    }),
  ).toBe(3);
  const changeMaintenance = async (given: object) => {
    const shown = await app.ok(maintenances.show, { params: maintenance }, admin);
    await app.ok(
      maintenances.update,
      { body: { ...maintenance, maintenance: { ...shown, ...given } } },
      admin,
    );
  };
  expect(await writtenBy(() => changeMaintenance({ start_date: '2030-06-03' }))).toBe(3);
  expect(await writtenBy(() => changeMaintenance({ course: { id: there } }))).toBe(6);
  expect(await writtenBy(() => changeMaintenance({ course: { id: here } }))).toBe(6);
  expect(await writtenBy(() => app.ok(maintenances.remove, { params: maintenance }, admin))).toBe(6);

  expect(await writtenBy(() => editRate(morning, { internal_memo: 'nothing that chooses' }))).toBe(0);
  expect(await writtenBy(() => editRate(morning, { disabled: true }))).toBe(4);
  expect(await writtenBy(() => editRate(morning, { disabled: false }))).toBe(4);
  expect(await writtenBy(() => editRate(morning, { course: { id: there } }))).toBe(8);
  const copy = {
    golf_rate_id: morning,
    course_ids: [here],
    rate_ids: (await rangesOf(morning)).map(({ id }) => id),
  };
  expect(await writtenBy(() => app.ok(rateDateRanges.copy, { body: copy }, admin))).toBe(4);
  expect(
    await writtenBy(() => app.ok(rateDateRanges.remove, { params: { id: copy.rate_ids[0]! } }, admin)),
  ).toBe(4);
  const [left] = await app.ok(
    rates.index,
    { query: { filters: { course_id: here, rate: '100.00' } } },
    admin,
  );
  // Deleting a rate clears the rate of its open times by the foreign key; another rate that covers them is chosen then.
  expect(await writtenBy(() => editRate(special, { internal_memo: 'a memo' }))).toBe(0);
  await app.ok(rates.remove, { params: { id: left!.id } }, admin);
  expect(await writtenSince(await rows())).toBe(0);
  expect((await rows()).every(({ rate_id }) => rate_id === null)).toBe(true);
});

const rangesOf = async (id: number) => (await app.ok(rates.show, { params: { id } }, admin)).rate_date_ranges;

test('at midnight of the business the days that may be booked move on, and the rows with them', async () => {
  const near = await aRate(app.db, here, { max_advance_days: 12 });
  await runTransaction(app.db, (db) => rerateOpenTimes(db, app.context, [here]));
  const covered = async () => (await rows()).filter(({ rate_id }) => rate_id === near.id).length;
  // It is May 20 in California, so the first of the days is twelve days ahead.
  expect(await covered()).toBe(3);
  const going = () => false;
  expect(await rerateAfterMidnight(app.context, '2030-05-20', going)).toBe('2030-05-20');
  app.setClock('2030-05-21T06:59:00Z');
  expect(await rerateAfterMidnight(app.context, '2030-05-20', going)).toBe('2030-05-20');
  expect(await covered()).toBe(3);
  app.setClock('2030-05-21T07:00:00Z');
  expect(await rerateAfterMidnight(app.context, '2030-05-20', () => true)).toBe('2030-05-20');
  expect(await covered()).toBe(3);
  const before = await rows();
  expect(await rerateAfterMidnight(app.context, '2030-05-20', going)).toBe('2030-05-21');
  expect(await writtenSince(before)).toBe(3);
  expect(await covered()).toBe(6);
});
