import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aBookingBody, aCard, sendBooking } from '../../../../test/support/bookings.ts';
import { aCourse, aCustomer, anOpenTime } from '../../../../test/support/factories.ts';
import { cardMask } from '../../../contract/cards.ts';
import type { TestCardBehavior } from '../../../integrations/payment/test-cards.ts';
import { reconcileOnce } from '../../../../test/support/reconcile.ts';
import { teeTimes } from '../../tee-times/tee-times.contract.ts';
import { waitList } from '../../wait-list/wait-list.contract.ts';
import { BookingResult } from '../booking.contract.ts';

const app = testApp();
const DAY = '2030-06-01';
let agent: HeaderFields;
let course: number;
let elsewhere: number;
beforeAll(async () => {
  agent = await app.signedIn('agent');
  course = (await aCourse(app.db)).id;
  elsewhere = (await aCourse(app.db)).id;
});

const Token = z.object({ token: z.string(), last4: z.string() });
async function aToken(behaviour: TestCardBehavior = 'approved') {
  const sent = await fetch(`${app.gatewayUrl}/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: aCard(behaviour) }),
  });
  const { token, last4 } = Token.parse(await sent.json());
  return { card_token: token, card_last4: last4, card_expmo: '12', card_expyr: '2035' };
}

const aLead = async (customer_id: number, given: object = {}, card = aToken()) =>
  (
    await app.db
      .insertInto('lost_leads')
      .values({
        course_id: course,
        customer_id,
        players: 2,
        lead_date: DAY,
        play_time: '07:42',
        ...(await card),
        ...given,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const leads = async (...ids: number[]) => {
  const rows = await app.db
    .selectFrom('lost_leads')
    .select(['id', 'tee_time_id', 'card_last4'])
    .where('id', 'in', ids)
    .execute();
  return ids.map((id) => rows.find((row) => row.id === id));
};
const booked = (answered: { body: unknown }) => BookingResult.parse(answered.body).tee_time.id;
const send = (email: string, given: Record<string, unknown> = {}, more: object = {}) =>
  sendBooking(app, aBookingBody({ course, customer: { email }, tee_time: given, ...more }), agent);

test('who books anywhere leaves all queues of the day, under whatever record of the same e-mail', async () => {
  const one = await aCustomer(app.db, { email: 'Kim@Wait.example' });
  const same = await aCustomer(app.db, { email: 'kim@wait.example' });
  const other = await aCustomer(app.db);
  const ours = [await aLead(one.id), await aLead(same.id, { course_id: elsewhere, players: 4 })];
  const nextDay = await aLead(one.id, { lead_date: '2030-06-02' });
  const theirs = await aLead(other.id);
  const tee_time_id = booked(await send(' KIM@wait.example ', { play_time: '16:00' }));
  const left = { tee_time_id, card_last4: null };
  const waiting = { tee_time_id: null, card_last4: '4242' };
  expect(await leads(...ours, nextDay, theirs)).toMatchObject([left, left, waiting, waiting]);
  // Canceling the tee time does not put its customer back on the queues, and a second booking does not remove them
  // twice.
  await app.ok(teeTimes.cancel, { body: { id: tee_time_id, cancel: true, force_cancel: true } }, agent);
  expect((await send('kim@wait.example', { play_time: '17:00' })).status).toBe(200);
  expect(await leads(...ours)).toMatchObject([left, left]);
});

test('who plays on a day since a round was moved there by an edit, or was given to them, leaves its queues too', async () => {
  const [one, other] = [await aCustomer(app.db), await aCustomer(app.db)];
  const there = { lead_date: '2030-06-02' };
  const [ours, theirs] = [await aLead(one.id, there), await aLead(other.id, there)];
  const id = booked(await send(one.email, { play_time: '10:00' }));
  const waiting = { tee_time_id: null, card_last4: '4242' };
  expect(await leads(ours, theirs)).toMatchObject([waiting, waiting]);
  await app.ok(teeTimes.update, { body: { id, tee_time: { play_date: '2030-06-02' } } }, agent);
  const left = { tee_time_id: id, card_last4: null };
  expect(await leads(ours, theirs)).toMatchObject([left, waiting]);
  await app.ok(teeTimes.updateCustomer, { body: { id, customer_id: other.id } }, agent);
  expect(await leads(theirs)).toMatchObject([left]);
});

test('the leads are held while the payment is undecided, and the cards go when it is settled', async () => {
  const { id, email } = await aCustomer(app.db);
  const lead = await aLead(id);
  const answered = await send(email, {}, { credit_card: aCard('timeout_after') });
  expect(answered.status).toBe(202);
  const [held] = await leads(lead);
  expect(held).toMatchObject({ tee_time_id: expect.any(Number), card_last4: '4242' });

  await expect
    .poll(async () => (await reconcileOnce(app.context), (await leads(lead))[0]?.card_last4), {
      timeout: 30_000,
    })
    .toBeNull();
  expect(await leads(lead)).toMatchObject([{ tee_time_id: held?.tee_time_id }]);
});

test('who is declined waits again, with the card, also for what came open meanwhile', async () => {
  const { id, email } = await aCustomer(app.db);
  const [here, there] = [await aLead(id), await aLead(id, { course_id: elsewhere })];
  const meanwhile = await anOpenTime(app.db, { course_id: elsewhere, available_date: DAY });
  expect((await send(email, {}, { credit_card: aCard('declined') })).status).toBe(422);
  const waiting = { tee_time_id: null, card_last4: '4242' };
  expect(await leads(here, there)).toMatchObject([waiting, waiting]);
  const entries = app.db
    .selectFrom('availability_queues')
    .select('lost_lead_id')
    .where('fore_up_availability_id', '=', meanwhile.id)
    .where('lost_lead_id', 'in', [here, there]);
  expect(await entries.execute()).toEqual([{ lost_lead_id: there }]);
});

const masked = { number: cardMask('4242'), expmo: '', expyr: '', cvv: '' };

test('a booking that was begun from a lead is offered its card, charges it once and takes the lead', async () => {
  const { id, email } = await aCustomer(app.db);
  const lost_lead_id = await aLead(id);
  const fetchCard = (leadId: number) => app.ok(waitList.fetchLeadCard, { params: { leadId } }, agent);
  expect(await fetchCard(lost_lead_id)).toEqual({
    id: lost_lead_id,
    number: '************4242',
    cvv: '',
    expmo: '12',
    expyr: '2035',
  });
  const readings = app.db.selectFrom('audit_entries').select('action').where('subject', '=', 'lost_lead');
  expect(await readings.where('subject_id', '=', lost_lead_id).execute()).toHaveLength(1);
  const tee_time_id = booked(await send(email, { lost_lead_id }, { credit_card: masked }));
  expect(await leads(lost_lead_id)).toMatchObject([{ tee_time_id, card_last4: null }]);
  expect(await fetchCard(lost_lead_id)).toEqual({});
  expect(await send(email, { lost_lead_id })).toMatchObject({
    status: 422,
    body: { errors: { lost_lead_id: ['This waiting customer is booked already.'] } },
  });
});

test('a lead books its own course and day for its own customer, and nothing else', async () => {
  const { id, email, first_name, last_name } = await aCustomer(app.db);
  const own = await aLead(id);
  const refusals = await Promise.all([
    send('somebody@else.example', { lost_lead_id: own }, { credit_card: masked }),
    send(email, { lost_lead_id: own, play_date: '2030-06-03' }, { credit_card: masked }),
    send(email, { lost_lead_id: own, course: { id: elsewhere } }, { credit_card: masked }),
  ]);
  const said = expect.stringContaining(`This lead is of ${first_name} ${last_name} (${email})`);
  for (const answered of refusals)
    expect(answered).toMatchObject({ status: 422, body: { errors: { lost_lead_id: [said] } } });
  expect(await leads(own)).toMatchObject([{ tee_time_id: null, card_last4: '4242' }]);
  const given = { lost_lead_id: own, play_time: '16:00' };
  const tee_time_id = booked(await send(` ${email.toUpperCase()} `, given, { credit_card: masked }));
  expect(await leads(own)).toMatchObject([{ tee_time_id, card_last4: null }]);
});

test('a lead without an e-mail is known by its name', async () => {
  const { id } = await aCustomer(app.db, { first_name: 'Ann', last_name: 'Lee', email: '' });
  const own = await aLead(id);
  const as = (first_name: string) =>
    sendBooking(
      app,
      aBookingBody({ course, customer: { first_name, last_name: 'Lee' }, tee_time: { lost_lead_id: own } }),
      agent,
    );
  expect(await as('Bob')).toMatchObject({ status: 422 });
  const tee_time_id = booked(await as('ann '));
  expect(await leads(own)).toMatchObject([{ tee_time_id }]);
});

test('a lead that is not there is said beside its field', async () => {
  expect(await send('nobody@wait.example', { lost_lead_id: 424242 })).toMatchObject({
    status: 422,
    body: { errors: { lost_lead_id: ['does not exist'] } },
  });
});

test('two who book the same lead at once, and its customer elsewhere: one has it, and nobody waits in a circle', async () => {
  const { id, email } = await aCustomer(app.db);
  const lead = await aLead(id);
  const answers = await Promise.all([
    send(email, { lost_lead_id: lead, play_time: '08:00' }, { credit_card: masked }),
    send('friend@wait.example', { lost_lead_id: lead, play_time: '08:10' }, { credit_card: masked }),
    send(email, { play_time: '08:20' }),
  ]);
  const [held] = await leads(lead);
  const made = answers.flatMap(({ status, body }) => (status === 200 ? [booked({ body })] : []));
  expect(made).toContain(held?.tee_time_id);
  expect(answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([]);
});
