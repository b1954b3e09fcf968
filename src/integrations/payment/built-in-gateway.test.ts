import { describe, expect, test } from 'vitest';
import { cardOf, DELAYS, gatewaySetup } from './built-in-gateway.testing.ts';
import { PaymentOutcomeUnknown } from './gateway.ts';
import type { TestCardBehavior } from './test-cards.ts';

const { book, setClock, stop, restart, charge, refund, lookUp, paid, bookOf } = gatewaySetup();

describe('charging', () => {
  test('the same reference is the same charge, even when sent at once', async () => {
    const all = await Promise.all([charge('r1'), charge('r1'), charge('r1')]);
    expect(new Set(all.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(await charge('r1')).toEqual(all[0]);
    expect(await lookUp('r1')).toEqual(all[0]);
    expect(book()).toMatchObject([{ kind: 'charge', reference: 'r1', raw_amount: 41_200, last4: '4242' }]);
  });

  test('the same reference for another amount moves nothing and says nothing certain', async () => {
    await charge('r1');
    await expect(charge('r1', cardOf('approved'), 1_000)).rejects.toBeInstanceOf(PaymentOutcomeUnknown);
    expect(bookOf('r1')).toMatchObject([{ raw_amount: 41_200 }]);
  });

  test.each<[TestCardBehavior, string]>([
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

  test.each<TestCardBehavior>([
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

  test.each<[TestCardBehavior, 'succeeded' | 'absent']>([
    ['timeout_before', 'absent'],
    ['timeout_after', 'succeeded'],
  ])('the card %s never answers, and the look-up says %s', async (behaviour, state) => {
    await expect(charge('r1', cardOf(behaviour))).rejects.toBeInstanceOf(PaymentOutcomeUnknown);
    expect(await lookUp('r1')).toMatchObject({ state });
    expect(bookOf('r1')).toHaveLength(state === 'succeeded' ? 1 : 0);
  });

  test('a late answer is running until it is there', async () => {
    const begun = Date.now();
    setClock(() => begun);
    const late = charge('r1', cardOf('answers_late'));
    await expect.poll(() => lookUp('r1'), { timeout: 30_000, interval: 5 }).toEqual({ state: 'running' });
    setClock(() => begun + DELAYS.answerLateMs);
    expect(await lookUp('r1')).toMatchObject({ state: 'succeeded' });
    expect(await late).toMatchObject({ state: 'succeeded' });
  });

  test('a charge that appears late is absent first, also over a restart', async () => {
    await expect(charge('r1', cardOf('appears_late'))).rejects.toBeInstanceOf(PaymentOutcomeUnknown);
    expect(await lookUp('r1')).toEqual({ state: 'absent' });
    expect(book()).toEqual([]);
    await restart();
    expect(await lookUp('r1')).toEqual({ state: 'absent' });
    setClock(() => Date.now() + DELAYS.appearLateMs);
    expect(await lookUp('r1')).toMatchObject({ state: 'succeeded' });
    expect(bookOf('r1')).toHaveLength(1);
  });

  test('nobody at the address leaves the outcome unknown', async () => {
    await stop();
    await expect(charge('r1')).rejects.toBeInstanceOf(PaymentOutcomeUnknown);
    await expect(lookUp('r1')).rejects.toBeInstanceOf(PaymentOutcomeUnknown);
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

  test.each<[TestCardBehavior, 'succeeded' | 'absent']>([
    ['refund_timeout_before', 'absent'],
    ['refund_timeout_after', 'succeeded'],
  ])('with the card %s never answers, and the look-up says %s', async (behaviour, state) => {
    const payment = await paid(behaviour);
    await expect(refund('b1', payment, 100)).rejects.toBeInstanceOf(PaymentOutcomeUnknown);
    expect(await lookUp('b1', 'refund')).toMatchObject({ state });
    expect(bookOf('b1')).toHaveLength(state === 'succeeded' ? 1 : 0);
  });

  test.each<[TestCardBehavior, 'succeeded' | 'declined']>([
    ['refund_error_after', 'succeeded'],
    ['refund_declined', 'declined'],
  ])('with the card %s is %s once', async (behaviour, state) => {
    const payment = await paid(behaviour);
    expect(await refund('b1', payment, 100)).toMatchObject({ state });
    expect(bookOf('b1')).toHaveLength(1);
  });
});
