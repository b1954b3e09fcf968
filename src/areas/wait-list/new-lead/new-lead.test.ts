import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCourse, aCustomer, anOpenTime } from '../../../../test/support/factories.ts';
import { dropOldCards } from '../card/saved-card.queries.ts';
import { waitList } from '../wait-list.contract.ts';

const app = testApp();
let agent: HeaderFields;
let course: { id: number };

beforeAll(async () => {
  app.setClock('2030-05-01T12:00:00Z');
  agent = await app.signedIn('agent');
});
beforeEach(async () => {
  course = await aCourse(app.db);
});

const CARD = { number: '4242 4242 4242 4242', expmo: '12', expyr: '35', cvv: '123' };
const ADA = {
  first_name: 'Ada',
  last_name: 'Okafor',
  email: 'ada@caller.example',
  primary_phone: '619-555-0143',
};
const lead = (given: object = {}) => ({
  course: { id: course.id },
  lead_date: '2030-06-01',
  play_time: '07:50',
  players: 2,
  customer: ADA,
  ...given,
});
const sent = (given?: object) => app.call(waitList.waitFor, { body: { lost_lead: lead(given) } }, agent);
const waits = async (given?: object) => waitList.waitFor.answer.parse((await sent(given)).body);
const leads = () =>
  app.db.selectFrom('lost_leads').selectAll().where('course_id', '=', course.id).orderBy('id').execute();

test('a caller waits for the open times that fit, nearest first, and is known by their e-mail', async () => {
  const open = (available_time: number, more: object = {}) =>
    anOpenTime(app.db, { course_id: course.id, available_time, ...more });
  const near = await open(742);
  const far = await open(845);
  await open(900);
  await open(750, { spots: [4] });
  await open(751, { holes: 9 });
  const customer = await aCustomer(app.db, { email: 'ADA@caller.example ', first_name: '', last_name: '' });
  const answer = await waits();
  expect(answer.open_times).toEqual([
    { id: near.id, available_time: 742 },
    { id: far.id, available_time: 845 },
  ]);
  expect(await leads()).toMatchObject([
    {
      id: answer.id,
      customer_id: customer.id,
      source: 'phone',
      made_by: expect.stringMatching(/^Agent/),
      card_token: null,
    },
  ]);
  const queue = await app.ok(waitList.index, { query: { id: near.id } }, agent);
  expect(queue.availability_queues).toMatchObject([
    { customer: { first_name: 'Ada', primary_phone: '619-555-0143' } },
  ]);
  const entries = await app.db
    .selectFrom('audit_entries')
    .select('action')
    .where('subject', '=', 'lost_lead')
    .where('subject_id', '=', answer.id)
    .execute();
  expect(entries).toEqual([{ action: 'put on the wait list' }]);
});

test('who asks again for the same is not told of a time that has passed meanwhile', async () => {
  const [passed, later] = await Promise.all(
    [742, 800].map((available_time) => anOpenTime(app.db, { course_id: course.id, available_time })),
  );
  expect((await waits()).open_times).toHaveLength(2);
  await app.db
    .updateTable('fore_up_availabilities')
    .set({ starts_at: '2020-06-01T14:42:00Z' })
    .where('id', '=', passed?.id ?? 0)
    .execute();
  expect((await waits()).open_times).toEqual([{ id: later?.id, available_time: 800 }]);
});

test('a second press, at once or later, makes no second lead; another wish does', async () => {
  await Promise.all([sent(), sent(), sent()]);
  await sent();
  expect(await leads()).toHaveLength(1);
  await sent({ players: 4 });
  await sent({ play_time: '09:00' });
  expect(await leads()).toHaveLength(3);
  await app.db
    .updateTable('lost_leads')
    .set({ unwanted_at: new Date().toISOString() })
    .where('course_id', '=', course.id)
    .execute();
  await sent();
  expect(await leads()).toHaveLength(4);
});

test('a phone is enough, by which the same name is known again; an e-mail is enough', async () => {
  const byPhone = { ...ADA, email: '', primary_phone: '(619) 555-0177' };
  await Promise.all([sent({ customer: byPhone }), sent({ customer: byPhone })]);
  await sent({ customer: { ...byPhone, primary_phone: '+1 619 555 0177', first_name: 'ADA' } });
  expect(await leads()).toHaveLength(1);
  await sent({ customer: { ...byPhone, first_name: 'Chidi' } });
  await sent({ customer: { first_name: 'Eve', last_name: 'Okafor', email: 'eve@caller.example' } });
  const customers = await app.db
    .selectFrom('lost_leads as l')
    .innerJoin('customers as c', 'c.id', 'l.customer_id')
    .select(['c.first_name', 'c.email', 'c.primary_phone'])
    .where('l.course_id', '=', course.id)
    .orderBy('l.id')
    .execute();
  expect(customers).toEqual([
    { first_name: 'Ada', email: '', primary_phone: '(619) 555-0177' },
    { first_name: 'Chidi', email: '', primary_phone: '(619) 555-0177' },
    { first_name: 'Eve', email: 'eve@caller.example', primary_phone: null },
  ]);
});

describe('a card', () => {
  test('is kept as a token that nobody is shown, and of its number the end', async () => {
    const open = await anOpenTime(app.db, { course_id: course.id });
    const answer = await sent({ credit_card: CARD });
    const [kept] = await leads();
    expect(kept).toMatchObject({
      card_token: expect.any(String),
      card_last4: '4242',
      card_expmo: '12',
      card_expyr: '35',
    });
    const queue = await app.call(waitList.index, { query: { id: open.id } }, agent);
    const audits = await app.db.selectFrom('audit_entries').selectAll().execute();
    const told = JSON.stringify([answer.body, queue.body, audits]);
    expect(told).not.toContain(kept?.card_token);
    expect(JSON.stringify([told, kept])).not.toMatch(/4242 ?4242|"123"/);
    const entry = waitList.index.answer.parse(queue.body).availability_queues[0];
    expect(entry?.has_card).toBe(true);
    expect(await app.ok(waitList.fetchCard, { params: { queueId: entry?.id ?? 0 } }, agent)).toMatchObject({
      number: '************4242',
      cvv: '',
    });
  });

  test('that is given later is kept with the lead that waits already, and none given takes none away', async () => {
    await sent();
    await sent({ credit_card: CARD });
    await sent({ credit_card: { ...CARD, number: '' } });
    expect(await leads()).toMatchObject([{ card_last4: '4242' }]);
  });

  test('is dropped a day after the day that it was left for', async () => {
    await sent({ credit_card: CARD });
    await dropOldCards(app.db, '2030-06-01');
    expect(await leads()).toMatchObject([{ card_last4: '4242' }]);
    await dropOldCards(app.db, '2030-06-02');
    expect(await leads()).toMatchObject([
      { card_token: null, card_last4: null, card_expmo: null, card_expyr: null },
    ]);
  });
});

test.each<[string, object, string]>([
  ['no course', { course: undefined }, 'course'],
  ['a course that is not there', { course: { id: 424_242 } }, 'course'],
  ['a day in the past', { lead_date: '2020-01-01' }, 'lead_date'],
  ['no day', { lead_date: '' }, 'lead_date'],
  ['no time', { play_time: '' }, 'play_time'],
  ['nobody', { players: 0 }, 'players'],
  ['more than a shotgun start takes', { players: 145 }, 'players'],
  ['neither e-mail nor phone', { customer: { ...ADA, email: '', primary_phone: ' ' } }, 'customer.email'],
  ['what is no e-mail', { customer: { ...ADA, email: 'ada' } }, 'customer.email'],
  ['no name', { customer: { ...ADA, first_name: ' ' } }, 'customer.first_name'],
  ['what is no phone', { customer: { ...ADA, primary_phone: '12' } }, 'customer.primary_phone'],
  ['a wrong card', { credit_card: { ...CARD, number: '4242424242424241' } }, 'credit_card.number'],
  ['a card’s mask', { credit_card: { ...CARD, number: '************4242' } }, 'credit_card.number'],
  ['a card that has expired', { credit_card: { ...CARD, expyr: '20' } }, 'credit_card.expyr'],
])('%s is refused beside its field, and nobody waits', async (_, given, field) => {
  const answer = await sent(given);
  expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });
  expect(await leads()).toEqual([]);
});

test('nobody waits for a day more than two years ahead, nor for a party that no tee time may have', async () => {
  const refused = { lead_date: ['must be within 2 years'] };
  expect(await sent({ lead_date: '2032-05-02' })).toMatchObject({ status: 422, body: { errors: refused } });
  expect(await sent({ players: 145 })).toMatchObject({
    status: 422,
    body: { errors: { players: ['must be at most 144'] } },
  });
  expect(await leads()).toEqual([]);
  expect((await sent({ lead_date: '2032-05-01', players: 144 })).status).toBe(200);
});

test('all that is wrong is said at once', async () => {
  const { body } = await sent({ lead_date: '2020-01-01', players: 0, credit_card: { ...CARD, cvv: 'x' } });
  expect(Object.keys((body as { errors: object }).errors).sort()).toEqual([
    'credit_card.cvv',
    'lead_date',
    'players',
  ]);
});

test('an inactive course takes nobody', async () => {
  const gone = await aCourse(app.db, { inactive: true, course_name: 'Gone Links' });
  expect(await sent({ course: { id: gone.id } })).toMatchObject({
    status: 422,
    body: { errors: { course: ['Gone Links is inactive.'] } },
  });
});
