import { expect, test } from 'vitest';
import { moves } from './ledger-entries/ledger-entries.contract.ts';
import { transactions } from './transactions.contract.ts';
import { listCallsOf } from './transactions.rules.ts';

test('a lookup with an unknown type is refused before anything is asked', () => {
  expect(listCallsOf('GiftCertificate').records).toBe(transactions.giftCertificate);
  expect(listCallsOf('GiftCertificate').moves).toBe(moves.ofGiftCertificate);
  expect(listCallsOf('GolfDiscount').records).toBe(transactions.discount);
  expect(listCallsOf('GolfDiscount').moves).toBe(moves.ofDiscount);
  for (const type of ['', 'Customer', 'giftcertificate', 'constructor'])
    expect(() => listCallsOf(type)).toThrow(/^Bad type$/);
});
