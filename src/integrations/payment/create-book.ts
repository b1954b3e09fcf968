import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { GatewayMovement } from './built-in-book.ts';

/** A payment to put into a new journal; a refund names the charge that it pays back. Amounts are in cents. */
export type EarlierPayment = {
  kind: 'charge' | 'refund';
  reference: string;
  payment_id: string;
  of_payment_id: string | null;
  raw_amount: number;
  created_at: string;
};

/**
 * Creates the built-in gateway's journal with earlier payments, so that they can be looked up and refunded, and with
 * saved cards. Does nothing if the journal exists already.
 */
export async function createGatewayJournal(
  file: string,
  payments: EarlierPayment[],
  tokens: string[],
): Promise<void> {
  if (existsSync(file)) return;
  const movements = payments.map((payment): GatewayMovement => ({
    ...payment,
    state: 'succeeded',
    reason: null,
    last4: '4242',
    behaviour: 'approved',
    lands_at: payment.created_at,
    until_then: 'absent',
  }));
  const cards = tokens.map((token) => ({
    kind: 'token',
    token,
    last4: '4242',
    behaviour: 'approved',
    refusal: null,
  }));
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.unfinished`;
  await writeFile(unfinished, [...cards, ...movements].map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  await rename(unfinished, file);
}
