import { sql } from 'kysely';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCourse, aCustomer, aRate, aTeeTime } from '../../../../test/support/factories.ts';
import { TEE_TIME_STATES, teeTimeStatus } from '../status/status.rules.ts';
import { TEE_TIME_STATUSES, teeTimes } from '../tee-times.contract.ts';
import { findTeeTime } from '../tee-times.queries.ts';
import { teeTimeList } from './list.queries.ts';

const app = testApp();
let agent: HeaderFields;
let course: { id: number };
let ann: { id: number };

const MANY = 1300;
beforeAll(async () => {
  agent = await app.signedIn('agent');
  course = await aCourse(app.db, { course_name: 'Balboa Park' });
  ann = await aCustomer(app.db, { first_name: 'Ann', last_name: 'Zeller' });
  // The rows cover eleven days, one of them emptied again, with several tee times at one instant.
  await sql`insert into tee_times (state, source, agent, customer_id, course_id, play_date, play_time, players, players_booked,
      confirmation, raw_charge, raw_total, created_at)
    select 'failed', 'internal', 'Zoe', ${ann.id}, ${course.id}, '2031-01-01', '07:30', 2, 2, 'MANY', 0, 0,
      timestamptz '2024-05-01 00:00Z' + interval '1 hour' * (i / 5) from generate_series(1, ${MANY}::int) i`.execute(
    app.db,
  );
  await sql`delete from tee_times where created_at >= '2024-05-04Z' and created_at < '2024-05-05Z'`.execute(
    app.db,
  );
});

const get = (called: typeof teeTimes.index | typeof teeTimes.count, query: Record<string, unknown>) =>
  app.call(called, { query }, agent);
const ids = async (query: Record<string, unknown>): Promise<number[]> => {
  const { body } = await get(teeTimes.index, query);
  return (body as { id: number }[]).map((row) => row.id);
};
const count = async (query: Record<string, unknown> = {}) => (await get(teeTimes.count, query)).body;

describe('the count', () => {
  test('without a cap is exact', async () => {
    expect(await count({ filters: { confirmation: 'MANY' } })).toBe(MANY - 120);
  });

  test('with a cap goes no further than one above it', async () => {
    expect(await count({ filters: { confirmation: 'MANY' }, cap: 10 })).toBe(11);
  });

  test('below its cap, at it and where nothing is filtered is exact', async () => {
    const all = MANY - 120;
    expect(await count({ filters: { confirmation: 'MANY' }, cap: all })).toBe(all);
    expect(await count({ filters: { confirmation: 'MANY' }, cap: all + 1 })).toBe(all);
    expect(await count({ cap: 10 })).toBe(all);
    expect(await count({ filters: { confirmation: 'nobody' }, cap: 10 })).toBe(0);
  });

  test.each([0, -1, 1.5, 'many', 1_000_001])('refuses the cap %s', async (cap) => {
    expect(await get(teeTimes.count, { cap })).toMatchObject({
      status: 422,
      body: { errors: { cap: [expect.any(String)] } },
    });
  });
});

describe('far down', () => {
  it.each([true, false])('every page follows the one before, falling: %s', async (desc) => {
    const { rows } = await sql<{ id: number }>`select id from tee_times
      order by created_at ${sql.raw(desc ? 'desc' : 'asc')}, id ${sql.raw(desc ? 'desc' : 'asc')}`.execute(
      app.db,
    );
    const whole = rows.map(({ id }) => id);
    for (const page of [20, 21, 22, 23, 24, 25, 9999]) {
      const found = await ids({ per_page: 50, page, sort_fields: ['created_at'], sort_desc: [desc] });
      expect(found).toEqual(whole.slice((page - 1) * 50, page * 50));
    }
  });
});

describe('a play time', () => {
  test.each([
    ['07:3', true],
    ['7:30', true],
    [':', true],
    ['30', true],
    ['08', false],
    ['730', true],
    ['0730', true],
    ['7:30a', true],
    ['7:30 a.m.', true],
    ['7.30', true],
    ['07:30:00', true],
    ['7:30p', false],
    ['noon', false],
  ])('is found as it is typed, or by a part of it: %s', async (play_time, isFound) => {
    const filters = { confirmation: 'MANY', play_time };
    expect(await count({ filters, cap: 10_000 })).toBe(isFound ? MANY - 120 : 0);
    expect(await ids({ filters, per_page: 1 })).toHaveLength(isFound ? 1 : 0);
  });

  test.each(['%', '_', 'half past', '25:00', '7:3a', '7'.repeat(90)])('is not %s', async (play_time) => {
    const refused = { status: 422, body: { errors: { play_time: ['must be a time like 07:42'] } } };
    expect(await get(teeTimes.index, { filters: { play_time } })).toMatchObject(refused);
    expect(await get(teeTimes.count, { filters: { play_time } })).toMatchObject(refused);
  });
});

type StatusRow = [number, string];
const byId = ([a]: StatusRow, [b]: StatusRow) => a - b;

test('the status is what status.rules.ts says: listed, looked for and shown', async () => {
  const then = { ...app.context, now: () => new Date('2030-06-02T19:30:00Z') };
  // A course without a time zone has the business time zone.
  const abroad = await aCourse(app.db, { course_name: 'Kasumigaseki', time_zone: 'Asia/Tokyo' });
  const clocks = [
    { course_id: course.id, clock: { date: '2030-06-02', time: '12:30' } },
    { course_id: abroad.id, clock: { date: '2030-06-03', time: '04:30' } },
  ];
  const plays = [
    ['2030-05-31', '18:00'],
    ['2030-06-01', '18:00'],
    ['2030-06-02', '07:00'],
    ['2030-06-02', '12:29'],
    ['2030-06-02', '12:30'],
    ['2030-06-02', '12:31'],
    ['2030-06-03', '04:29'],
    ['2030-06-03', '04:30'],
    ['2030-06-03', '04:31'],
    ['2030-06-03', '12:00'],
    ['2030-06-04', '04:00'],
  ] as const;
  const said: StatusRow[] = [];
  const cases = TEE_TIME_STATES.flatMap((state) => clocks.map((at) => ({ state, ...at })));
  for (const { state, course_id, clock } of cases) {
    for (const [play_date, play_time] of plays) {
      const given = { state, play_date, play_time, confirmation: 'STATUS', raw_charge: 0, raw_total: 0 };
      const row = { ...given, source: 'internal', agent: 'Zoe', players: 2, players_booked: 2 } as const;
      const made = await app.db
        .insertInto('tee_times')
        .values({ ...row, course_id, customer_id: ann.id })
        .returning('id')
        .executeTakeFirstOrThrow();
      said.push([made.id, teeTimeStatus(given, clock)]);
    }
  }
  const found = (filters: Record<string, string>) =>
    teeTimeList(then).page(app.db, {
      filters: { confirmation: 'STATUS', ...filters },
      sort_fields: [],
      sort_desc: [],
      page: 1,
      per_page: 200,
    });
  const listed = (await found({})).map(({ id, status }): StatusRow => [id, status]);
  const lookedFor: StatusRow[] = [];
  for (const status of TEE_TIME_STATUSES)
    lookedFor.push(...(await found({ status })).map(({ id }): StatusRow => [id, status]));
  const shown: StatusRow[] = [];
  for (const [id] of said) shown.push([id, (await findTeeTime(app.db, then, id)).status]);
  // These tee times have no ledger entries, so they are deleted before the ledger is checked.
  await app.db.deleteFrom('tee_times').where('confirmation', '=', 'STATUS').execute();
  for (const found of [listed, lookedFor, shown]) expect(found.toSorted(byId)).toEqual(said);
});

describe('names', () => {
  test('of a customer and a course are found as they are now', async () => {
    const other = await aCourse(app.db, { course_name: 'Maderas' });
    const bob = await aCustomer(app.db, { first_name: 'Bob', last_name: 'Young' });
    const { id } = await aTeeTime(app.db, { customer_id: bob.id, course_id: other.id });
    await app.db.updateTable('customers').set({ last_name: 'Older' }).where('id', '=', bob.id).execute();
    await app.db
      .updateTable('courses')
      .set({ course_name: 'Maderas Club' })
      .where('id', '=', other.id)
      .execute();
    expect(await ids({ filters: { last_name: 'older', course_name: 'club' } })).toEqual([id]);
    expect(await ids({ filters: { last_name: 'young' } })).toEqual([]);
  });

  test('follow a tee time to another customer', async () => {
    const bob = await aCustomer(app.db, { last_name: 'Before' });
    const eve = await aCustomer(app.db, { last_name: 'After' });
    const { id } = await aTeeTime(app.db, { customer_id: bob.id, course_id: course.id });
    await app.db.updateTable('tee_times').set({ customer_id: eve.id }).where('id', '=', id).execute();
    expect(await ids({ filters: { last_name: 'before' } })).toEqual([]);
    expect(await ids({ filters: { last_name: 'after' } })).toEqual([id]);
  });

  test('are not found once the tee time is gone', async () => {
    const [id = 0] = await ids({ filters: { confirmation: 'MANY' }, per_page: 1 });
    await app.db.deleteFrom('tee_times').where('id', '=', id).execute();
    expect(await ids({ filters: { id } })).toEqual([]);
  });
});

describe('tee times that a saved record concerns', () => {
  let at: { course_id: number; customer_id: number; play_date: string };
  beforeAll(async () => {
    const { id: course_id } = await aCourse(app.db, { course_name: 'Maderas' });
    at = { course_id, customer_id: ann.id, play_date: '2032-01-02' };
  });

  test('are found by their rate', async () => {
    const { id: golf_rate_id } = await aRate(app.db, at.course_id);
    const rated = await aTeeTime(app.db, { ...at, golf_rate_id });
    await aTeeTime(app.db, at);
    expect(await ids({ filters: { golf_rate_id, status: 'booked' } })).toEqual([rated.id]);
    expect(await count({ filters: { golf_rate_id, status: 'booked' } })).toBe(1);
    expect(await count({ filters: { golf_rate_id, status: 'canceled' } })).toBe(0);
  });

  test('are found by the holiday of their course, on its days', async () => {
    const { id: holiday_id } = await app.db
      .insertInto('holidays')
      .values({ name: 'New Year', start_date: '2032-01-01', end_date: '2032-01-03' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const south = await aCourse(app.db, { course_name: 'Singing Hills' });
    await app.db
      .insertInto('holiday_courses')
      .values([at.course_id, south.id].map((course_id) => ({ holiday_id, course_id })))
      .execute();
    const play_date = '2032-01-03';
    const mine = await aTeeTime(app.db, { ...at, play_date });
    const other = await aTeeTime(app.db, { ...at, course_id: south.id, play_date });
    await aTeeTime(app.db, { ...at, course_id: course.id, play_date });
    const filters = { holiday_id, status: 'booked', play_date: '2032-01-03..2032-01-04' };
    expect((await ids({ filters })).toSorted((a, b) => a - b)).toEqual([mine.id, other.id]);
    expect(await count({ filters })).toBe(2);
    expect(await count({ filters: { ...filters, play_date: '2032-01-04' } })).toBe(0);
    expect(await count({ filters: { ...filters, holiday_id: 424_242 } })).toBe(0);
  });

  test.each(['golf_rate_id', 'holiday_id'])('are not looked for by a %s that is no number', async (name) => {
    expect(await get(teeTimes.count, { filters: { [name]: 'x' } })).toMatchObject({ status: 422 });
  });
});

describe('a confirmation CT-99343 or CT99343', () => {
  let both: number[];
  beforeAll(async () => {
    const at = { course_id: course.id, customer_id: ann.id };
    const dashed = await aTeeTime(app.db, { ...at, confirmation: 'CT-99343' });
    const joined = await aTeeTime(app.db, { ...at, confirmation: 'CT99343' });
    await aTeeTime(app.db, { ...at, confirmation: 'CT-99433' });
    both = [dashed.id, joined.id];
  });

  test.each(['CT-99343', 'ct 99343', 'ct99343', 'CT\u201399343', '99343', 'ct 993'])(
    'is found by %s',
    async (confirmation) =>
      expect((await ids({ filters: { confirmation } })).toSorted((a, b) => a - b)).toEqual(both),
  );
});

test.each(["O'Brien", 'obrien', 'O Brien', 'o\u2019brien', 'O\u00a0BRIEN'])(
  'a customer O’Brien is found by %s',
  async (last_name) => {
    const { id: customer_id } = await aCustomer(app.db, { last_name: 'O\u2019Brien' });
    const { id } = await aTeeTime(app.db, { customer_id, course_id: course.id });
    expect(await ids({ filters: { last_name } })).toContain(id);
    expect(await ids({ filters: { last_name: 'obrienne' } })).toEqual([]);
  },
);

test('a number is found with the comma of its thousands', async () => {
  const found = await ids({ filters: { id: '1,204' } });
  expect(found).toEqual(await ids({ filters: { id: 1204 } }));
  expect(found).toHaveLength(1);
});
