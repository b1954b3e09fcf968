import { describe, expect, it, test } from 'vitest';
import { listedTeeTimesSetup } from '../../../../test/support/listed-tee-times.ts';
import { teeTimes, type TeeTimeRow } from '../tee-times.contract.ts';

const { app, at } = listedTeeTimesSetup();

const index = (query: Record<string, unknown> = {}) =>
  app.ok(teeTimes.index, { query: { per_page: 100, ...query } } as never, at.agent);
const count = (filters: Record<string, unknown> = {}, query_type?: 'monthly' | 'daily') =>
  app.ok(teeTimes.count, { query: { filters, ...(query_type && { query_type }) } } as never, at.agent);

describe('the list', () => {
  it.each<[string, unknown, (row: TeeTimeRow) => boolean]>([
    ['first_name', 'AN', (row) => row.first_name === 'Ann'],
    ['last_name', 'zell', (row) => row.last_name === 'Zeller'],
    ['email', 'ann@', (row) => row.first_name === 'Ann'],
    ['primary_phone', '0001', (row) => row.first_name === 'Ann'],
    ['status', 'booked', (row) => row.status === 'booked'],
    ['status', 'played', (row) => row.play_date === '2020-01-01'],
    ['status', 'pending', (row) => row.status === 'pending'],
    ['status', 'CANCEL', (row) => row.status === 'canceled'],
    ['status', 'p', (row) => row.status === 'pending' || row.status === 'played'],
    ['created_at', '2019-03-03', (row) => row.status === 'pending'],
    ['created_at', '2019-03-04', (row) => row.status === 'canceled'],
    ['play_date', '2031-07-02', (row) => row.play_date === '2031-07-02'],
    ['play_time', '06:', (row) => row.play_time === '06:30'],
    ['players', '3', (row) => row.players === 3],
    ['paid', '0.00', () => true],
    ['cost', '$123.45', (row) => row.cost === '123.45'],
    ['course_name', 'balboa', (row) => row.course_name === 'Balboa Park'],
    ['course_id', 1, (row) => row.course_id === 1],
    ['customer_id', 2, (row) => row.first_name === 'bob'],
    ['confirmation', 'A_1', (row) => row.confirmation === 'ALPHA_1'],
    ['payment_id', 'pay_l', (row) => row.payment_id === 'pay_list'],
    ['agent', 'zo', (row) => row.agent === 'Zoe'],
    ['notes', '100%', (row) => row.notes !== ''],
    ['internal_notes', 'vip', (row) => row.internal_notes === 'VIP'],
  ])('filtered by %s %s has those rows and no others, and counts them', async (name, typed, matches) => {
    const all = (await index()).map((row) => row.id);
    const found = await index({ filters: { [name]: typed } });
    const expected = (await index()).filter(matches).map((row) => row.id);
    expect(expected.length).toBeGreaterThan(0);
    expect(found.map((row) => row.id)).toEqual(expected);
    expect(await count({ [name]: typed })).toBe(expected.length);
    expect(await count()).toBe(all.length);
  });

  test('filtered by id has that one; an empty filter is none', async () => {
    expect(await index({ filters: { id: 2, last_name: '' } })).toMatchObject([{ id: 2 }]);
    expect(await index({ filters: { last_name: '', notes: null } })).toHaveLength(await count());
    expect(await index({ filters: { status: 'nonsense' } })).toEqual([]);
  });

  const low = (cell: unknown) => (typeof cell === 'string' ? cell.toLowerCase() : cell);
  const SORTS = [
    ...(['first_name', 'last_name', 'status', 'created_at', 'play_date', 'play_time', 'players'] as const),
    ...(['paid', 'cost', 'course_name', 'confirmation', 'agent'] as const),
  ];
  it.each(SORTS)('sorted by %s rises, and falls when told', async (name) => {
    const cell = (row: TeeTimeRow) =>
      name === 'paid' || name === 'cost' ? Number(row[name]) : (low(row[name]) as string | number);
    const isSorted = (rows: TeeTimeRow[]) =>
      rows.every((row, at) => {
        const before = rows[at - 1];
        return before === undefined || cell(before) <= cell(row);
      });
    expect(isSorted(await index({ sort_fields: [name] }))).toBe(true);
    expect(isSorted((await index({ sort_fields: [name], sort_desc: [true] })).reverse())).toBe(true);
  });

  it.each(['payment_id', 'notes', 'internal_notes'] as const)(
    'sorted by %s puts empty ones last',
    async (name) => {
      for (const sort_desc of [[false], [true]]) {
        const cells = (await index({ sort_fields: [name], sort_desc })).map((row) => row[name] === '');
        expect(cells).toEqual([false, ...cells.slice(1).map(() => true)]);
      }
    },
  );

  test('sorted by two columns sorts within the first', async () => {
    const rows = await index({ sort_fields: ['course_name', 'players'], sort_desc: [true, true] });
    expect(rows.map((row) => `${row.course_name} ${row.players}`)).toEqual([
      'Torrey Pines 3',
      'Torrey Pines 2',
      'Torrey Pines 2',
      'Torrey Pines 2',
      'Balboa Park 1',
    ]);
  });

  test('in pages has every row once, newest first unless told otherwise', async () => {
    const whole = await index();
    for (const sort of [{}, { sort_fields: ['players'] }, { sort_fields: ['paid'], sort_desc: [true] }]) {
      const pages = [];
      for (const page of [1, 2, 3]) pages.push(...(await index({ per_page: 2, page, ...sort })));
      expect(pages).toHaveLength(whole.length);
      expect(new Set(pages.map((row) => row.id))).toEqual(new Set(whole.map((row) => row.id)));
    }
    expect(whole.map((row) => row.created_at)).toEqual(
      whole
        .map((row) => row.created_at)
        .sort()
        .reverse(),
    );
    expect(await index({ page: 9 })).toEqual([]);
  });

  test('of this day and month has what was created in it in San Diego', async () => {
    app.setClock('2019-03-04T09:00:00Z');
    const headers = await app.signedIn('agent');
    const created = (query_type: string) =>
      app.call(teeTimes.index, { query: { query_type } }, headers).then(({ body }) => body);
    expect(await created('daily')).toMatchObject([{ status: 'canceled' }]);
    expect(await created('monthly')).toMatchObject([{ status: 'canceled' }, { status: 'pending' }]);
    const counted = await app.call(teeTimes.count, { query: { query_type: 'monthly' } }, headers);
    expect(counted.body).toBe(2);
    // The clock is set because a typed filter may name another day or month.
    app.setClock('2019-05-20T09:00:00Z');
    const later = await app.signedIn('agent');
    const inMarch = { query_type: 'monthly', date: '2019-03-31' };
    expect((await app.call(teeTimes.count, { query: inMarch }, later)).body).toBe(2);
    const onTheDay = { query_type: 'daily', date: '2019-03-04' };
    expect((await app.call(teeTimes.index, { query: onTheDay }, later)).body).toMatchObject([
      { status: 'canceled' },
    ]);
    app.setClock();
  });

  it.each<[string, Record<string, unknown>]>([
    ['filters', { filters: { nothing: 'x' } }],
    ['filters', { filters: { constructor: 'x' } }],
    ['filters', { filters: 'x' }],
    ['sort_fields', { sort_fields: ['nothing'] }],
    ['sort_fields', { sort_fields: ['toString'] }],
    ['play_date', { filters: { play_date: 'soon' } }],
    ['created_at', { filters: { created_at: '2026-13-01' } }],
    ['players', { filters: { players: 'four' } }],
    ['cost', { filters: { cost: 'much' } }],
    ['per_page', { per_page: 501 }],
    ['page', { page: 0 }],
    ['query_type', { query_type: 'yearly' }],
    ['date', { query_type: 'daily', date: '2026-02-30' }],
  ])('refuses under %s: %j', async (field, query) => {
    const { status, body } = await app.call(teeTimes.index, { query }, at.agent);
    expect({ status, fields: Object.keys((body as { errors: object }).errors) }).toEqual({
      status: 422,
      fields: [field],
    });
  });
});
