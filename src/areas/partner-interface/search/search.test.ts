import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { anOpenTime } from '../../../../test/support/factories.ts';
import { aCourseWithOpenTime, aPartner, type PartnerWithKey } from '../../../../test/support/partners.ts';
import { partnerInterface } from '../partner-interface.contract.ts';

const app = testApp();
let open: { course: number; time: number; rate: number };
let second: { course: number; time: number; rate: number };
let partner: PartnerWithKey;
beforeAll(async () => {
  app.setClock('2030-05-01T18:00:00Z');
  open = await aCourseWithOpenTime(app.db);
  second = await aCourseWithOpenTime(app.db);
  const hidden = [
    await aCourseWithOpenTime(app.db, { inactive: true }),
    await aCourseWithOpenTime(app.db, { internal_only: true }),
  ];
  await aCourseWithOpenTime(app.db);
  const courses = [open, second, ...hidden].map(({ course }) => course);
  partner = await aPartner(app.db, { courses });
  const at = { course_id: open.course, rate_id: open.rate };
  await anOpenTime(app.db, {
    ...at,
    available_time: 1200,
    starts_at: '2030-06-01T19:00:00Z',
    spots: [1, 2, 3, 4],
  });
  await anOpenTime(app.db, {
    ...at,
    available_time: 800,
    gone_at: '2030-05-01T00:00:00Z',
    missed_at: '2030-05-01T00:00:00Z',
  });
  await anOpenTime(app.db, { ...at, available_time: 810, rate_id: null });
  await anOpenTime(app.db, { ...at, available_time: 820, starts_at: '2030-05-01T17:59:00Z' });
  await anOpenTime(app.db, { ...at, available_date: '2030-06-02' });
});

const search = async (query: object = {}) => {
  const asked = { date: '2030-06-01', players: 4, ...query };
  return app.ok(partnerInterface.search, { query: asked }, partner.headers);
};
const times = async (query?: object) => (await search(query)).open_times.map(({ id }) => id);

test('a search answers what is open for the party at granted courses, with what it costs', async () => {
  const { open_times, has_more } = await search();
  expect(has_more).toBe(false);
  expect(open_times.map(({ course_id, play_time }) => [course_id, play_time])).toEqual([
    [open.course, '07:42'],
    [second.course, '07:42'],
    [open.course, '12:00'],
  ]);
  expect(open_times[0]).toMatchObject({
    id: open.time,
    play_date: '2030-06-01',
    spots: [2, 4],
    raw_rate: 10_000,
    rate: '100.00',
    raw_service_fee: 0,
    raw_charge: 40_000,
    charge: '400.00',
    starts_at: expect.stringMatching(/^2030-06-01T14:42/),
  });
});

test('it is narrowed by course, clock and party, page by page', async () => {
  expect(await times({ course_ids: `${second.course},424242` })).toEqual([second.time]);
  expect(await times({ to: '07:42' })).toEqual([open.time, second.time]);
  expect(await times({ from: '07:43', to: '11:59' })).toEqual([]);
  expect(await times({ players: 3 })).toHaveLength(1);
  expect(await times({ date: '2030-06-02' })).toHaveLength(1);
  const first = await search({ per_page: 2 });
  expect([first.open_times.length, first.has_more]).toEqual([2, true]);
  const rest = await search({ per_page: 2, page: 2 });
  expect([rest.open_times.length, rest.has_more]).toEqual([1, false]);
});

test.each([
  [{ date: 'tomorrow' }, 'date'],
  [{ players: 9 }, 'players'],
  [{ course_ids: '1;2' }, 'course_ids'],
  [{ per_page: 501 }, 'per_page'],
  [{ from: '7:42' }, 'from'],
])('what cannot be read is said: %j', async (query, field) => {
  const asked = { date: '2030-06-01', players: 4, ...query };
  const answer = await app.call(partnerInterface.search, { query: asked }, partner.headers);
  expect(answer).toMatchObject({
    status: 422,
    body: { error: { code: 'invalid', fields: { [field]: [expect.any(String)] } } },
  });
});
