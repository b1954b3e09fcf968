import type Stripe from 'stripe';
import type { RecordedPayment, TimeSpan } from '../gateway.ts';

const PAGE = 100;

/** Lists RIC's charges and refunds at Stripe; payments without a reference were made by another program with the same account. */
export async function listStripePayments(stripe: Stripe, { from, to }: TimeSpan): Promise<RecordedPayment[]> {
  const created = { gte: Math.floor(from.getTime() / 1000), lt: Math.ceil(to.getTime() / 1000) };
  const booked: RecordedPayment[] = [];
  const add = (kind: RecordedPayment['kind'], one: { metadata: Stripe.Metadata | null; amount: number }) => {
    const reference = one.metadata?.['reference'];
    if (reference !== undefined) booked.push({ kind, reference, raw_amount: one.amount });
  };
  for await (const intent of stripe.paymentIntents.list({ created, limit: PAGE }))
    if (intent.status === 'succeeded') add('charge', intent);
  for await (const refund of stripe.refunds.list({ created, limit: PAGE }))
    if (refund.status === 'succeeded') add('refund', refund);
  return booked;
}
