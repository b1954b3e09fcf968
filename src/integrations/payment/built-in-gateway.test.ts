import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startBuiltInGateway, type BuiltInGateway } from './built-in-gateway.ts';
import { builtInGateway } from './built-in-client.ts';
import {
  OutcomeUnknown,
  RequestRefused,
  type PaymentGateway,
  type PayWith,
  type RejectionCause,
} from './gateway.ts';
import { chargeWithin, refundWithin } from './retry.ts';
import { TEST_CARDS, type Behaviour } from './test-cards.ts';

const LIMITS = { tryMs: 600, totalMs: 1500 };
const DELAYS = { answerLateMs: 200, appearLateMs: 3_600_000 };
/** The gateway's clock, which a test may stop or move. */
let now: () => number;
let folder: string;
let file: string;
let server: BuiltInGateway;
let gateway: PaymentGateway;
const open: BuiltInGateway[] = [];

const start = async () => {
  server = await startBuiltInGateway({ file, delays: DELAYS, now: () => now() });
  open.push(server);
  gateway = builtInGateway(server.url);
};
const restart = async () => {
  open.pop();
  await server.close();
  await start();
};

beforeEach(async () => {
  now = Date.now;
  folder = await mkdtemp(join(tmpdir(), 'ric-gateway-'));
  file = join(folder, 'outside', 'gateway.jsonl');
  await start();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
  await rm(folder, { recursive: true });
});

const cardOf = (behaviour: Behaviour): PayWith => ({
  card: { number: TEST_CARDS[behaviour].number, expmo: '12', expyr: '2099', cvv: '123' },
});
const charge = (reference: string, payWith: PayWith = cardOf('approved'), raw_amount = 41_200) =>
  chargeWithin(
    gateway,
    {
      reference,
      handle: null,
      raw_amount,
      with: payWith,
      description: 'Tee time',
      is_telephone_order: false,
    },
    LIMITS,
  );
const refund = (reference: string, payment_id: string, raw_amount: number) =>
  refundWithin(gateway, { reference, payment_id, raw_amount }, LIMITS);
const lookUp = (reference: string, kind: 'charge' | 'refund' = 'charge') =>
  gateway.lookUp({ kind, reference, handle: null, payment_id: null, signal: AbortSignal.timeout(30_000) });
const paid = async (behaviour: Behaviour) => {
  const outcome = await charge('paid', cardOf(behaviour));
  if (outcome.state !== 'succeeded') throw new Error('The charge was declined.');
  return outcome.payment_id;
};
const bookOf = (reference: string) => server.book().filter((line) => line.reference === reference);

describe('charging', () => {
  test('the same reference is the same charge, even when sent at once', async () => {
    const all = await Promise.all([charge('r1'), charge('r1'), charge('r1')]);
    expect(new Set(all.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(await charge('r1')).toEqual(all[0]);
    expect(await lookUp('r1')).toEqual(all[0]);
    expect(server.book()).toMatchObject([
      { kind: 'charge', reference: 'r1', raw_amount: 41_200, last4: '4242' },
    ]);
  });

  test('the same reference for another amount moves nothing and says nothing certain', async () => {
    await charge('r1');
    await expect(charge('r1', cardOf('approved'), 1_000)).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(bookOf('r1')).toMatchObject([{ raw_amount: 41_200 }]);
  });

  test.each<[Behaviour, string]>([
    ['declined', 'Your card was declined.'],
    ['insufficient_funds', 'Your card has insufficient funds.'],
    ['expired', 'Your card has expired.'],
    ['incorrect_cvc', "Your card's security code is incorrect."],
  ])('the card %s is declined with its reason', async (behaviour, reason) => {
    expect(await charge('r1', cardOf(behaviour))).toEqual({ state: 'declined', reason });
    expect(await lookUp('r1')).toEqual({ state: 'declined', reason });
    expect(bookOf('r1')).toMatchObject([{ state: 'declined', reason }]);
  });

  test.each([
    [
      { number: '4242424242424241', expmo: '12', expyr: '2099', cvv: '123' },
      'Your card number is incorrect.',
    ],
    [
      { number: '4242424242424242', expmo: '13', expyr: '2099', cvv: '123' },
      "Your card's expiration month is invalid.",
    ],
    [{ number: '4242424242424242', expmo: '1', expyr: '20', cvv: '123' }, 'Your card has expired.'],
    [
      { number: '4242424242424242', expmo: '12', expyr: '99', cvv: '' },
      "Your card's security code is incorrect.",
    ],
  ])('the card %j is declined', async (card, reason) => {
    expect(await charge('r1', { card })).toEqual({ state: 'declined', reason });
  });

  test.each<Behaviour>([
    'approved',
    'answers_late',
    'error_before',
    'error_after',
    'reset_after',
    'broken_json_after',
  ])('the card %s ends as one charge within the tries', async (behaviour) => {
    const outcome = await charge('r1', cardOf(behaviour));
    expect(outcome.state).toBe('succeeded');
    expect(await lookUp('r1')).toEqual(outcome);
    expect(bookOf('r1')).toHaveLength(1);
  });

  test.each<[Behaviour, 'succeeded' | 'absent']>([
    ['timeout_before', 'absent'],
    ['timeout_after', 'succeeded'],
  ])('the card %s never answers, and the look-up says %s', async (behaviour, state) => {
    await expect(charge('r1', cardOf(behaviour))).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(await lookUp('r1')).toMatchObject({ state });
    expect(bookOf('r1')).toHaveLength(state === 'succeeded' ? 1 : 0);
  });

  test('a late answer is running until it is there', async () => {
    const begun = Date.now();
    now = () => begun;
    const late = charge('r1', cardOf('answers_late'));
    await expect.poll(() => lookUp('r1'), { timeout: 30_000, interval: 5 }).toEqual({ state: 'running' });
    now = () => begun + DELAYS.answerLateMs;
    expect(await lookUp('r1')).toMatchObject({ state: 'succeeded' });
    expect(await late).toMatchObject({ state: 'succeeded' });
  });

  test('a charge that appears late is absent first, also over a restart', async () => {
    await expect(charge('r1', cardOf('appears_late'))).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(await lookUp('r1')).toEqual({ state: 'absent' });
    expect(server.book()).toEqual([]);
    await restart();
    expect(await lookUp('r1')).toEqual({ state: 'absent' });
    now = () => Date.now() + DELAYS.appearLateMs;
    expect(await lookUp('r1')).toMatchObject({ state: 'succeeded' });
    expect(bookOf('r1')).toHaveLength(1);
  });

  test('nobody at the address leaves the outcome unknown', async () => {
    open.pop();
    await server.close();
    await expect(charge('r1')).rejects.toBeInstanceOf(OutcomeUnknown);
    await expect(lookUp('r1')).rejects.toBeInstanceOf(OutcomeUnknown);
  });
});

describe('refunding', () => {
  test('never goes above what was captured, and once per reference', async () => {
    const payment = await paid('approved');
    const first = await refund('b1', payment, 30_000);
    expect(first.state).toBe('succeeded');
    expect(await refund('b1', payment, 30_000)).toEqual(first);
    expect(await refund('b2', payment, 11_201)).toMatchObject({ state: 'declined' });
    expect(await refund('b3', payment, 11_200)).toMatchObject({ state: 'succeeded' });
    expect(await refund('b4', payment, 1)).toMatchObject({ state: 'declined' });
    expect(await lookUp('b1', 'refund')).toEqual(first);
    expect(await lookUp('b1', 'charge')).toEqual({ state: 'absent' });
  });

  test('of a payment that is not there is declined', async () => {
    expect(await refund('b1', 'pay_nowhere', 1)).toEqual({
      state: 'declined',
      reason: 'There is no such payment.',
    });
  });

  test.each<[Behaviour, 'succeeded' | 'absent']>([
    ['refund_timeout_before', 'absent'],
    ['refund_timeout_after', 'succeeded'],
  ])('with the card %s never answers, and the look-up says %s', async (behaviour, state) => {
    const payment = await paid(behaviour);
    await expect(refund('b1', payment, 100)).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(await lookUp('b1', 'refund')).toMatchObject({ state });
    expect(bookOf('b1')).toHaveLength(state === 'succeeded' ? 1 : 0);
  });

  test.each<[Behaviour, 'succeeded' | 'declined']>([
    ['refund_error_after', 'succeeded'],
    ['refund_declined', 'declined'],
  ])('with the card %s is %s once', async (behaviour, state) => {
    const payment = await paid(behaviour);
    expect(await refund('b1', payment, 100)).toMatchObject({ state });
    expect(bookOf('b1')).toHaveLength(1);
  });
});

describe('the book', () => {
  const json = (body: unknown) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const saveCard = async (behaviour: Behaviour) => {
    const response = await fetch(`${server.url}/tokens`, json(cardOf(behaviour)));
    return z.object({ token: z.string() }).parse(await response.json()).token;
  };

  test('survives a restart with refunds and saved cards, and a line that a crash cut short is dropped', async () => {
    const outcome = await charge('r1');
    const payment = await paid('approved');
    await refund('b1', payment, 40_000);
    const token = await saveCard('declined');
    const before = server.book();
    await appendFile(file, '{"kind":"charge","reference":"torn');
    await restart();
    expect(server.book()).toEqual(before);
    expect(await charge('r1')).toEqual(outcome);
    expect(await refund('b2', payment, 1_201)).toMatchObject({ state: 'declined' });
    expect(await charge('r2', { token })).toEqual({ state: 'declined', reason: 'Your card was declined.' });
    await restart();
    expect(bookOf('r2')).toHaveLength(1);
    expect(await (await fetch(`${server.url}/book`)).json()).toEqual(server.book());
  });

  test('an unreadable line stops the start', async () => {
    await appendFile(file, 'nonsense\n');
    await expect(startBuiltInGateway({ file })).rejects.toThrow('Line 1 of');
  });

  test('a token charges like its card', async () => {
    const token = await saveCard('timeout_after');
    await expect(charge('r1', { token })).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(await lookUp('r1')).toMatchObject({ state: 'succeeded' });
    expect(bookOf('r1')).toMatchObject([{ last4: TEST_CARDS.timeout_after.number.slice(-4) }]);
    await expect(charge('r2', { token: 'card_nowhere' })).rejects.toMatchObject({ about: 'card' });
  });

  test('keeps a card as a token that charges, or throws where nobody answers', async () => {
    const signal = AbortSignal.timeout(30_000);
    const card = { number: TEST_CARDS.approved.number, expmo: '12', expyr: '35', cvv: '123' };
    const kept = await gateway.keepCard({ with: { card }, signal });
    const token = kept.state === 'kept' ? kept.token : '';
    expect(await charge('r1', { token })).toMatchObject({ state: 'succeeded' });
    const nobody = builtInGateway('http://127.0.0.1:9');
    await expect(nobody.keepCard({ with: { card }, signal })).rejects.toBeInstanceOf(OutcomeUnknown);
  });

  test("what the gateway's own fields take is charged under one reference, or kept once", async () => {
    const card = { number: TEST_CARDS.approved.number, expmo: '12', expyr: '2035', cvv: '123' };
    const typed = async () => {
      const response = await fetch(`${server.url}/fields/tokens`, json(card));
      return z.object({ token: z.string().startsWith('pm_') }).parse(await response.json()).token;
    };
    const token = await typed();
    const charged = await charge('r1', { token });
    expect(charged).toMatchObject({ state: 'succeeded', last4: '4242' });
    expect(await charge('r1', { token })).toEqual(charged);
    await expect(charge('r2', { token })).rejects.toMatchObject({ about: 'card' });
    const signal = AbortSignal.timeout(30_000);
    const left = await typed();
    const kept = await gateway.keepCard({ with: { token: left }, signal });
    expect(kept).toMatchObject({ state: 'kept', last4: '4242', expmo: '12', expyr: '2035' });
    await expect(charge('r3', { token: left })).rejects.toMatchObject({ about: 'card' });
    const own = kept.state === 'kept' ? kept.token : '';
    expect(await charge('r4', { token: own })).toMatchObject({ state: 'succeeded' });
    expect(await gateway.keepCard({ with: { token: 'pm_nowhere' }, signal })).toMatchObject({
      state: 'declined',
    });
    expect(bookOf('r2')).toEqual([]);
  });

  test('holds no card number and no code', async () => {
    await charge('r1');
    await saveCard('approved');
    const text = (await readFile(file, 'utf8')) + (await (await fetch(`${server.url}/book`)).text());
    expect(text).toContain('4242');
    expect(text).not.toContain('4242424242424242');
    expect(text).not.toMatch(/cvv|"123"/);
  });

  test.each<[RejectionCause, number, Behaviour]>([
    ['amount_too_small', 1, 'approved'],
    ['amount_too_small', 49, 'approved'],
    ['amount_too_large', 100_000_000, 'approved'],
    ['account', 500, 'account_restricted'],
  ])('a charge is refused for %s (%i cents), and nothing is kept of it', async (about, cents, card) => {
    const thrown: unknown = await charge('r1', cardOf(card), cents).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(RequestRefused);
    expect(thrown).toMatchObject({ about });
    expect(await lookUp('r1')).toEqual({ state: 'absent' });
    expect(server.book()).toEqual([]);
  });

  test('charges the least and the most', async () => {
    expect(await charge('r1', cardOf('approved'), 50)).toMatchObject({ state: 'succeeded' });
    expect(await charge('r2', cardOf('approved'), 99_999_999)).toMatchObject({ state: 'succeeded' });
  });

  test.each<[RejectionCause, Behaviour]>([
    ['disputed', 'refund_disputed'],
    ['already_refunded', 'refund_elsewhere'],
  ])('a refund is refused because its charge is %s', async (about, card) => {
    const charged = await charge('r1', cardOf(card));
    const payment_id = charged.state === 'succeeded' ? charged.payment_id : '';
    await expect(
      refundWithin(gateway, { reference: 'b1', payment_id, raw_amount: 100 }, LIMITS),
    ).rejects.toMatchObject({ about });
    expect(bookOf('b1')).toEqual([]);
  });

  test.each([
    [{}],
    [{ reference: 'r1', raw_amount: 0, description: '', ...cardOf('approved') }],
    [{ reference: 'r1', raw_amount: 1.5, description: '', ...cardOf('approved') }],
    [{ reference: '', raw_amount: 1, description: '', ...cardOf('approved') }],
    [{ reference: 'r1', raw_amount: 1, description: '', card: { number: 4242424242424242 } }],
  ])('a malformed charge is refused without repeating its values', async (body) => {
    const response = await fetch(`${server.url}/charges`, json(body));
    expect(response.status).toBe(422);
    expect(await response.text()).not.toContain('4242');
    expect(server.book()).toEqual([]);
  });

  test('refuses what is not JSON, and knows no other path', async () => {
    expect((await fetch(`${server.url}/charges`, { method: 'POST', body: '{}' })).status).toBe(400);
    expect((await fetch(`${server.url}/charges`, { ...json({}), body: '{' })).status).toBe(400);
    expect((await fetch(`${server.url}/elsewhere`)).status).toBe(404);
  });
});

const passesLuhn = (number: string) =>
  [...number]
    .reverse()
    .reduce(
      (sum, c, at) =>
        sum + (at % 2 ? [0, 2, 4, 6, 8, 1, 3, 5, 7, 9] : [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])[Number(c)]!,
      0,
    ) %
    10 ===
  0;

test.each(Object.entries(TEST_CARDS))(
  'the test card %s has a right check digit and a sentence',
  (_, card) => {
    expect(passesLuhn(card.number)).toBe(true);
    expect(card.sentence).toMatch(/[.;"]$/);
  },
);
