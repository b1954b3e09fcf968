import { expect, test } from 'vitest';
import { ledgerEntries } from './ledger-entries/ledger-entries.contract.ts';
import { transactions } from './transactions.contract.ts';
import { transactionListCalls } from './transactions.rules.ts';

test('a lookup with an unknown type is refused before anything is asked', () => {
  expect(transactionListCalls('GiftCertificate').records).toBe(transactions.giftCertificate);
  expect(transactionListCalls('GiftCertificate').moves).toBe(ledgerEntries.ofGiftCertificate);
  expect(transactionListCalls('GolfDiscount').records).toBe(transactions.discount);
  expect(transactionListCalls('GolfDiscount').moves).toBe(ledgerEntries.ofDiscount);
  for (const type of ['', 'Customer', 'giftcertificate', 'constructor'])
    expect(() => transactionListCalls(type)).toThrow(/^Bad type$/);
});
