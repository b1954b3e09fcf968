import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { PaymentOutcomeUnknown, PaymentRejected } from '../gateway.ts';
import { chargeWithRetries } from '../retry.ts';
import { asked, cardWithNumber, LIMITS, stripeSetup, thrownBy } from './stripe-gateway.testing.ts';

const { server, gateway, useAccount, charge, lookUp, fault } = stripeSetup();

test('a charge is an unconfirmed intent, then a card, then a confirmation, each under its own key', async () => {
  const handle = await gateway().prepare(asked);
  expect(await lookUp('charge', 'r1')).toEqual({ state: 'absent' });
  expect(await charge('4242 4242 4242 4242', handle)).toEqual({
    state: 'succeeded',
    payment_id: 'pi_1',
    last4: '4242',
  });
  expect(server().requests.filter(({ method }) => method === 'POST')).toMatchObject([
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
  expect(server().sentTo('prepare')[0]?.form).not.toHaveProperty('confirm');
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
  useAccount(isEnabled);
  const handle = await gateway().prepare(asked);
  const sent = { ...asked, is_telephone_order, handle, with: cardWithNumber('4242424242424242') };
  expect(await chargeWithRetries(gateway(), sent, LIMITS)).toMatchObject({ state: 'succeeded' });
  expect(server().sentTo('confirm')[0]?.form['payment_method_options[card][moto]']).toBe(flag);
});

test('prepared twice is one intent', async () => {
  expect(await gateway().prepare(asked)).toBe(await gateway().prepare(asked));
  expect(server().book.intents.size).toBe(1);
});

test('a charge without its intent is never sent', async () => {
  const sent = {
    ...asked,
    handle: null,
    with: cardWithNumber('4242424242424242'),
    signal: AbortSignal.timeout(3000),
  };
  await expect(gateway().charge(sent)).rejects.toThrow('needs the intent');
  expect(server().requests).toEqual([]);
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
  expect(server().sentTo('confirm')).toEqual([]);
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
  expect(
    new Set(
      server()
        .sentTo('confirm')
        .map(({ key }) => key),
    ),
  ).toEqual(new Set(['r1:confirm']));
  expect(server().sentTo('confirm').length).toBeGreaterThan(1);
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
    expect(await thrownBy(charge())).toBeInstanceOf(PaymentOutcomeUnknown);
    expect(await lookUp('charge', 'r1')).toMatchObject({ state });
  },
);

test('a repeat after Stripe forgot its keys finds the paid intent', async () => {
  const handle = await gateway().prepare(asked);
  const first = await charge('4242424242424242', handle);
  server().book.forgetKeys();
  expect(await charge('4242424242424242', handle)).toEqual(first);
});

test('a saved card charges by its own id', async () => {
  const handle = await gateway().prepare(asked);
  const sent = { ...asked, handle, with: { token: 'pm_saved' }, signal: AbortSignal.timeout(3000) };
  expect(await gateway().charge(sent)).toMatchObject({ state: 'succeeded' });
  expect(server().sentTo('confirm')).toMatchObject([{ form: { payment_method: 'pm_saved' } }]);
  expect(server().sentTo('card')).toEqual([]);
});

test('a request that Stripe refuses is refused, and nothing is charged', async () => {
  expect(await thrownBy(charge('4242424242424242', 'pi_none'))).toBeInstanceOf(PaymentRejected);
  expect(await lookUp('charge', 'r1', 'pi_none')).toEqual({ state: 'absent' });
});

test.each(['charge', 'refund'] as const)('a look-up of a %s that fails says nothing', async (kind) => {
  await charge();
  fault('retrieve', 'error_before', 9);
  fault('list', 'hang_before', 9);
  expect(await thrownBy(lookUp(kind, 'r1'))).toBeInstanceOf(PaymentOutcomeUnknown);
});

test('a preparation outlives a failing moment under its key', async () => {
  fault('prepare', 'error_after');
  expect(await gateway().prepare(asked)).toBe('pi_1');
  expect(
    server()
      .sentTo('prepare')
      .map(({ key }) => key),
  ).toEqual(['r1:prepare', 'r1:prepare']);
});

test('no error or reason ever holds a card number or code', async () => {
  const seen: unknown[] = [await charge('4000000000000002')];
  server().book.forgetKeys();
  seen.push(await charge('4242424242424241'));
  for (const how of ['error_before', 'hang_before', 'reset_after', 'broken_after'] as const) {
    server().faults.length = 0;
    server().book.forgetKeys();
    fault('card', how, 9);
    seen.push(await thrownBy(charge()));
  }
  const text = inspect(seen, { depth: 20, showHidden: true });
  expect(text).toContain('OutcomeUnknown');
  expect(text).not.toMatch(/\d{12,}|987|cvc|cvv/);
});
