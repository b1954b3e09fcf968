import { expect, test } from 'vitest';
import { transactions } from './transactions.contract.ts';
import { listCallsOf } from './transactions.rules.ts';

test('a lookup with an unknown type is refused before anything is asked', () => {
  expect(listCallsOf('GiftCertificate').records).toBe(transactions.giftCertificate);
  expect(listCallsOf('GiftCertificate').moves).toBe(transactions.giftCertificateMoves);
  expect(listCallsOf('GolfDiscount').records).toBe(transactions.discount);
  expect(listCallsOf('GolfDiscount').moves).toBe(transactions.discountMoves);
  for (const type of ['', 'Customer', 'giftcertificate', 'constructor'])
    expect(() => listCallsOf(type)).toThrow(/^Bad type$/);
});
