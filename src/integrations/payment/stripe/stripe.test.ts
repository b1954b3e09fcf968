import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OutcomeUnknown, RequestRefused, type PaymentGateway } from '../gateway.ts';
import { chargeWithin, refundWithin } from '../retry.ts';
import { startStripeServer, type StripeFault } from './stripe-server.testing.ts';
import { stripeGateway } from './stripe.ts';

const LIMITS = { tryMs: 700, totalMs: 2000 };
let server: Awaited<ReturnType<typeof startStripeServer>>;
let gateway: PaymentGateway;

beforeEach(async () => {
  server = await startStripeServer();
  gateway = gatewayAt(false);
});
afterEach(() => server.close());

const gatewayAt = (canFlagTelephoneOrders: boolean) =>
  stripeGateway({ secretKey: 'sk_test_1', apiUrl: server.url, tryMs: LIMITS.tryMs, canFlagTelephoneOrders });
const asked = { reference: 'r1', raw_amount: 41_200, description: 'Tee time', is_telephone_order: true };
const cardOf = (number: string) => ({ card: { number, expmo: '12', expyr: '99', cvv: '987' } });
const charge = async (number = '4242424242424242', handle?: string | null) =>
  chargeWithin(
    gateway,
    { ...asked, handle: handle ?? (await gateway.prepare(asked)), with: cardOf(number) },
    LIMITS,
  );
const refund = (reference: string, raw_amount: number) =>
  refundWithin(gateway, { reference, payment_id: 'pi_1', raw_amount }, LIMITS);
const lookUp = (kind: 'charge' | 'refund', reference: string, handle: string | null = 'pi_1') =>
  gateway.lookUp({ kind, reference, handle, payment_id: 'pi_1', signal: AbortSignal.timeout(3000) });
const fault = (step: StripeFault['step'], how: StripeFault['how'], times = 1) =>
  server.faults.push({ step, how, times });
const thrownBy = (running: Promise<unknown>) => running.then(() => null).catch((error: unknown) => error);

test('a charge is an unconfirmed intent, then a card, then a confirmation, each under its own key', async () => {
  const handle = await gateway.prepare(asked);
  expect(await lookUp('charge', 'r1')).toEqual({ state: 'absent' });
  expect(await charge('4242 4242 4242 4242', handle)).toEqual({
    state: 'succeeded',
    payment_id: 'pi_1',
    last4: '4242',
  });
  expect(server.requests.filter(({ method }) => method === 'POST')).toMatchObject([
    {
      path: '/v1/payment_intents',
      key: 'r1:prepare',
      form: { amount: '41200', currency: 'usd', 'metadata[reference]': 'r1', description: 'Tee time' },
    },
    {
      path: '/v1/payment_methods',
      key: 'r1:card',
      form: {
        'card[number]': '4242424242424242',
        'card[exp_month]': '12',
        'card[exp_year]': '2099',
        'card[cvc]': '987',
      },
    },
    {
      path: '/v1/payment_intents/pi_1/confirm',
      key: 'r1:confirm',
      form: { payment_method: 'pm_1', error_on_requires_action: 'true', 'expand[0]': 'payment_method' },
    },
  ]);
  expect(server.sentTo('prepare')[0]?.form).not.toHaveProperty('confirm');
  expect(await lookUp('charge', 'r1')).toEqual({ state: 'succeeded', payment_id: 'pi_1', last4: '4242' });
});

test.each([
  {
    of: 'a telephone order, where the account may flag it',
    is_telephone_order: true,
    isEnabled: true,
    flag: 'true',
  },
  {
    of: 'a telephone order of any other account',
    is_telephone_order: true,
    isEnabled: false,
    flag: undefined,
  },
  { of: 'a card that its holder typed', is_telephone_order: false, isEnabled: true, flag: undefined },
])('the flag of $of is $flag', async ({ is_telephone_order, isEnabled, flag }) => {
  gateway = gatewayAt(isEnabled);
  const handle = await gateway.prepare(asked);
  const sent = { ...asked, is_telephone_order, handle, with: cardOf('4242424242424242') };
  expect(await chargeWithin(gateway, sent, LIMITS)).toMatchObject({ state: 'succeeded' });
  expect(server.sentTo('confirm')[0]?.form['payment_method_options[card][moto]']).toBe(flag);
});

test('prepared twice is one intent', async () => {
  expect(await gateway.prepare(asked)).toBe(await gateway.prepare(asked));
  expect(server.book.intents.size).toBe(1);
});

test('a charge without its intent is never sent', async () => {
  const sent = {
    ...asked,
    handle: null,
    with: cardOf('4242424242424242'),
    signal: AbortSignal.timeout(3000),
  };
  await expect(gateway.charge(sent)).rejects.toThrow('needs the intent');
  expect(server.requests).toEqual([]);
  expect(await lookUp('charge', 'r1', null)).toEqual({ state: 'absent' });
});

test.each([
  ['4000000000000002', 'Your card was declined.'],
  ['4000000000009995', 'Your card has insufficient funds.'],
  ['4000000000000069', 'Your card has expired.'],
  [
    '4000002500003155',
    'Your bank asks for a confirmation that cannot be given here. Please use another card.',
  ],
])('the card %s is declined in plain words, and the look-up agrees', async (number, reason) => {
  expect(await charge(number)).toEqual({ state: 'declined', reason });
  expect(await lookUp('charge', 'r1')).toEqual({ state: 'declined', reason });
});

test('a wrong number is declined before anything is confirmed', async () => {
  expect(await charge('4242424242424241')).toEqual({
    state: 'declined',
    reason: 'Your card number is incorrect.',
  });
  expect(server.sentTo('confirm')).toEqual([]);
});

test.each([
  'error_before',
  'error_after',
  'hang_before',
  'hang_after',
  'reset_after',
  'broken_after',
  'rate_limit',
] as const)('a confirmation with %s is repeated under the same key and charges once', async (how) => {
  fault('confirm', how);
  expect(await charge()).toEqual({ state: 'succeeded', payment_id: 'pi_1', last4: '4242' });
  expect(new Set(server.sentTo('confirm').map(({ key }) => key))).toEqual(new Set(['r1:confirm']));
  expect(server.sentTo('confirm').length).toBeGreaterThan(1);
});

test.each([
  ['hang_before', 'absent'],
  ['hang_after', 'succeeded'],
  ['error_before', 'absent'],
  ['error_after', 'succeeded'],
] as const)(
  'a confirmation that always ends with %s is unknown, and the look-up says %s',
  async (how, state) => {
    fault('confirm', how, 9);
    expect(await thrownBy(charge())).toBeInstanceOf(OutcomeUnknown);
    expect(await lookUp('charge', 'r1')).toMatchObject({ state });
  },
);

test('a repeat after Stripe forgot its keys finds the paid intent', async () => {
  const handle = await gateway.prepare(asked);
  const first = await charge('4242424242424242', handle);
  server.book.forgetKeys();
  expect(await charge('4242424242424242', handle)).toEqual(first);
});

test('a saved card charges by its own id', async () => {
  const handle = await gateway.prepare(asked);
  const sent = { ...asked, handle, with: { token: 'pm_saved' }, signal: AbortSignal.timeout(3000) };
  expect(await gateway.charge(sent)).toMatchObject({ state: 'succeeded' });
  expect(server.sentTo('confirm')).toMatchObject([{ form: { payment_method: 'pm_saved' } }]);
  expect(server.sentTo('card')).toEqual([]);
});

describe("a card that Stripe's own fields took", () => {
  const chargeToken = (token: string, handle: string | null) =>
    chargeWithin(gateway, { ...asked, handle, with: { token } }, LIMITS);
  const number = '4000000000009995';

  test('is confirmed by its token alone, and the answers say which card it was', async () => {
    const token = server.book.fieldsTook('5555555555554444');
    const handle = await gateway.prepare(asked);
    const charged = { state: 'succeeded', payment_id: 'pi_1', last4: '4444' };
    expect(await chargeToken(token, handle)).toEqual(charged);
    expect(await chargeToken(token, handle)).toEqual(charged);
    expect(await lookUp('charge', 'r1')).toEqual(charged);
    expect(server.sentTo('card')).toEqual([]);
    expect(JSON.stringify(server.requests)).not.toContain('5555');
  });

  test('is charged once though the answer is lost, and the look-up says which card it was', async () => {
    const token = server.book.fieldsTook('5555555555554444');
    const handle = await gateway.prepare(asked);
    fault('confirm', 'hang_after', 9);
    expect(await thrownBy(chargeToken(token, handle))).toBeInstanceOf(OutcomeUnknown);
    expect(await lookUp('charge', 'r1')).toMatchObject({ state: 'succeeded', last4: '4444' });
  });

  test('is declined in plain words; its token charges nothing else, another one does', async () => {
    const declined = server.book.fieldsTook(number);
    expect(await chargeToken(declined, await gateway.prepare(asked))).toEqual({
      state: 'declined',
      reason: 'Your card has insufficient funds.',
    });
    const again = { ...asked, reference: 'r2' };
    const second = { ...again, handle: await gateway.prepare(again) };
    expect(
      await thrownBy(chargeWithin(gateway, { ...second, with: { token: declined } }, LIMITS)),
    ).toMatchObject({ name: 'RequestRefused', about: 'card' });
    expect(server.book.intents.get('pi_2')?.status).toBe('requires_payment_method');
    const third = { ...asked, reference: 'r3' };
    const another = server.book.fieldsTook('4242424242424242');
    const sent = { ...third, handle: await gateway.prepare(third), with: { token: another } };
    expect(await chargeWithin(gateway, sent, LIMITS)).toMatchObject({ state: 'succeeded', last4: '4242' });
  });

  test('is kept as it is, and Stripe says how it is shown', async () => {
    const token = server.book.fieldsTook('4242424242424242');
    const signal = AbortSignal.timeout(3000);
    const shown = { last4: '4242', expmo: '12', expyr: '2099' };
    expect(await gateway.keepCard({ with: { token }, signal })).toEqual({ state: 'kept', token, ...shown });
    expect(server.sentTo('card')).toEqual([]);
    expect(await gateway.keepCard({ with: { token: 'pm_nobody' }, signal })).toMatchObject({
      state: 'declined',
    });
  });
});

test('a card is kept by its own id, and nothing is charged', async () => {
  const signal = AbortSignal.timeout(3000);
  const keep = (number: string) => gateway.keepCard({ with: cardOf(number), signal });
  const kept = await keep('4242424242424242');
  expect(kept).toEqual({
    state: 'kept',
    token: expect.stringMatching(/^pm_/),
    last4: '4242',
    expmo: '12',
    expyr: '2099',
  });
  expect(server.sentTo('confirm')).toEqual([]);
  fault('card', 'error_before');
  expect(await thrownBy(keep('4242424242424242'))).toBeInstanceOf(OutcomeUnknown);
});

test('a request that Stripe refuses is refused, and nothing is charged', async () => {
  expect(await thrownBy(charge('4242424242424242', 'pi_none'))).toBeInstanceOf(RequestRefused);
  expect(await lookUp('charge', 'r1', 'pi_none')).toEqual({ state: 'absent' });
});

test.each(['charge', 'refund'] as const)('a look-up of a %s that fails says nothing', async (kind) => {
  await charge();
  fault('retrieve', 'error_before', 9);
  fault('list', 'hang_before', 9);
  expect(await thrownBy(lookUp(kind, 'r1'))).toBeInstanceOf(OutcomeUnknown);
});

test('a preparation outlives a failing moment under its key', async () => {
  fault('prepare', 'error_after');
  expect(await gateway.prepare(asked)).toBe('pi_1');
  expect(server.sentTo('prepare').map(({ key }) => key)).toEqual(['r1:prepare', 'r1:prepare']);
});

test('a refund carries its key and its reference, once, and never above what was paid', async () => {
  await charge();
  const first = await refund('b1', 30_000);
  expect(first).toEqual({ state: 'succeeded', payment_id: 're_1' });
  expect(server.sentTo('refund')).toMatchObject([
    { key: 'b1:refund', form: { payment_intent: 'pi_1', amount: '30000', 'metadata[reference]': 'b1' } },
  ]);
  server.book.forgetKeys();
  expect(await refund('b1', 30_000)).toEqual(first);
  expect(server.book.refunds).toHaveLength(1);
  expect(await thrownBy(refund('b2', 11_201))).toMatchObject({ about: 'already_refunded' });
  expect(await lookUp('refund', 'b2')).toEqual({ state: 'absent' });
});

test('a refund is found beyond the first page', async () => {
  await charge();
  server.book.pageSize = 1;
  await refund('b1', 100);
  await refund('b2', 100);
  await refund('b3', 100);
  expect(await lookUp('refund', 'b1')).toEqual({ state: 'succeeded', payment_id: 're_1' });
});

test.each(['hang_after', 'error_after', 'reset_after'] as const)(
  'a refund with %s is made once',
  async (how) => {
    await charge();
    fault('refund', how);
    expect(await refund('b1', 100)).toEqual({ state: 'succeeded', payment_id: 're_1' });
    expect(server.book.refunds).toHaveLength(1);
  },
);

test.each([
  ['pending', 'running'],
  ['requires_action', 'running'],
] as const)('a refund that is %s is not decided yet', async (status, state) => {
  await charge();
  server.book.refundStatus = status;
  expect(await thrownBy(refund('b1', 100))).toBeInstanceOf(OutcomeUnknown);
  expect(await lookUp('refund', 'b1')).toEqual({ state });
});

test('no error or reason ever holds a card number or code', async () => {
  const seen: unknown[] = [await charge('4000000000000002')];
  server.book.forgetKeys();
  seen.push(await charge('4242424242424241'));
  for (const how of ['error_before', 'hang_before', 'reset_after', 'broken_after'] as const) {
    server.faults.length = 0;
    server.book.forgetKeys();
    fault('card', how, 9);
    seen.push(await thrownBy(charge()));
  }
  const text = inspect(seen, { depth: 20, showHidden: true });
  expect(text).toContain('OutcomeUnknown');
  expect(text).not.toMatch(/\d{12,}|987|cvc|cvv/);
});
