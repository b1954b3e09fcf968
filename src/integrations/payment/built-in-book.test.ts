import { appendFile, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { builtInGatewayClient } from './built-in-client.ts';
import { startBuiltInGateway } from './built-in-gateway.ts';
import { cardOf, gatewaySetup } from './built-in-gateway.testing.ts';
import { PaymentOutcomeUnknown, PaymentRejected, type PaymentRejectionCause } from './gateway.ts';
import { TEST_CARDS, type TestCardBehavior } from './test-cards.ts';

const { file, url, book, gateway, restart, charge, refund, lookUp, paid, bookOf } = gatewaySetup();

describe('the book', () => {
  const json = (body: unknown) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const saveCard = async (behaviour: TestCardBehavior) => {
    const response = await fetch(`${url()}/tokens`, json(cardOf(behaviour)));
    return z.object({ token: z.string() }).parse(await response.json()).token;
  };

  test('survives a restart with refunds and saved cards, and a line that a crash cut short is dropped', async () => {
    const outcome = await charge('r1');
    const payment = await paid('approved');
    await refund('b1', payment, 40_000);
    const token = await saveCard('declined');
    const before = book();
    await appendFile(file(), '{"kind":"charge","reference":"torn');
    await restart();
    expect(book()).toEqual(before);
    expect(await charge('r1')).toEqual(outcome);
    expect(await refund('b2', payment, 1_201)).toMatchObject({ state: 'declined' });
    expect(await charge('r2', { token })).toEqual({ state: 'declined', reason: 'Your card was declined.' });
    await restart();
    expect(bookOf('r2')).toHaveLength(1);
    expect(await (await fetch(`${url()}/book`)).json()).toEqual(book());
  });

  test('an unreadable line stops the start', async () => {
    await appendFile(file(), 'nonsense\n');
    await expect(startBuiltInGateway({ file: file() })).rejects.toThrow('Line 1 of');
  });

  test('a token charges like its card', async () => {
    const token = await saveCard('timeout_after');
    await expect(charge('r1', { token })).rejects.toBeInstanceOf(PaymentOutcomeUnknown);
    expect(await lookUp('r1')).toMatchObject({ state: 'succeeded' });
    expect(bookOf('r1')).toMatchObject([{ last4: TEST_CARDS.timeout_after.number.slice(-4) }]);
    await expect(charge('r2', { token: 'card_nowhere' })).rejects.toMatchObject({ about: 'card' });
  });

  test('keeps a card as a token that charges, or throws where nobody answers', async () => {
    const signal = AbortSignal.timeout(30_000);
    const card = { number: TEST_CARDS.approved.number, expmo: '12', expyr: '35', cvv: '123' };
    const kept = await gateway().keepCard({ with: { card }, signal });
    const token = kept.state === 'kept' ? kept.token : '';
    expect(await charge('r1', { token })).toMatchObject({ state: 'succeeded' });
    const nobody = builtInGatewayClient('http://127.0.0.1:9');
    await expect(nobody.keepCard({ with: { card }, signal })).rejects.toBeInstanceOf(PaymentOutcomeUnknown);
  });

  test("what the gateway's own fields take is charged under one reference, or kept once", async () => {
    const card = { number: TEST_CARDS.approved.number, expmo: '12', expyr: '2035', cvv: '123' };
    const typed = async () => {
      const response = await fetch(`${url()}/fields/tokens`, json(card));
      return z.object({ token: z.string().startsWith('pm_') }).parse(await response.json()).token;
    };
    const token = await typed();
    const charged = await charge('r1', { token });
    expect(charged).toMatchObject({ state: 'succeeded', last4: '4242' });
    expect(await charge('r1', { token })).toEqual(charged);
    await expect(charge('r2', { token })).rejects.toMatchObject({ about: 'card' });
    const signal = AbortSignal.timeout(30_000);
    const left = await typed();
    const kept = await gateway().keepCard({ with: { token: left }, signal });
    expect(kept).toMatchObject({ state: 'kept', last4: '4242', expmo: '12', expyr: '2035' });
    await expect(charge('r3', { token: left })).rejects.toMatchObject({ about: 'card' });
    const own = kept.state === 'kept' ? kept.token : '';
    expect(await charge('r4', { token: own })).toMatchObject({ state: 'succeeded' });
    expect(await gateway().keepCard({ with: { token: 'pm_nowhere' }, signal })).toMatchObject({
      state: 'declined',
    });
    expect(bookOf('r2')).toEqual([]);
  });

  test('holds no card number and no code', async () => {
    await charge('r1');
    await saveCard('approved');
    const text = (await readFile(file(), 'utf8')) + (await (await fetch(`${url()}/book`)).text());
    expect(text).toContain('4242');
    expect(text).not.toContain('4242424242424242');
    expect(text).not.toMatch(/cvv|"123"/);
  });

  test.each<[PaymentRejectionCause, number, TestCardBehavior]>([
    ['amount_too_small', 1, 'approved'],
    ['amount_too_small', 49, 'approved'],
    ['amount_too_large', 100_000_000, 'approved'],
    ['account', 500, 'account_restricted'],
  ])('a charge is refused for %s (%i cents), and nothing is kept of it', async (about, cents, card) => {
    const thrown: unknown = await charge('r1', cardOf(card), cents).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(PaymentRejected);
    expect(thrown).toMatchObject({ about });
    expect(await lookUp('r1')).toEqual({ state: 'absent' });
    expect(book()).toEqual([]);
  });

  test('charges the least and the most', async () => {
    expect(await charge('r1', cardOf('approved'), 50)).toMatchObject({ state: 'succeeded' });
    expect(await charge('r2', cardOf('approved'), 99_999_999)).toMatchObject({ state: 'succeeded' });
  });

  test.each<[PaymentRejectionCause, TestCardBehavior]>([
    ['disputed', 'refund_disputed'],
    ['already_refunded', 'refund_elsewhere'],
  ])('a refund is refused because its charge is %s', async (about, card) => {
    const charged = await charge('r1', cardOf(card));
    const payment_id = charged.state === 'succeeded' ? charged.payment_id : '';
    await expect(refund('b1', payment_id, 100)).rejects.toMatchObject({ about });
    expect(bookOf('b1')).toEqual([]);
  });

  test.each([
    [{}],
    [{ reference: 'r1', raw_amount: 0, description: '', ...cardOf('approved') }],
    [{ reference: 'r1', raw_amount: 1.5, description: '', ...cardOf('approved') }],
    [{ reference: '', raw_amount: 1, description: '', ...cardOf('approved') }],
    [{ reference: 'r1', raw_amount: 1, description: '', card: { number: 4242424242424242 } }],
  ])('a malformed charge is refused without repeating its values', async (body) => {
    const response = await fetch(`${url()}/charges`, json(body));
    expect(response.status).toBe(422);
    expect(await response.text()).not.toContain('4242');
    expect(book()).toEqual([]);
  });

  test('refuses what is not JSON, and knows no other path', async () => {
    expect((await fetch(`${url()}/charges`, { method: 'POST', body: '{}' })).status).toBe(400);
    expect((await fetch(`${url()}/charges`, { ...json({}), body: '{' })).status).toBe(400);
    expect((await fetch(`${url()}/elsewhere`)).status).toBe(404);
  });
});
