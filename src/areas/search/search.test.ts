import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aCertificate, aCourse, aCustomer, aTeeTime } from '../../../test/support/factories.ts';
import { runTransaction } from '../../server/database/transact.ts';
import { sumNewestChangedDays } from '../sales/sales-days.queries.ts';
import { search } from './search.contract.ts';

const app = testApp();
let agent: HeaderFields;
let smith: { id: number };
let torrey: { id: number };
let booked: { id: number };
let older: { id: number };

beforeAll(async () => {
  agent = await app.signedIn('agent');
  app.setClock('2026-11-20T20:00:00Z');
  torrey = await aCourse(app.db, { course_name: 'Torrey Pines South', city: 'La Jolla' });
  smith = await aCustomer(app.db, {
    first_name: 'Ann',
    last_name: "O'Smith_y",
    email: 'ann@golf.example',
    primary_phone: '(619) 555-0134',
  });
  const round = { course_id: torrey.id, customer_id: smith.id, play_date: '2026-12-01', play_time: '07:42' };
  older = await aTeeTime(app.db, { ...round, confirmation: 'TP-1', created_at: new Date('2026-01-01') });
  await aTeeTime(app.db, {
    ...round,
    customer_id: (await aCustomer(app.db)).id,
    confirmation: 'MANY-77661-5',
  });
  booked = await aTeeTime(app.db, { ...round, confirmation: 'TP-12345', payment_id: 'pay_777' });
  await aCertificate(app.db, { serial: 'GIFT-0042', raw_value: 8_050 });
});

const find = (q: string) => app.ok(search.index, { query: { q } }, agent);
const ids = async (q: string, kind: string) =>
  (await find(q)).filter((one) => one.kind === kind).map((one) => one.id);

describe('a customer', () => {
  test.each([
    'smith',
    'ANN',
    'ann smith',
    "O'Smith_y, Ann",
    'smith,ann',
    'Mrs. Ann Smith',
    'Smith, Dr. Ann',
    "o'smi",
    'ann@golf',
    '6195550134',
    '619-555-0134',
    '(619) 555\u20110134 x12',
    '619–555–0134',
    'tel:+16195550134',
    '619 555 0134 cell',
    '555 0134',
    'ann@golf.example.',
    'h_y',
    'an',
  ])('is found by %s', async (q) => expect(await ids(q, 'Customer')).toEqual([smith.id]));

  test.each(['bob smith', '%mith', 'hxy', '6195550135', '. .', ', ,'])('is not found by %s', async (q) =>
    expect(await ids(q, 'Customer')).toEqual([]),
  );

  describe('with a name of several words', () => {
    beforeAll(async () => {
      for (const [first_name, last_name] of [
        ['Juan', 'De La Cruz'],
        ['Kevin', 'O’Neill Jr'],
        ['Sean', 'O’Brien-Watson'],
      ] as const)
        await aCustomer(app.db, { first_name, last_name });
    });
    const titles = async (q: string) =>
      (await find(q)).filter(({ kind }) => kind === 'Customer').map(({ title }) => title);

    test.each([
      ['Juan De La Cruz', 'Juan De La Cruz'],
      ['De la Cruz', 'Juan De La Cruz'],
      ['juan de la', 'Juan De La Cruz'],
      ['cruz la', 'Juan De La Cruz'],
      ['de la', 'Juan De La Cruz'],
      ['ju de', 'Juan De La Cruz'],
      ["o'neill jr", 'Kevin O’Neill Jr'],
      ['O’Neill Jr.', 'Kevin O’Neill Jr'],
      ['De La Cruz, Juan', 'Juan De La Cruz'],
      ['kevin oneill', 'Kevin O’Neill Jr'],
      ['obrien', 'Sean O’Brien-Watson'],
      ['sean ob', 'Sean O’Brien-Watson'],
      ["sean o'", 'Sean O’Brien-Watson'],
      ['sean wa', 'Sean O’Brien-Watson'],
      ['brien-wa se', 'Sean O’Brien-Watson'],
    ])('is found by %s', async (q, title) => expect(await titles(q)).toEqual([title]));

    test.each(['juan el', 'cruz el', 'sean ri', 'sean %', 'ob', 'cruz juan x'])(
      'is not found by %s, inside a word or alone',
      async (q) => expect(await titles(q)).toEqual([]),
    );
  });

  test('is shown with e-mail and phone, and the way there', async () => {
    expect((await find('smith')).find(({ kind }) => kind === 'Customer')).toEqual({
      kind: 'Customer',
      id: smith.id,
      title: "Ann O'Smith_y",
      detail: 'ann@golf.example · (619) 555-0134',
      path: `/manage-customer/${smith.id}`,
    });
  });
});

describe('a tee time', () => {
  test.each(['TP12345', 'tp 12345', 'tp123'])('is found by %s, without its dash', async (q) =>
    expect(await ids(q, 'Tee time')).toEqual([booked.id]),
  );

  test.each(['MANY-77661-5', 'MANY776615', 'many-776615', 'MANY77661-5', 'many 77661 5', 'many7766'])(
    'with two dashes in its confirmation is found by %s',
    async (q) => {
      const [{ id } = { id: 0 }] = await app.db
        .selectFrom('tee_times')
        .select('id')
        .where('confirmation', '=', 'MANY-77661-5')
        .execute();
      expect(await ids(q, 'Tee time')).toEqual([id]);
      expect(await ids('any77661', 'Tee time')).toEqual([]);
    },
  );

  test('to come is shown before its customer, soonest first, one that was played after', async () => {
    const customer = await aCustomer(app.db, { last_name: 'Soonest' });
    const round = { course_id: torrey.id, customer_id: customer.id, play_time: '07:42' };
    const late = await aTeeTime(app.db, {
      ...round,
      play_date: '2026-12-24',
      created_at: new Date('2026-11-10'),
    });
    const soon = await aTeeTime(app.db, {
      ...round,
      play_date: '2026-11-21',
      created_at: new Date('2026-01-10'),
    });
    const played = await aTeeTime(app.db, {
      ...round,
      play_date: '2026-11-19',
      created_at: new Date('2026-11-11'),
    });
    expect((await find('soonest')).map(({ kind, id, status }) => [kind, id, status])).toEqual([
      ['Tee time', soon.id, 'booked'],
      ['Tee time', late.id, 'booked'],
      ['Customer', customer.id, undefined],
      ['Booking', 0, undefined],
      ['Tee time', played.id, 'played'],
    ]);
  });

  test('to come is found by a name that many have, whoever is first by theirs', async () => {
    for (const first_name of ['Abe', 'Ben', 'Cy', 'Dan', 'Ed', 'Flo'])
      await aCustomer(app.db, { first_name, last_name: 'Manyfold' });
    const zoe = await aCustomer(app.db, { first_name: 'Zoe', last_name: 'Manyfold' });
    const round = { course_id: torrey.id, customer_id: zoe.id, play_date: '2026-12-01', play_time: '07:42' };
    const { id } = await aTeeTime(app.db, round);
    const found = await find('manyfold');
    expect(found[0]).toMatchObject({ kind: 'Tee time', id });
    expect(found.filter(({ kind }) => kind === 'Customer').map(({ title }) => title)).toEqual(
      ['Zoe', 'Abe', 'Ben', 'Cy', 'Dan'].map((first) => `${first} Manyfold`),
    );
  });

  test('is found by the start of its confirmation or payment, and by its customer, newest first', async () => {
    expect(await ids('tp-12', 'Tee time')).toEqual([booked.id]);
    expect(await ids('PAY_777', 'Tee time')).toEqual([booked.id]);
    expect(await ids('smith', 'Tee time')).toEqual([booked.id, older.id]);
    expect(await ids('p-12', 'Tee time')).toEqual([]);
  });

  test('is shown with its round', async () => {
    expect(await find('tp-12345')).toEqual([
      {
        kind: 'Tee time',
        id: booked.id,
        title: "Ann O'Smith_y",
        detail: 'Tue, Dec 1 2026 07:42 · Torrey Pines South · TP-12345',
        status: 'booked',
        phone: '(619) 555-0134',
        path: `/manage-tee-time/${booked.id}`,
      },
    ]);
  });
});

test('a course is found by a part of its name', async () => {
  expect(await find('pines')).toEqual([
    {
      kind: 'Course',
      id: torrey.id,
      title: 'Torrey Pines South',
      detail: 'La Jolla',
      path: `/manage-course/${torrey.id}`,
    },
  ]);
});

test('a gift certificate is found by the start of its serial', async () => {
  expect(await find('gift-00')).toMatchObject([
    {
      kind: 'Gift certificate',
      title: 'GIFT-0042',
      detail: 'Balance $80.50',
      path: expect.stringMatching(/manage-gift-certificate.\d+$/),
    },
  ]);
  expect(await find('0042')).toEqual([]);
  for (const typed of ['GIFT0042', 'gift 00', 'Gi-ft-004'])
    expect(await find(typed)).toMatchObject([{ title: 'GIFT-0042' }]);
  expect(await find('--')).toEqual([]);
});

test('each record is found by its number', async () => {
  for (const [kind, id] of [
    ['Tee time', booked.id],
    ['Customer', smith.id],
    ['Course', torrey.id],
  ] as const)
    expect((await ids(`#${id}`, kind))[0]).toBe(id);
  expect(await find('#99999999')).toEqual([]);
});

test('a round as it is said is the booking engine with it, and nothing else', async () => {
  expect(await find('south sat 742 4')).toEqual([
    {
      kind: 'Booking',
      id: 0,
      title: 'Torrey Pines South, Sat, Nov 21 2026, 07:42, 4 players',
      detail: '',
      path: `/ibe?providedCourseId=${torrey.id}&providedDateString=2026-11-21&providedTimeString=07%3A42&providedPlayers=4&providedPriced=true`,
    },
  ]);
  await aCourse(app.db, { course_name: 'Nowhere South', inactive: true });
  expect(await find('nowhere sat')).toEqual([]);
});

test('of several courses that may be meant those come first that are booked lately', async () => {
  const [quiet, busy] = [
    await aCourse(app.db, { course_name: 'Alpine Meadow' }),
    await aCourse(app.db, { course_name: 'Zephyr Meadow' }),
  ];
  const rounds = async () => (await find('meadow sat 742')).map(({ title }) => title.split(',')[0]);
  expect(await rounds()).toEqual([quiet.course_name, busy.course_name]);
  const round = { customer_id: smith.id, state: 'booked' as const };
  await aTeeTime(app.db, { ...round, course_id: quiet.id, created_at: new Date('2026-09-01') });
  await aTeeTime(app.db, { ...round, course_id: busy.id, created_at: new Date('2026-11-18') });
  const { businessTimeZone } = app.context.settings;
  while ((await runTransaction(app.db, (db) => sumNewestChangedDays(db, businessTimeZone))) > 0);
  expect(await rounds()).toEqual([busy.course_name, quiet.course_name]);
});

test('where there are more rounds than are shown, the list of all of them is one of the things found', async () => {
  const customer = await aCustomer(app.db, { first_name: 'Often', last_name: 'Here' });
  const listOf = async (q: string) => (await find(q)).filter(({ kind }) => kind === 'List');
  for (let day = 1; day <= 5; day += 1)
    await aTeeTime(app.db, { course_id: torrey.id, customer_id: customer.id, play_date: `2026-10-0${day}` });
  expect(await listOf('often here')).toEqual([]);
  await aTeeTime(app.db, { course_id: torrey.id, customer_id: customer.id, play_date: '2026-10-09' });
  const filters = (names: object) =>
    `/manage-tee-times?${new URLSearchParams({ filters: JSON.stringify(names) }).toString()}`;
  expect(await listOf('often here')).toMatchObject([
    {
      title: 'All 6 in the list',
      detail: 'Tee times of Often Here',
      path: filters({ first_name: 'Often', last_name: 'Here' }),
    },
  ]);
  await aCustomer(app.db, { first_name: 'Never', last_name: 'Here' });
  expect(await listOf('here')).toMatchObject([
    { title: 'All 6 in the list', path: filters({ last_name: 'here' }) },
  ]);
});

test.each(['', 'a', ' s '])('%j is too short to look for', async (q) => expect(await find(q)).toEqual([]));

test('there are five of a kind at most', async () => {
  for (let i = 0; i < 7; i += 1) await aCustomer(app.db, { last_name: 'Manyfold' });
  expect(await ids('manyfold', 'Customer')).toHaveLength(5);
});
