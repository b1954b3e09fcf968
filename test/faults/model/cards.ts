import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { ModelCard } from './books.ts';
import type { RealApp } from './real-app.ts';

const cards: ModelCard[] = [
  'reset_after',
  'declined',
  'timeout_after',
  'refund_declined',
  'refund_timeout_after',
];
/** Generates a payment card, mostly an approved one, or no card. */
export const cardArbitrary = fc.option(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<ModelCard>('approved') },
    { weight: 3, arbitrary: fc.constantFrom(...cards) },
  ),
  { freq: 4 },
);

export const headersWithKey = (real: RealApp) => ({ ...real.agent, 'idempotency-key': randomUUID() });

export const amountAsText = (cents: number): string => (cents / 100).toFixed(2);
