import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type Headers } from '../../../test/support/app.ts';
import { aCertificate, aCourse, aCustomer, aTeeTime } from '../../../test/support/factories.ts';
import { search } from './search.contract.ts';

const desk = testApp();
let agent: Headers;
let smith: { id: number };
let torrey: { id: number };
let booked: { id: number };
let older: { id: number };

beforeAll(async () => {
  agent = await desk.signedIn('agent');
  torrey = await aCourse(desk.db, { course_name: 'Torrey Pines South', city: 'La Jolla' });
  smith = await aCustomer(desk.db, {
    first_name: 'Ann',
    last_name: "O'Smith_y",
    email: 'ann@golf.example',
    primary_phone: '(619) 555-0134',
  });
  const round = { course_id: torrey.id, customer_id: smith.id, play_date: '2026-12-01', play_time: '07:42' };
  older = await aTeeTime(desk.db, { ...round, confirmation: 'TP-1', created_at: new Date('2026-01-01') });
  booked = await aTeeTime(desk.db, { ...round, confirmation: 'TP-12345', payment_id: 'pay_777' });
  await aCertificate(desk.db, { serial: 'GIFT-0042', raw_value: 8_050 });
});

const find = (q: string) => desk.ok(search.index, { query: { q } }, agent);
const ids = async (q: string, kind: string) =>
  (await find(q)).filter((one) => one.kind === kind).map((one) => one.id);

describe('a customer', () => {
  test.each([
    'smith',
    'ANN',
    'ann smith',
    "o'smi",
    'ann@golf',
    '6195550134',
    '619-555-0134',
    '555 0134',
    'h_y',
    'an',
  ])('is found by %s', async (q) => expect(await ids(q, 'Customer')).toEqual([smith.id]));

  test.each(['bob smith', '%mith', 'hxy', '6195550135'])('is not found by %s', async (q) =>
    expect(await ids(q, 'Customer')).toEqual([]),
  );

  test('is shown with e-mail and phone, and the way there', async () => {
    expect((await find('smith'))[0]).toEqual({
      kind: 'Customer',
      id: smith.id,
      title: "Ann O'Smith_y",
      detail: 'ann@golf.example · (619) 555-0134',
      path: `/manage-customer/${smith.id}`,
    });
  });
});

describe('a tee time', () => {
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
});

test.each(['', 'a', ' s '])('%j is too short to look for', async (q) => expect(await find(q)).toEqual([]));

test('there are five of a kind at most', async () => {
  for (let i = 0; i < 7; i += 1) await aCustomer(desk.db, { last_name: 'Manyfold' });
  expect(await ids('manyfold', 'Customer')).toHaveLength(5);
});
