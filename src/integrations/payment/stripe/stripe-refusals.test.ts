import { afterEach, beforeEach, expect, test } from 'vitest';
import { CircuitBreaker, withCircuitBreaker } from '../breaker.ts';
import { PaymentOutcomeUnknown, PaymentRejected, type PaymentGateway } from '../gateway.ts';
import { chargeWithRetries, refundWithRetries } from '../retry.ts';
import { LIMITS, thrownBy } from './stripe-gateway.testing.ts';
import { startStripeServer, type StripeFault } from './stripe-server.testing.ts';
import { stripeGateway } from './stripe.ts';

let server: Awaited<ReturnType<typeof startStripeServer>>;
let breaker: CircuitBreaker;
let gateway: PaymentGateway;
beforeEach(async () => {
  server = await startStripeServer();
  breaker = new CircuitBreaker();
  const settings = { secretKey: 'sk_test_1', apiUrl: server.url, tryMs: LIMITS.tryMs };
  gateway = withCircuitBreaker(stripeGateway({ ...settings, canFlagTelephoneOrders: false }), breaker);
});
afterEach(() => server.close());

const CARD = { card: { number: '4242424242424242', expmo: '12', expyr: '99', cvv: '987' } };
const charge = async (raw_amount = 41_200) => {
  const asked = { reference: 'r1', raw_amount, description: 'Tee time', is_telephone_order: false };
  return chargeWithRetries(gateway, { ...asked, handle: await gateway.prepare(asked), with: CARD }, LIMITS);
};
const refund = () =>
  refundWithRetries(gateway, { reference: 'b1', payment_id: 'pi_1', raw_amount: 100 }, LIMITS);
const fault = (step: StripeFault['step'], how: StripeFault['how'], times = 1) =>
  server.faults.push({ step, how, times });
const refused = (about: string) => ({ name: 'RequestRefused', about });
const paid = () => [...server.book.intents.values()].filter(({ status }) => status === 'succeeded').length;

test.each([
  [49, 'amount_too_small'],
  [100_000_000, 'amount_too_large'],
])('%i cents are refused as %s before there is anything to pay', async (cents, about) => {
  expect(await thrownBy(charge(cents))).toMatchObject(refused(about));
  expect(server.sentTo('confirm')).toEqual([]);
});

test.each([50, 99_999_999])('%i cents are charged', async (cents) => {
  expect(await charge(cents)).toMatchObject({ state: 'succeeded' });
});

test.each(['revoked', 'restricted'] as const)('a key that is %s is the account, at any step', async (how) => {
  for (const step of ['prepare', 'card', 'confirm'] as const) {
    fault(step, how);
    expect(await thrownBy(charge())).toMatchObject(refused('account'));
    server.book.forgetKeys();
  }
  expect(paid()).toBe(0);
});

test.each([
  ['a refund of a disputed charge', 'disputed', () => server.book.disputed.add('pi_1')],
  ['a refund under a revoked key', 'account', () => fault('refund', 'revoked')],
  ['a refund whose look-up is refused', 'account', () => fault('list', 'restricted')],
])('%s is refused as %s', async (_, about, given) => {
  await charge();
  given();
  expect(await thrownBy(refund())).toMatchObject(refused(about));
  expect(server.book.refunds).toEqual([]);
});

test('a refusal says nothing certain where an earlier try was not answered', async () => {
  fault('confirm', 'hang_after');
  fault('confirm', 'revoked', 9);
  const thrown = await thrownBy(charge());
  expect(thrown).toBeInstanceOf(PaymentOutcomeUnknown);
  expect(thrown).not.toBeInstanceOf(PaymentRejected);
  expect(paid()).toBe(1);
});

test.each(['revoked', 'restricted'] as const)('a look-up that is refused (%s) says nothing', async (how) => {
  await charge();
  fault('retrieve', how);
  const asked = { kind: 'charge', reference: 'r1', handle: 'pi_1', payment_id: null } as const;
  const lookUp = () => gateway.lookUp({ ...asked, signal: AbortSignal.timeout(3000) });
  expect(await thrownBy(lookUp())).toBeInstanceOf(PaymentOutcomeUnknown);
  expect(await lookUp()).toMatchObject({ state: 'succeeded' });
});

test('however many requests are refused, the breaker stays closed', async () => {
  for (let sent = 0; sent < 9; sent += 1) await thrownBy(charge(30));
  expect(breaker.isOpen).toBe(false);
});

test('a refusal ends a row of requests without an answer', async () => {
  const silent = () => Promise.reject(new PaymentOutcomeUnknown('no answer'));
  for (const one of ['a', 'b', 'c', 'd']) await thrownBy(breaker.ask(one, silent));
  await thrownBy(charge(30));
  await thrownBy(breaker.ask('e', silent));
  expect(breaker.isOpen).toBe(false);
});
