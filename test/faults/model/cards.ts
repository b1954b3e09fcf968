import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Card } from './books.ts';
import type { RealApp } from './real-app.ts';

const cards: Card[] = ['reset_after', 'declined', 'timeout_after', 'refund_declined', 'refund_timeout_after'];
/** Generates a payment card, mostly an approved one, or no card. */
export const someCard = fc.option(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<Card>('approved') },
    { weight: 3, arbitrary: fc.constantFrom(...cards) },
  ),
  { freq: 4 },
);

export const withKey = (real: RealApp) => ({ ...real.agent, 'idempotency-key': randomUUID() });

export const text = (cents: number): string => (cents / 100).toFixed(2);
