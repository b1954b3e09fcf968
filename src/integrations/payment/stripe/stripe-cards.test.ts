import { describe, expect, test } from 'vitest';
import { PaymentOutcomeUnknown } from '../gateway.ts';
import { chargeWithRetries } from '../retry.ts';
import { asked, cardWithNumber, LIMITS, stripeSetup, thrownBy } from './stripe-gateway.testing.ts';

const { server, gateway, lookUp, fault } = stripeSetup();

describe("a card that Stripe's own fields took", () => {
  const chargeToken = (token: string, handle: string | null) =>
    chargeWithRetries(gateway(), { ...asked, handle, with: { token } }, LIMITS);
  const number = '4000000000009995';

  test('is confirmed by its token alone, and the answers say which card it was', async () => {
    const token = server().book.fieldsTook('5555555555554444');
    const handle = await gateway().prepare(asked);
    const charged = { state: 'succeeded', payment_id: 'pi_1', last4: '4444' };
    expect(await chargeToken(token, handle)).toEqual(charged);
    expect(await chargeToken(token, handle)).toEqual(charged);
    expect(await lookUp('charge', 'r1')).toEqual(charged);
    expect(server().sentTo('card')).toEqual([]);
    expect(JSON.stringify(server().requests)).not.toContain('5555');
  });

  test('is charged once though the answer is lost, and the look-up says which card it was', async () => {
    const token = server().book.fieldsTook('5555555555554444');
    const handle = await gateway().prepare(asked);
    fault('confirm', 'hang_after', 9);
    expect(await thrownBy(chargeToken(token, handle))).toBeInstanceOf(PaymentOutcomeUnknown);
    expect(await lookUp('charge', 'r1')).toMatchObject({ state: 'succeeded', last4: '4444' });
  });

  test('is declined in plain words; its token charges nothing else, another one does', async () => {
    const declined = server().book.fieldsTook(number);
    expect(await chargeToken(declined, await gateway().prepare(asked))).toEqual({
      state: 'declined',
      reason: 'Your card has insufficient funds.',
    });
    const again = { ...asked, reference: 'r2' };
    const second = { ...again, handle: await gateway().prepare(again) };
    expect(
      await thrownBy(chargeWithRetries(gateway(), { ...second, with: { token: declined } }, LIMITS)),
    ).toMatchObject({ name: 'RequestRefused', about: 'card' });
    expect(server().book.intents.get('pi_2')?.status).toBe('requires_payment_method');
    const third = { ...asked, reference: 'r3' };
    const another = server().book.fieldsTook('4242424242424242');
    const sent = { ...third, handle: await gateway().prepare(third), with: { token: another } };
    expect(await chargeWithRetries(gateway(), sent, LIMITS)).toMatchObject({
      state: 'succeeded',
      last4: '4242',
    });
  });

  test('is kept as it is, and Stripe says how it is shown', async () => {
    const token = server().book.fieldsTook('4242424242424242');
    const signal = AbortSignal.timeout(3000);
    const shown = { last4: '4242', expmo: '12', expyr: '2099' };
    expect(await gateway().keepCard({ with: { token }, signal })).toEqual({ state: 'kept', token, ...shown });
    expect(server().sentTo('card')).toEqual([]);
    expect(await gateway().keepCard({ with: { token: 'pm_nobody' }, signal })).toMatchObject({
      state: 'declined',
    });
  });
});

test('a card is kept by its own id, and nothing is charged', async () => {
  const signal = AbortSignal.timeout(3000);
  const keep = (number: string) => gateway().keepCard({ with: cardWithNumber(number), signal });
  const kept = await keep('4242424242424242');
  expect(kept).toEqual({
    state: 'kept',
    token: expect.stringMatching(/^pm_/),
    last4: '4242',
    expmo: '12',
    expyr: '2099',
  });
  expect(server().sentTo('confirm')).toEqual([]);
  fault('card', 'error_before');
  expect(await thrownBy(keep('4242424242424242'))).toBeInstanceOf(PaymentOutcomeUnknown);
});
