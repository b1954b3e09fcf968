import { expect, test } from 'vitest';
import { PaymentOutcomeUnknown } from '../gateway.ts';
import { stripeSetup, thrownBy } from './stripe-gateway.testing.ts';

const { server, charge, refund, lookUp, fault } = stripeSetup();

test('a refund carries its key and its reference, once, and never above what was paid', async () => {
  await charge();
  const first = await refund('b1', 30_000);
  expect(first).toEqual({ state: 'succeeded', payment_id: 're_1' });
  expect(server().sentTo('refund')).toMatchObject([
    { key: 'b1:refund', form: { payment_intent: 'pi_1', amount: '30000', 'metadata[reference]': 'b1' } },
  ]);
  server().book.forgetKeys();
  expect(await refund('b1', 30_000)).toEqual(first);
  expect(server().book.refunds).toHaveLength(1);
  expect(await thrownBy(refund('b2', 11_201))).toMatchObject({ about: 'already_refunded' });
  expect(await lookUp('refund', 'b2')).toEqual({ state: 'absent' });
});

test('a refund is found beyond the first page', async () => {
  await charge();
  server().book.pageSize = 1;
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
    expect(server().book.refunds).toHaveLength(1);
  },
);

test.each([
  ['pending', 'running'],
  ['requires_action', 'running'],
] as const)('a refund that is %s is not decided yet', async (status, state) => {
  await charge();
  server().book.refundStatus = status;
  expect(await thrownBy(refund('b1', 100))).toBeInstanceOf(PaymentOutcomeUnknown);
  expect(await lookUp('refund', 'b1')).toEqual({ state });
});
