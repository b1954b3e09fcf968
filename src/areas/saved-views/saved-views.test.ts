import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { auditOf } from '../../../test/support/audit-entries.ts';
import { contractOfAllAreas } from '../../app/areas.ts';
import type { HttpCall } from '../../contract/call.ts';
import { listColumnNames } from '../../server/lists/exports.ts';
import { aStaffUser } from '../../../test/support/factories.ts';
import { MAX_SAVED_VIEWS, savedViews } from '../../contract/saved-views/saved-views.ts';

const app = testApp({ checkBooks: false });
const TEE_TIMES = '/api/tee_times/index';
const DISCOUNTS = '/api/discounts/index';
let admin: HeaderFields;
let agent: HeaderFields;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
});
beforeEach(() => app.db.deleteFrom('saved_views').execute());

const weekend = () => ({
  name: 'Torrey at the weekend',
  filters: { course_name: 'torrey', players: 4 },
  sort_fields: ['play_date', 'play_time'],
  sort_desc: [false, true],
  columns: ['last_name', 'first_name', 'play_date'],
  per_page: 50,
});
const make = (saved_view: object, { list = TEE_TIMES, who = agent } = {}) =>
  app.call(savedViews.create, { body: { list, saved_view } }, who);
const made = async (
  saved_view: object,
  more: { list?: string; who?: HeaderFields } = {},
): Promise<number> => {
  const { status, body } = await make(saved_view, more);
  expect({ status, body }).toMatchObject({ status: 200 });
  return savedViews.create.answer.parse(body).id;
};
const change = (id: number, saved_view: object, who = agent) =>
  app.call(savedViews.update, { body: { id, saved_view } }, who);
const all = (who = agent) => app.ok(savedViews.index, {}, who);
const names = async (who = agent) => (await all(who)).map(({ name }) => name);

test('a view is kept as the list was shown, and is nobody else’s', async () => {
  const id = await made(weekend());
  expect(await all()).toEqual([
    {
      id,
      list: TEE_TIMES,
      ...weekend(),
      is_shared: false,
      is_own: true,
      is_default: false,
      gone: [],
      owner: expect.any(String),
      updated_at: expect.any(String),
    },
  ]);
  expect(await all(admin)).toEqual([]);
});

test('it is renamed, brought up to what is shown, and deleted; each leaves an audit entry', async () => {
  const id = await made(weekend());
  expect(await change(id, { name: 'Saturdays' })).toMatchObject({ status: 200 });
  expect(await change(id, { filters: { players: 2 }, columns: ['agent'] })).toMatchObject({ status: 200 });
  expect(await all()).toMatchObject([
    { name: 'Saturdays', filters: { players: 2 }, columns: ['agent'], per_page: 50 },
  ]);
  expect(await app.call(savedViews.remove, { params: { id } }, agent)).toMatchObject({ status: 200 });
  expect(await all()).toEqual([]);
  const entries = await auditOf(app, 'saved_view', id);
  expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['created', null, expect.objectContaining({ name: 'Torrey at the weekend' })],
    ['edited', { name: 'Torrey at the weekend' }, { name: 'Saturdays' }],
    [
      'edited',
      { filters: weekend().filters, columns: weekend().columns },
      { filters: { players: 2 }, columns: ['agent'] },
    ],
    ['deleted', expect.objectContaining({ name: 'Saturdays' }), null],
  ]);
});

test('a change of what somebody else changed meanwhile is refused', async () => {
  const id = await made(weekend());
  const [seen] = await all();
  await change(id, { name: 'First', updated_at: seen?.updated_at });
  expect(await change(id, { name: 'Second', updated_at: seen?.updated_at })).toMatchObject({ status: 409 });
  expect(await names()).toEqual(['First']);
});

test.each<[string, object, Record<string, string[]>]>([
  ['no name', { name: ' ' }, { name: ['is required'] }],
  ['a long name', { name: 'x'.repeat(61) }, { name: [expect.stringContaining('60')] }],
  ['the name of the whole list', { name: 'all' }, { name: [expect.stringContaining('whole list')] }],
  ['no columns', { columns: [] }, { columns: ['must name one column at least'] }],
  ['a column twice', { columns: ['agent', 'agent'] }, { columns: ['must name each column once'] }],
  [
    'a column that the list has not',
    { columns: ['agent', 'shoes'] },
    { columns: [expect.stringMatching(/^shoes is no column of this list, which has .*agent/)] },
  ],
  [
    'a filter that the list has not',
    { filters: { shoes: 'red' } },
    { filters: [expect.stringMatching(/^shoes is not a filter of this list, which has .*agent/)] },
  ],
  [
    'a filter that the list cannot read',
    { filters: { play_date: 'someday', players: 'x' } },
    { filters: [expect.stringMatching(/^play_date must be/), expect.stringMatching(/^players must be/)] },
  ],
  [
    'an order that the list has not',
    { sort_fields: ['shoes'], sort_desc: [true] },
    { sort_fields: [expect.stringContaining('shoes')] },
  ],
  ['half an order', { sort_desc: [true] }, { sort_desc: ['must have one for each of sort_fields'] }],
  ['too many rows', { per_page: 501 }, { per_page: ['must be at most 500'] }],
  [
    'a card number in a filter',
    { filters: { notes: '4242 4242 4242 4242' } },
    { 'filters.notes': ['must not have a card number in it'] },
  ],
  [
    'a card number as a number',
    { filters: { players: 4_242_424_242_424_242 } },
    { 'filters.players': ['must not have a card number in it'] },
  ],
  ['a filter of several', { filters: { agent: ['a'] } }, { 'filters.agent': [expect.any(String)] }],
])('%s is refused beside its field', async (_what, wrong, errors) => {
  expect(await make({ ...weekend(), ...wrong })).toMatchObject({ status: 422, body: { errors } });
  const id = await made(weekend());
  expect(await change(id, wrong)).toMatchObject({ status: 422, body: { errors } });
});

test.each(['/api/nothing/index', '/api/tee_times/count', DISCOUNTS])(
  'a view of %s, which is no list of an agent’s, is refused',
  async (list) => {
    expect(await make({ name: 'Mine', columns: ['code'] }, { list })).toMatchObject({
      status: 422,
      body: { errors: { list: ['is no list that you may see'] } },
    });
  },
);

describe('a name', () => {
  test('is free once for each person and list, whatever its case', async () => {
    const id = await made(weekend());
    const taken = { status: 422, body: { errors: { name: ['is taken already'] } } };
    expect(await make({ ...weekend(), name: 'TORREY at the Weekend' })).toMatchObject(taken);
    await made(weekend(), { who: admin });
    await made(
      { ...weekend(), filters: {}, sort_fields: [], sort_desc: [], columns: ['id'] },
      { list: '/api/customers/index' },
    );
    const other = await made({ ...weekend(), name: 'Other' });
    expect(await change(other, { name: weekend().name })).toMatchObject(taken);
    expect(await change(id, { name: 'torrey AT the weekend' })).toMatchObject({ status: 200 });
  });

  test('is one of fifty at most, two at once included', async () => {
    const { id: owner_id } = await app.db
      .selectFrom('staff_users')
      .select('id')
      .where('email', '=', agent['uid'] ?? '')
      .executeTakeFirstOrThrow();
    const view = { owner_id, list: TEE_TIMES, columns: ['agent'] };
    const many = Array.from({ length: MAX_SAVED_VIEWS - 1 }, (_, at) => ({ ...view, name: `View ${at}` }));
    await app.db.insertInto('saved_views').values(many).execute();
    const tries = await Promise.all(['One', 'Two', 'Three'].map((name) => make({ ...weekend(), name })));
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    const refused = tries.find(({ status }) => status === 422);
    expect(refused?.body).toMatchObject({ message: expect.stringMatching(/50 views of this list/) });
    expect(await all()).toHaveLength(MAX_SAVED_VIEWS);
    await made(weekend(), { who: admin });
  });
});

describe('a view that is shared', () => {
  test('is said so by admins alone', async () => {
    const refused = { status: 422, body: { errors: { is_shared: ['is for admins'] } } };
    expect(await make({ ...weekend(), is_shared: true })).toMatchObject(refused);
    const id = await made(weekend());
    expect(await change(id, { is_shared: true })).toMatchObject(refused);
    expect(await all(admin)).toEqual([]);
  });

  test('is seen by everybody after their own, and changed by admins alone', async () => {
    const id = await made({ ...weekend(), name: 'A shared one', is_shared: true }, { who: admin });
    await made({ ...weekend(), name: 'My own' });
    expect(await names()).toEqual(['My own', 'A shared one']);
    expect((await all()).map(({ is_own, is_shared }) => [is_own, is_shared])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(await change(id, { name: 'Mine' })).toMatchObject({ status: 403 });
    expect(await app.call(savedViews.remove, { params: { id } }, agent)).toMatchObject({ status: 403 });
    const other = await aStaffUser(app.db, { level: 'admin' });
    await app.db.updateTable('saved_views').set({ owner_id: other.id }).where('id', '=', id).execute();
    expect(await change(id, { name: 'Everybody’s' }, admin)).toMatchObject({ status: 200 });
    expect(await names()).toEqual(['My own', 'Everybody’s']);
  });

  test('of a list that is the admins’ is seen by them alone', async () => {
    await made({ name: 'Codes', columns: ['code'], is_shared: true }, { list: DISCOUNTS, who: admin });
    expect(await names(admin)).toEqual(['Codes']);
    expect(await names()).toEqual([]);
  });
});

test('what is somebody else’s alone is not there for an agent', async () => {
  const id = await made(weekend(), { who: admin });
  for (const called of [savedViews.show, savedViews.remove, savedViews.makeDefault, savedViews.noDefault])
    expect(await app.call(called, { params: { id } }, agent)).toMatchObject({
      status: 404,
      body: { message: 'This saved view does not exist.' },
    });
  expect(await change(id, { name: 'Mine' })).toMatchObject({ status: 404 });
  expect(await names(admin)).toEqual([weekend().name]);
});

describe('the view that opens by itself', () => {
  const defaults = async (who = agent) =>
    (await all(who)).filter((view) => view.is_default).map(({ name }) => name);
  const choose = (id: number, who = agent) => app.ok(savedViews.makeDefault, { params: { id } }, who);

  test('is one of each list, for each person', async () => {
    const one = await made({ ...weekend(), name: 'One' });
    const two = await made({ ...weekend(), name: 'Two' });
    const shared = await made({ ...weekend(), name: 'Shared', is_shared: true }, { who: admin });
    await choose(one);
    await choose(two);
    expect(await defaults()).toEqual(['Two']);
    await choose(shared);
    await choose(shared);
    expect(await defaults()).toEqual(['Shared']);
    expect(await defaults(admin)).toEqual([]);
    await app.ok(savedViews.noDefault, { params: { id: one } }, agent);
    expect(await defaults()).toEqual(['Shared']);
    await app.ok(savedViews.noDefault, { params: { id: shared } }, agent);
    expect(await defaults()).toEqual([]);
    expect((await auditOf(app, 'saved_view', two)).at(-1)).toMatchObject({
      before: { is_default: false },
      after: { is_default: true },
    });
  });

  test('goes when it is deleted, or is shared no more', async () => {
    const first = await made({ ...weekend(), is_shared: true }, { who: admin });
    await choose(first);
    await choose(first, admin);
    await change(first, { is_shared: false }, admin);
    await change(first, { is_shared: true }, admin);
    expect(await defaults()).toEqual([]);
    expect(await defaults(admin)).toEqual([weekend().name]);
    await app.ok(savedViews.remove, { params: { id: first } }, admin);
    expect(await defaults(admin)).toEqual([]);
  });
});

test('a view of what its list has no more is without that, and says so; it can be saved so', async () => {
  const id = await made(weekend());
  await app.db
    .updateTable('saved_views')
    .set({
      filters: JSON.stringify({ players: 4, shoes: 'red' }),
      columns: ['last_name', 'hats', 'agent'],
      sort_fields: ['hats', 'play_date'],
      sort_desc: [true, false],
    })
    .where('id', '=', id)
    .execute();
  expect(await all()).toMatchObject([
    {
      filters: { players: 4 },
      columns: ['last_name', 'agent'],
      gone: ['hats', 'shoes'],
      sort_fields: ['play_date'],
      sort_desc: [false],
    },
  ]);
  expect(await change(id, { name: 'Without hats' })).toMatchObject({ status: 200 });
  expect(await all()).toMatchObject([{ name: 'Without hats', gone: [] }]);
});

test('a view of a list that is no more is not shown', async () => {
  await made(weekend());
  await app.db.updateTable('saved_views').set({ list: '/api/gone/index' }).execute();
  expect(await all()).toEqual([]);
});

test('views can be had of every list', async () => {
  const areas = Object.values<Record<string, HttpCall>>(contractOfAllAreas);
  const lists = areas.flatMap((area) => Object.values(area)).filter((called) => called.list);
  expect(lists.length).toBeGreaterThan(15);
  const viewOf = (list: HttpCall) => ({ name: list.path, columns: listColumnNames(list).slice(0, 60) });
  for (const list of lists) await made(viewOf(list), { list: list.path, who: admin });
  expect(await all(admin)).toHaveLength(lists.length);
});
