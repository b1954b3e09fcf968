import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aCourse } from '../../../test/support/factories.ts';
import { holidays } from './holidays.contract.ts';

const app = testApp();
let admin: HeaderFields;
let south: { id: number; course_name: string };
let north: { id: number; course_name: string };

const aHoliday = (given: object = {}) => ({
  name: 'Labor Day',
  start_date: '2026-09-07',
  end_date: '2026-09-07',
  courses: [],
  ...given,
});
const create = (given: object = {}) => app.ok(holidays.create, { body: { holiday: aHoliday(given) } }, admin);
const show = (id: number) => app.ok(holidays.show, { params: { id } }, admin);

beforeAll(async () => {
  admin = await app.signedIn('admin');
  south = await aCourse(app.db, { course_name: 'Torrey Pines South' });
  north = await aCourse(app.db, { course_name: 'Torrey Pines North' });
});

describe('a holiday', () => {
  test('is created, shown, updated and deleted', async () => {
    const { id } = await create({ courses: [{ id: south.id }, { id: south.id }] });
    expect(await show(id)).toMatchObject({ id, ...aHoliday(), courses: [{ id: south.id }] });

    const loaded = await show(id);
    const changed = {
      ...loaded,
      name: 'Labor Day weekend',
      end_date: '2026-09-08',
      courses: [{ id: north.id }],
    };
    expect(await app.ok(holidays.update, { body: { id, holiday: changed } }, admin)).toEqual({ id });
    expect(await show(id)).toMatchObject({ name: 'Labor Day weekend', courses: [{ id: north.id }] });

    await app.ok(holidays.remove, { params: { id } }, admin);
    expect(await app.call(holidays.show, { params: { id } }, admin)).toMatchObject({ status: 404 });
    expect(await app.call(holidays.remove, { params: { id } }, admin)).toMatchObject({ status: 404 });
  });

  test('ignores keys it does not know, since screens send whole records back', async () => {
    const { id } = await create({ id: 99, created_at: 'x', anything: [1] });
    expect(id).not.toBe(99);
  });

  test('is not saved over a newer one', async () => {
    const { id } = await create();
    const loaded = await show(id);
    await app.ok(holidays.update, { body: { id, holiday: { ...loaded, name: 'First' } } }, admin);
    const late = await app.call(
      holidays.update,
      { body: { id, holiday: { ...loaded, name: 'Late' } } },
      admin,
    );
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({
      message: expect.stringMatching(
        /^You changed this on [A-Z].*, perhaps in another tab, after you opened it\.$/,
      ),
    });
    expect(await show(id)).toMatchObject({ name: 'First' });
    await app.ok(holidays.update, { body: { id, holiday: aHoliday({ name: 'Without its time' }) } }, admin);
    expect(await show(id)).toMatchObject({ name: 'Without its time' });
  });

  test.each([
    ['name', { name: '  ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['start_date', { start_date: '2026-02-30' }],
    ['start_date', { start_date: '0000-01-01' }],
    ['start_date', { start_date: undefined }],
    ['end_date', { end_date: '9/7/2026' }],
    ['end_date', { end_date: '2026-09-06' }],
    ['courses', { courses: [{ id: 0 }] }],
    ['courses', { courses: [{ id: 424242 }] }],
  ])('is refused under %s for %j', async (field, given) => {
    const { status, body } = await app.call(holidays.create, { body: { holiday: aHoliday(given) } }, admin);
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { errors: { [field]: [expect.any(String)] } },
    });
  });

  test('that is not there cannot be updated', async () => {
    const answer = await app.call(holidays.update, { body: { id: 424242, holiday: aHoliday() } }, admin);
    expect(answer.status).toBe(404);
  });
});

describe('the list', () => {
  const index = (query: object) => app.ok(holidays.index, { query }, admin);
  const names = async (query: object) => (await index(query)).map((holiday) => holiday.name);
  const count = (filters: object) => app.call(holidays.count, { query: { filters } }, admin);

  beforeAll(async () => {
    await app.db.deleteFrom('holidays').execute();
    await create({ name: 'alpha_day', start_date: '2026-01-01', end_date: '2026-01-09', courses: [south] });
    await create({
      name: 'Beta 50% day',
      start_date: '2026-03-01',
      end_date: '2026-03-02',
      courses: [north, south],
    });
    await create({ name: 'gamma', start_date: '2026-02-01', end_date: '2026-02-03' });
  });

  test('has the newest start first, and the courses by name', async () => {
    expect(await index({})).toMatchObject([
      { name: 'Beta 50% day', course_names: 'Torrey Pines North, Torrey Pines South' },
      { name: 'gamma', course_names: '' },
      { name: 'alpha_day', course_names: 'Torrey Pines South' },
    ]);
  });

  test.each([
    [{ name: 'DAY' }, 2],
    [{ name: '%' }, 1],
    [{ name: 'a_d' }, 1],
    [{ start_date: '2026-02-01' }, 1],
    [{ start_date: '2026-01-01..2026-02-01' }, 2],
    [{ start_date: '2026-02-01..' }, 2],
    [{ end_date: '..2026-02-02' }, 1],
    [{ end_date: '2026-03-02' }, 1],
    [{ course_name: 'south' }, 2],
    [{ course_name: 'north', name: 'beta' }, 1],
    [{ name: '' }, 3],
  ])('filters by %j to %i, and counts as many', async (filters, hits) => {
    expect(await index({ filters })).toHaveLength(hits);
    expect((await count(filters)).body).toBe(hits);
  });

  test('filters by the id of a course', async () => {
    expect(await names({ filters: { course_id: north.id } })).toEqual(['Beta 50% day']);
  });

  test.each([
    [['name'], [false], ['alpha_day', 'Beta 50% day', 'gamma']],
    [['start_date'], [false], ['alpha_day', 'gamma', 'Beta 50% day']],
    [['end_date'], [true], ['Beta 50% day', 'gamma', 'alpha_day']],
    [
      ['course_names', 'name'],
      [true, false],
      ['alpha_day', 'Beta 50% day', 'gamma'],
    ],
  ])('sorts by %j, descending %j', async (sort_fields, sort_desc, sorted) => {
    expect(await names({ sort_fields, sort_desc })).toEqual(sorted);
  });

  test('comes in pages', async () => {
    expect(await names({ per_page: 2, page: 2 })).toEqual(['alpha_day']);
    expect(await names({ per_page: 0 })).toHaveLength(3);
    expect(await app.call(holidays.index, { query: { per_page: 501 } }, admin)).toMatchObject({
      status: 422,
      body: { errors: { per_page: ['must be at most 500'] } },
    });
  });

  test('finds several days, as two and as one text', async () => {
    const days = { from: '2026-01-01', to: '2026-02-01' };
    expect(await count({ start_date: days })).toMatchObject({ status: 200, body: 2 });
    expect(await count({ start_date: '1/1/2026..02/01/2026' })).toMatchObject({ status: 200, body: 2 });
    expect(await count({ start_date: { from: '2026-03-01' } })).toMatchObject({ status: 200, body: 1 });
    expect(await count({ start_date: { from: 'soon' } })).toMatchObject({ status: 422 });
    expect(await count({ name: days })).toMatchObject({
      status: 422,
      body: { errors: { name: ['must be a text, a number, true or false'] } },
    });
  });

  test('refuses a day that is none, under its own name', async () => {
    expect(await count({ start_date: 'soon' })).toMatchObject({
      status: 422,
      body: {
        errors: {
          start_date: [
            'must be a date like 2026-12-01 or 12/01/2026 (MM/DD/YYYY), or two with .. between them',
          ],
        },
      },
    });
  });
});
