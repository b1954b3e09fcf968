import { expect, test } from 'vitest';
import { ledgerEntries } from './ledger-entries/ledger-entries.contract.ts';
import { transactions } from './transactions.contract.ts';
import { listCallsOf } from './transactions.rules.ts';

test('a lookup with an unknown type is refused before anything is asked', () => {
  expect(listCallsOf('GiftCertificate').records).toBe(transactions.giftCertificate);
  expect(listCallsOf('GiftCertificate').moves).toBe(ledgerEntries.ofGiftCertificate);
  expect(listCallsOf('GolfDiscount').records).toBe(transactions.discount);
  expect(listCallsOf('GolfDiscount').moves).toBe(ledgerEntries.ofDiscount);
  for (const type of ['', 'Customer', 'giftcertificate', 'constructor'])
    expect(() => listCallsOf(type)).toThrow(/^Bad type$/);
});
