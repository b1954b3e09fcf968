import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCourse, aCustomer, anOpenTime, aTeeTime } from '../../../../test/support/factories.ts';
import { lostLeads, type LostLead } from './lost-leads.contract.ts';

const NOW = '2030-05-01T18:00:00Z';
const SOON = '2030-05-01T19:00:00Z';
const app = testApp();
let agent: HeaderFields;
let north: { id: number; course_name: string };
let south: { id: number; course_name: string };
const named = new Map<number, string>();

const leads = () => app.db.insertInto('lost_leads');
let made = 0;
/** Creates a lead under a name by which this test file refers to it; each lead is an hour older than the one before. */
async function aLead(name: string, given: object = {}) {
  made += 1;
  const { id } = await leads()
    .values({
      course_id: north.id,
      players: 2,
      lead_date: '2030-05-02',
      play_time: '07:42',
      created_at: new Date(Date.parse(NOW) - made * 3_600_000).toISOString(),
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  named.set(id, name);
  return id;
}

beforeAll(async () => {
  app.setClock(NOW);
  agent = await app.signedIn('agent');
  north = await aCourse(app.db, { course_name: 'North' });
  south = await aCourse(app.db, { course_name: 'Another' });
  const ann = await aCustomer(app.db, {
    first_name: 'Ann',
    last_name: 'Zeller',
    email: 'b@x.example',
    primary_phone: '619 555 0002',
  });
  const bob = await aCustomer(app.db, {
    first_name: 'bob',
    last_name: 'adams',
    email: 'a@x.example',
    primary_phone: null,
  });
  const teeTime = await aTeeTime(app.db, {
    course_id: north.id,
    customer_id: ann.id,
    play_date: '2030-05-02',
  });
  await aLead('ann', { customer_id: ann.id, players: 4, play_time: '09:00' });
  await aLead('bob', { customer_id: bob.id, course_id: south.id, lead_date: '2030-05-04' });
  await aLead('nobody', { lead_date: '2030-05-01', players: 1 });
  await aLead('over', { customer_id: ann.id, lead_date: '2030-04-30' });
  await aLead('booked', { customer_id: ann.id, tee_time_id: teeTime.id });
  await aLead('unwanted', { customer_id: bob.id, unwanted_at: NOW });
});

const index = (query: object = {}) => app.ok(lostLeads.index, { query }, agent);
const names = async (query: object = {}) => (await index(query)).map(({ id }) => named.get(id));
const count = (query: object = {}) => app.ok(lostLeads.count, { query }, agent);

test('the list is of those from today on that may still be booked, newest first', async () => {
  expect(await names()).toEqual(['ann', 'bob', 'nobody']);
  expect(await count()).toBe(3);
  for (const [instant, listed] of [
    ['2030-05-02T06:59:00Z', 3],
    ['2030-05-02T07:00:00Z', 2],
  ] as const) {
    app.setClock(instant);
    expect(await app.ok(lostLeads.count, { query: {} }, await app.signedIn('agent'))).toBe(listed);
  }
  app.setClock(NOW);
});

test('all of them are listed where they are asked for', async () => {
  expect(await names({ all: 'true' })).toEqual(['ann', 'bob', 'nobody', 'over', 'booked', 'unwanted']);
  expect(await count({ all: true })).toBe(6);
  expect(await names({ all: 'false' })).toHaveLength(3);
});

test.each([
  ['created_at', ['nobody', 'bob', 'ann']],
  ['lead_date', ['nobody', 'ann', 'bob']],
  ['course_name', ['bob', 'ann', 'nobody']],
  ['players', ['nobody', 'bob', 'ann']],
  ['play_time', ['bob', 'nobody', 'ann']],
  ['name', ['bob', 'ann', 'nobody']],
  ['email', ['bob', 'ann', 'nobody']],
  ['primary_phone', ['ann', 'bob', 'nobody']],
])('it sorts by %s, what is missing last, and by the newest then', async (name, order) => {
  expect(await names({ sort_fields: [name] })).toEqual(order);
});

test.each([
  [{ course_name: 'NOR' }, ['ann', 'nobody']],
  [{ lead_date: '2030-05-04' }, ['bob']],
  [{ players: 4 }, ['ann']],
  [{ play_time: '7:4' }, ['bob', 'nobody']],
  [{ play_time: '900' }, ['ann']],
  [{ play_time: '9:00a' }, ['ann']],
  [{ name: 'er, a' }, ['ann']],
  [{ name: 'Zeller, Ann' }, ['ann']],
  [{ name: 'ann zeller' }, ['ann']],
  [{ name: 'Zeller Ann' }, ['ann']],
  [{ name: 'zeller,ann' }, ['ann']],
  [{ name: 'zeller bob' }, []],
  [{ email: 'B@X' }, ['ann']],
  [{ primary_phone: '555-0002' }, ['ann']],
  [{ name: 'adams', players: 4 }, []],
])('it filters by %j and counts as many', async (filters, found) => {
  expect(await names({ filters })).toEqual(found);
  expect(await count({ filters })).toBe(found.length);
});

test('it sorts by several columns, and goes on from page to page', async () => {
  const query = { sort_fields: ['course_name', 'players'], sort_desc: [true, false] };
  expect(await names(query)).toEqual(['nobody', 'ann', 'bob']);
  expect(await names({ ...query, per_page: 2, page: 2 })).toEqual(['bob']);
});

describe('a lead', () => {
  const ofLead = async (name: string): Promise<LostLead | undefined> =>
    (await index({ all: true })).find(({ id }) => named.get(id) === name);

  test('says who and what', async () => {
    expect(await ofLead('ann')).toMatchObject({
      players: 4,
      play_time: '09:00',
      lead_date: '2030-05-02',
      created_at: '2030-05-01T17:00:00.000000Z',
      course: { id: north.id, course_name: 'North' },
      customer: {
        first_name: 'Ann',
        last_name: 'Zeller',
        email: 'b@x.example',
        primary_phone: '619 555 0002',
      },
      course_name: 'North',
      name: 'Zeller, Ann',
      email: 'b@x.example',
      primary_phone: '619 555 0002',
      tee_time_id: null,
      unwanted_at: null,
    });
    expect(await ofLead('bob')).toMatchObject({ primary_phone: '', customer: { primary_phone: '' } });
  });

  test('without a customer has empty values', async () => {
    const nobody = { first_name: '', last_name: '', email: '', primary_phone: '' };
    expect(await ofLead('nobody')).toMatchObject({ customer: { id: null, ...nobody }, name: '', email: '' });
  });

  test('has the open times of its course and date, five at most, the nearest first', async () => {
    expect(await ofLead('ann')).toMatchObject({ fore_up_availabilities: [] });
    const open = (available_time: number, given: object = {}) =>
      anOpenTime(app.db, {
        course_id: north.id,
        available_date: '2030-05-02',
        available_time,
        spots: [2, 4],
        starts_at: SOON,
        ...given,
      });
    const { id } = await open(858);
    for (const time of [910, 850, 1000, 759, 1200]) await open(time);
    await open(900, { gone_at: NOW, missed_at: NOW });
    await open(900, { starts_at: NOW });
    await open(900, { holes: 9 });
    await open(900, { available_date: '2030-05-03' });
    await open(900, { course_id: south.id });
    const times = (await ofLead('ann'))?.fore_up_availabilities ?? [];
    expect(times.map(({ available_time }) => available_time)).toEqual([858, 850, 910, 1000, 759]);
    expect(times[0]).toEqual({
      id,
      spots: [2, 4],
      available_date: '2030-05-02',
      available_time: 858,
      course: { id: north.id, name: 'North' },
    });
    await app.db.updateTable('courses').set({ inactive: true }).where('id', '=', north.id).execute();
    expect(await ofLead('ann')).toMatchObject({ fore_up_availabilities: [] });
  });
});
