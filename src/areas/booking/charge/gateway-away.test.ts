import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../../app/app.ts';
import { CircuitBreaker, withCircuitBreaker } from '../../../integrations/payment/breaker.ts';
import { builtInGatewayClient } from '../../../integrations/payment/built-in-client.ts';
import { reconcileOnce } from '../../../../test/support/reconcile.ts';
import { payments } from '../../payments/payments.contract.ts';
import { teeTimes } from '../../tee-times/tee-times.contract.ts';
import type { AppContext } from '../../../server/process/context.ts';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aBookingBody, aCard, bookTeeTime } from '../../../../test/support/bookings.ts';
import { unusedLocalAddress } from '../../../../test/support/nobody.ts';
import { aCourse } from '../../../../test/support/factories.ts';
import {
  withIdempotencyKey,
  aCourseWithOpenTime,
  aPartner,
  aPartnerBooking,
  aPartnerCustomer,
  aCardToken,
} from '../../../../test/support/partners.ts';
import { booking } from '../booking.contract.ts';

const app = testApp();
let agent: HeaderFields;
let course: number;
let clock = 0;
let breaker: CircuitBreaker;
let context: AppContext;
let away: FastifyInstance;
beforeAll(async () => {
  agent = await app.signedIn('agent');
  course = (await aCourse(app.db)).id;
  breaker = new CircuitBreaker(() => clock);
  context = appAt(await unusedLocalAddress());
  away = await buildApp(context, { webRoot: null, logger: false });
});
afterAll(() => away.close());

/** Returns the app context with its gateway at this address; all these contexts share one circuit breaker. */
const appAt = (url: string): AppContext => ({
  ...app.context,
  integrations: {
    ...app.context.integrations,
    gateway: withCircuitBreaker(builtInGatewayClient(url), breaker),
    breaker,
  },
});

async function send(called: { method: 'GET' | 'POST'; path: string }, body?: object, key?: string) {
  const headers = { ...agent, ...(key !== undefined && { 'idempotency-key': key }) };
  const answer = await away.inject({
    method: called.method,
    url: called.path,
    headers,
    ...(body && { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}
const operations = async () => (await app.db.selectFrom('operations').select(['state']).execute()).length;
const isAway = async () => (await send(payments.gateway)).body.is_away;
const NOT_REACHED = {
  status: 422,
  body: { errors: { 'credit_card.number': ['The payment gateway cannot be reached. Nothing was charged.'] } },
};

test('five refused connections are five charges not made, then nobody is kept waiting', async () => {
  for (let sent = 0; sent < 5; sent += 1) {
    expect(await isAway()).toBe(false);
    const answer = await send(booking.book, aBookingBody({ course, credit_card: aCard() }));
    expect(answer).toMatchObject(NOT_REACHED);
  }
  const attempts = await app.db.selectFrom('payment_attempts').select('state').execute();
  expect(attempts.map(({ state }) => state)).toEqual(Array(5).fill('declined'));
  expect(await isAway()).toBe(true);
});

test('a program is told to send the same again later, and nothing is begun', async () => {
  const open = await aCourseWithOpenTime(app.db);
  const { headers } = await aPartner(app.db, { courses: [open.course] });
  const card = { token: await aCardToken(app.gatewayUrl) };
  const people = { purchaser: aPartnerCustomer(), recipient: aPartnerCustomer() };
  const before = await operations();
  for (const [url, payload] of [
    ['/partner/v1/bookings', aPartnerBooking(open.time, { card })],
    ['/partner/v1/gift_certificates', { value: '50.00', ...people, card }],
  ] as const) {
    const answer = await away.inject({ method: 'POST', url, headers: withIdempotencyKey(headers), payload });
    expect({ status: answer.statusCode, body: answer.json<object>() }).toMatchObject({
      status: 502,
      body: { error: { code: 'outside_failed', message: expect.stringMatching(/does not answer.*again/) } },
    });
  }
  expect(await operations()).toBe(before);
});

test('meanwhile a card is refused before anything is begun, and all else goes on', async () => {
  const before = await operations();
  const sixth = aBookingBody({ course, credit_card: aCard() });
  expect(await send(booking.book, sixth, 'sixth-booking')).toMatchObject({
    status: 422,
    body: {
      errors: {
        'credit_card.number': [
          'The payment gateway does not answer. Nothing was charged or booked: book without a card, or try again in a minute.',
        ],
      },
    },
  });
  expect(await operations()).toBe(before);
  expect(await send(booking.book, aBookingBody({ course }))).toMatchObject({ status: 200 });

  // After the circuit breaker's pause the same key works, because nothing was stored under it.
  clock += 30_000;
  expect(await isAway()).toBe(false);
  expect(await send(booking.book, sixth, 'sixth-booking')).toMatchObject(NOT_REACHED);
  expect(await isAway()).toBe(true);
});

test('a refund that meets a closed door is made by itself once it opens', async () => {
  clock += 30_000;
  const { id } = await bookTeeTime(app, agent, { course, credit_card: aCard() });
  const asked = { id, cancel: true, refund: true, force_cancel: true };
  expect(await send(teeTimes.cancel, asked)).toMatchObject({ status: 202 });
  expect(await isAway()).toBe(true);
  await reconcileOnce(context);
  expect(
    await app.db.selectFrom('operations').select('state').where('state', '<>', 'settled').execute(),
  ).toEqual([{ state: 'unknown' }]);
  // One answered look-up of a payment is enough to know that the gateway is back.
  await reconcileOnce(appAt(app.gatewayUrl));
  expect(await isAway()).toBe(false);
  expect(app.gatewayBook().filter(({ kind }) => kind === 'refund')).toMatchObject([{ raw_amount: 41_200 }]);
});
