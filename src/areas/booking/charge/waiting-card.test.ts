import { z } from 'zod';
import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aBookingBody, aCard, sendBooking } from '../../../../test/support/bookings.ts';
import { aCourse, aCustomer, aQueueEntry } from '../../../../test/support/factories.ts';
import { cardMask } from '../../../contract/cards.ts';
import type { TestCardBehavior } from '../../../integrations/payment/test-cards.ts';
import { BookingResult } from '../booking.contract.ts';

const app = testApp();
let agent: HeaderFields;
let course: number;
beforeAll(async () => {
  agent = await app.signedIn('agent');
  course = (await aCourse(app.db)).id;
});

const Token = z.object({ token: z.string(), last4: z.string() });
type Given = { queue_closed_at?: Date; customer_id?: number };
async function waiting(behaviour: TestCardBehavior = 'approved', { customer_id, ...given }: Given = {}) {
  const sent = await fetch(`${app.gatewayUrl}/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: aCard(behaviour) }),
  });
  const { token, last4 } = Token.parse(await sent.json());
  const { id } = await aQueueEntry(app.db, course, {
    lead: { card_token: token, card_last4: last4, ...(customer_id !== undefined && { customer_id }) },
    ...given,
  });
  return { id, mask: cardMask(last4) };
}
const send = (id: number, number: string) =>
  sendBooking(
    app,
    aBookingBody({
      course,
      tee_time: { availability_queue_id: id },
      credit_card: { number, expmo: '', expyr: '', cvv: '' },
    }),
    agent,
  );
const entry = (id: number) =>
  app.db
    .selectFrom('lost_leads as l')
    .innerJoin('availability_queues as q', 'q.lost_lead_id', 'l.id')
    .selectAll('l')
    .where('q.id', '=', id)
    .executeTakeFirstOrThrow();

test('the mask of a waiting card charges its token, once, and the token is dropped', async () => {
  const { id, mask } = await waiting();
  const answered = await send(id, mask);
  expect(answered.status).toBe(200);
  const { tee_time } = BookingResult.parse(answered.body);
  expect(app.gatewayBook().find((line) => line.payment_id === tee_time.payment_id)).toMatchObject({
    raw_amount: 41_200,
    last4: '4242',
  });
  expect(await entry(id)).toMatchObject({ tee_time_id: tee_time.id, card_token: null, card_last4: null });
  expect(await send(id, mask)).toMatchObject({
    status: 422,
    body: { errors: { availability_queue_id: ['This waiting customer is booked already.'] } },
  });
});

test('another mask is refused, and so is the mask of a queue that was closed', async () => {
  const { id } = await waiting();
  const refusal = {
    status: 422,
    body: { errors: { 'credit_card.number': [expect.stringContaining('no longer kept')] } },
  };
  expect(await send(id, cardMask('1111'))).toMatchObject(refusal);
  expect((await entry(id)).card_token).not.toBeNull();
  const closed = await waiting('approved', { queue_closed_at: new Date() });
  expect(await send(closed.id, closed.mask)).toMatchObject(refusal);
});

test('a waiting card pays for the round of whoever left it, and nobody else', async () => {
  const pamela = await aCustomer(app.db);
  const { id, mask } = await waiting('approved', { customer_id: pamela.id });
  const charges = app.gatewayBook().length;
  const given = { course, credit_card: { number: mask, expmo: '', expyr: '', cvv: '' } };
  const tee_time = { availability_queue_id: id };
  const customer = { email: pamela.email };
  const other = (await aCourse(app.db)).id;
  const refused = [
    aBookingBody({ ...given, tee_time }),
    aBookingBody({ ...given, customer, tee_time: { ...tee_time, play_date: '2030-06-02' } }),
    aBookingBody({ ...given, customer, tee_time: { ...tee_time, course: { id: other } } }),
  ];
  const said = expect.stringContaining('This place in the queue is of');
  for (const body of refused)
    expect(await sendBooking(app, body, agent)).toMatchObject({
      status: 422,
      body: { errors: { availability_queue_id: [said] } },
    });
  expect(app.gatewayBook()).toHaveLength(charges);
  expect(await entry(id)).toMatchObject({ tee_time_id: null, card_last4: '4242' });
  expect((await sendBooking(app, aBookingBody({ ...given, customer, tee_time }), agent)).status).toBe(200);
});

test('a waiting card that is declined leaves the customer waiting with the card', async () => {
  const { id, mask } = await waiting('declined');
  expect((await send(id, mask)).status).toBe(422);
  expect(await entry(id)).toMatchObject({ tee_time_id: null, card_last4: '0002' });
});

test('two at once book a waiting customer once', async () => {
  const { id, mask } = await waiting();
  const both = await Promise.all([send(id, mask), send(id, mask)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
});
