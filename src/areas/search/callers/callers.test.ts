import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCertificate, aCourse, aCustomer, aTeeTime } from '../../../../test/support/factories.ts';
import { search } from '../search.contract.ts';

const app = testApp();
let agent: HeaderFields;
let caller: { id: number };

beforeAll(async () => {
  agent = await app.signedIn('agent');
  app.setClock('2026-11-20T20:00:00Z');
  const [north, south] = [
    await aCourse(app.db, { course_name: 'North' }),
    await aCourse(app.db, { course_name: 'South' }),
  ];
  caller = await aCustomer(app.db, {
    first_name: 'Cal',
    last_name: 'Lerdon',
    email: 'cal@lerdon.example',
    primary_phone: '(619) 555-0177',
    postcode: '92037',
  });
  const customer_id = caller.id;
  for (const [course, play_date, players, more] of [
    [north, '2026-01-05', 4, { confirmation: 'CL-55555' }],
    [north, '2026-02-05', 4, { confirmation: 'MANY-77661-5' }],
    [south, '2026-12-05', 2, {}],
  ] as const)
    await aTeeTime(app.db, { course_id: course.id, customer_id, play_date, players, ...more });
  const recipient = await aCustomer(app.db, {
    type: 'GiftCertificateRecipient',
    last_name: 'Lerdon',
    email: 'CAL@lerdon.example',
  });
  const other = await aCustomer(app.db, { type: 'GiftCertificateRecipient', email: 'other@lerdon.example' });
  await aCertificate(app.db, { raw_value: 5_000, customer_id });
  await aCertificate(app.db, { raw_value: 3_000, recipient_id: recipient.id });
  await aCertificate(app.db, { raw_value: 9_000, customer_id, recipient_id: other.id });
  const lead = { course_id: south.id, customer_id, players: 2, play_time: '07:42' };
  const waits = { tee_time_id: null, unwanted_at: null };
  await app.db
    .insertInto('lost_leads')
    .values([
      { ...lead, ...waits, lead_date: '2026-12-01' },
      { ...lead, ...waits, lead_date: '2026-11-19' },
      { ...lead, ...waits, lead_date: '2026-12-02', unwanted_at: new Date() },
    ])
    .execute();
});

const callers = (q: string) => app.ok(search.callers, { query: { q } }, agent);

describe('a caller', () => {
  test.each([
    'lerdon',
    'cal lerd',
    'Mr. Cal Lerdon',
    'Lerdon, Cal',
    'cal@lerdon',
    'mailto:cal@lerdon.example',
    'Cal Lerdon <cal@lerdon.example>',
    '619 555 0177',
    'cell 619 555–0177 ext 12',
    'CL55555',
    'cl-555',
    'MANY776615',
    'many-776615',
    'Cal',
  ])('is known by %s', async (q) => expect((await callers(q)).map(({ id }) => id)).toEqual([caller.id]));

  test.each(['', 'c', 'nobody here', 'zz-1'])('is not known by %j', async (q) =>
    expect(await callers(q)).toEqual([]),
  );

  test('has a card: last course, usual party, what is left on certificates, what they wait for', async () => {
    expect(await callers('lerdon')).toEqual([
      {
        id: caller.id,
        first_name: 'Cal',
        last_name: 'Lerdon',
        email: 'cal@lerdon.example',
        postcode: '92037',
        primary_phone: '(619) 555-0177',
        tee_times: 3,
        last_course: 'South',
        last_play_date: '2026-12-05',
        usual_players: 4,
        raw_certificates: 8_000,
        waiting: 1,
      },
    ]);
  });

  test('is one choice of the search too, with the card in a line', async () => {
    const found = await app.ok(search.index, { query: { q: '6195550177' } }, agent);
    expect(found.find(({ kind }) => kind === 'Booking')).toMatchObject({
      title: 'Book for Cal Lerdon',
      detail: '3 bookings, last South, usually 4 players, $80.00 on certificates, waits for 1 time',
      path: '/ibe?providedFirstName=Cal&providedLastName=Lerdon&providedEmail=cal%40lerdon.example&providedPostCode=92037',
    });
  });
});

test('who never booked has a card that says so', async () => {
  await aCustomer(app.db, { first_name: 'New', last_name: 'Quibble' });
  expect(await callers('quibble')).toMatchObject([
    { tee_times: 0, last_course: null, usual_players: null, raw_certificates: 0, waiting: 0 },
  ]);
});
