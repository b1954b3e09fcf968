import { expect, test } from 'vitest';
import { transactions } from './transactions.contract.ts';
import { listCallOf } from './transactions.rules.ts';

test('a lookup with an unknown type is refused before anything is asked', () => {
  expect(listCallOf('GiftCertificate')).toBe(transactions.giftCertificate);
  expect(listCallOf('GolfDiscount')).toBe(transactions.discount);
  for (const type of ['', 'Customer', 'giftcertificate', 'constructor'])
    expect(() => listCallOf(type)).toThrow(/^Bad type$/);
});
