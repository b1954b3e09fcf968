import { beforeAll, describe, expect, test } from 'vitest';
import { aCourse, aCustomer, anOpenTime, aTeeTime } from '../../../test/support/factories.ts';
import { GREY, listedOpenTimes, NOW } from '../../../test/support/listed-open-times.ts';
import { aCourseDay, EARLIEST_OPEN_TIME } from '../../../test/support/open-times.ts';
import { addDays } from '../../contract/dates.ts';
import type { OpenTimeRow } from './open-times.contract.ts';

const { app, model, index } = listedOpenTimes();
const rows = new Map<string, OpenTimeRow>();
beforeAll(async () => {
  for (const row of await index({ per_page: 500 })) rows.set(String(row.id), row);
});

describe('a row', () => {
  test('says all there is of an open time', async () => {
    const { id, course_id } = model.find((row) => row.raw_rate === 25_300) ?? { id: 0, course_id: 0 };
    const row = rows.get(String(id));
    const { rate_id } = await app.db
      .selectFrom('fore_up_availabilities')
      .select('rate_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      id,
      course_id,
      course_name: 'Torrey Pines South',
      group_name: 'Coast courses, Twilight',
      available_time: expect.any(Number),
      available_date: expect.stringMatching(/^2030-05-0/),
      read_date: expect.stringMatching(/^(Thu|Fri|Sun), May [235] 2030$/),
      rate: '253.00',
      rateId: rate_id,
      spots: expect.any(Array),
      starting_side: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      starts_at: expect.any(String),
      scraped_at: expect.stringMatching(/^2030-05-01T17:/),
      completed_at: expect.stringMatching(/^2030-05-01T17:/),
      holes: null,
      is_new: false,
      is_stale: false,
      is_grey: false,
      waiting: 0,
    });
  });

  test('without a rate has none, and one in no group no names', () => {
    const none = model.find((row) => row.course_id === 4);
    expect(rows.get(String(none?.id))).toMatchObject({ rate: null, rateId: null, group_name: '' });
  });

  test('is grey for one course alone', () => {
    for (const row of rows.values()) expect(row.is_grey).toBe(row.course_id === GREY);
  });
});

describe('what is listed', () => {
  let course: { id: number };
  beforeAll(async () => {
    course = await aCourse(app.db, { id: 6, course_name: 'Oceanside' });
  });
  const shown = () => index({ filters: { course_name: 'oceanside' } });
  const clear = () =>
    app.db.deleteFrom('fore_up_availabilities').where('course_id', '=', course.id).execute();

  test('is open, and has not begun', async () => {
    const made = (starts_at: string, given: object = {}) =>
      anOpenTime(app.db, { course_id: course.id, available_date: '2030-05-01', starts_at, ...given });
    await made('2030-05-01T17:59:00Z');
    await made('2030-05-01T18:00:00Z');
    const next = await made('2030-05-01T18:01:00Z');
    await made(EARLIEST_OPEN_TIME, { missed_at: NOW, gone_at: NOW });
    const missed = await made(EARLIEST_OPEN_TIME, { missed_at: NOW });
    expect((await shown()).map(({ id }) => id)).toEqual([next.id, missed.id]);
    app.setClock('2030-05-01T18:00:59Z');
    expect(await shown()).toHaveLength(2);
    app.setClock('2030-05-01T18:01:00Z');
    expect(await shown()).toHaveLength(1);
    app.setClock(NOW);
    await clear();
  });

  test.each([
    ['the newest complete look saw it first', '2030-05-01T17:58:00Z', '2030-05-01T17:58:00Z', true],
    ['a look before did', '2030-05-01T17:50:00Z', '2030-05-01T17:58:00Z', false],
    ['it was no news', null, '2030-05-01T17:58:00Z', false],
    ['its day was never told whole', '2030-05-01T17:58:00Z', null, false],
  ])('is new where %s', async (_, new_at, completed_at, isNew) => {
    const day = addDays('2030-06-01', rows.size);
    await app.db.deleteFrom('course_days').where('course_id', '=', course.id).execute();
    await aCourseDay(app.db, { course_id: course.id, day, looked_at: '2030-05-01T17:58:00Z', completed_at });
    await anOpenTime(app.db, {
      course_id: course.id,
      available_date: day,
      starts_at: EARLIEST_OPEN_TIME,
      new_at,
    });
    expect(await shown()).toMatchObject([{ is_new: isNew }]);
    await clear();
  });

  const AT_1758 = '2030-05-01T17:58Z';
  const AT_1744 = '2030-05-01T17:44Z';
  const AT_1730 = '2030-05-01T17:30Z';
  type Looks = [looked_at: string, completed_at: string | null, next_look_at: string];
  test.each<[string, Looks, boolean]>([
    ['a look that told the day whole, the next to come', [AT_1730, AT_1730, '2030-05-02T06:00:00Z'], false],
    [
      'the next look overdue, for less than a quarter of an hour',
      [AT_1730, AT_1730, '2030-05-01T17:46:00Z'],
      false,
    ],
    ['the next look overdue', [AT_1730, AT_1730, AT_1744], true],
    [
      'looks that failed for less than a quarter of an hour',
      [AT_1758, '2030-05-01T17:46:00Z', EARLIEST_OPEN_TIME],
      false,
    ],
    ['looks that failed', [AT_1758, AT_1744, EARLIEST_OPEN_TIME], true],
    ['looks that never told the day whole', [AT_1758, null, EARLIEST_OPEN_TIME], false],
    ['somebody asked for a look now', [AT_1758, AT_1758, '1970-01-01T00:00:00Z'], false],
  ])('is stale after %s', async (_, [looked_at, completed_at, next_look_at], isStale) => {
    await app.db.deleteFrom('course_days').where('course_id', '=', course.id).execute();
    const looks = { looked_at, completed_at, next_look_at };
    await aCourseDay(app.db, { course_id: course.id, day: '2030-07-01', ...looks });
    await anOpenTime(app.db, {
      course_id: course.id,
      available_date: '2030-07-01',
      starts_at: EARLIEST_OPEN_TIME,
    });
    expect(await shown()).toMatchObject([{ is_stale: isStale }]);
    await clear();
  });

  test('is stale where looks at its course fail, whatever the plan of its day', async () => {
    await app.db.deleteFrom('course_days').where('course_id', '=', course.id).execute();
    const looks = { looked_at: AT_1730, completed_at: AT_1730, next_look_at: '2030-05-02T06:00:00Z' };
    await aCourseDay(app.db, { course_id: course.id, day: '2030-07-01', ...looks });
    await anOpenTime(app.db, {
      course_id: course.id,
      available_date: '2030-07-01',
      starts_at: EARLIEST_OPEN_TIME,
    });
    expect(await shown()).toMatchObject([{ is_stale: false }]);
    const source = { course_id: course.id, system: 'fore_up', course_ref: '1', host: '' } as const;
    await app.db
      .insertInto('course_sources')
      .values({ ...source, since: NOW, cause: 'limited', failing_since: AT_1730 })
      .execute();
    expect(await shown()).toMatchObject([{ is_stale: true }]);
    await app.db.deleteFrom('course_sources').where('course_id', '=', course.id).execute();
    await clear();
  });

  test('says how many wait for it: those who have booked or do not want it any more do not, and nobody in a closed queue', async () => {
    const customer = await aCustomer(app.db);
    const played = { play_date: '2030-07-02', customer_id: customer.id };
    const teeTime = await aTeeTime(app.db, { course_id: course.id, ...played });
    const open = await anOpenTime(app.db, {
      course_id: course.id,
      available_date: '2030-07-02',
      starts_at: EARLIEST_OPEN_TIME,
    });
    for (const given of [{}, {}, { tee_time_id: teeTime.id }, { unwanted_at: NOW }]) {
      const lead = {
        course_id: course.id,
        players: 2,
        lead_date: '2030-07-02',
        play_time: '07:42',
        ...given,
      };
      const { id } = await app.db
        .insertInto('lost_leads')
        .values(lead)
        .returning('id')
        .executeTakeFirstOrThrow();
      await app.db
        .insertInto('availability_queues')
        .values({ fore_up_availability_id: open.id, lost_lead_id: id })
        .execute();
    }
    expect(await shown()).toMatchObject([{ waiting: 2, is_stale: true, scraped_at: null }]);
    await app.db
      .updateTable('fore_up_availabilities')
      .set({ queue_closed_at: NOW })
      .where('id', '=', open.id)
      .execute();
    expect(await shown()).toMatchObject([{ waiting: 0 }]);
    await clear();
  });
});
