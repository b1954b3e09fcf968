import { expect, test } from 'vitest';
import { describePayment, type TeeTimePayment } from './ledger-entries.rules.ts';

const card: TeeTimePayment = {
  raw_total: 25_200,
  raw_open: 0,
  is_card: true,
  card_last4: '4242',
  raw_gift_certificate_amount: 0,
  serial: null,
};
const given = { raw_gift_certificate_amount: 15_000, serial: 'GC-7' };

test.each<[string, TeeTimePayment, string]>([
  ['a card', card, 'card 4242 $252.00'],
  ['a card that was charged before its digits were kept', { ...card, card_last4: null }, 'card $252.00'],
  ['on account', { ...card, is_card: false, card_last4: null }, 'on account $252.00'],
  ['a card and a certificate', { ...card, ...given }, 'card 4242 $252.00, gift certificate GC-7 $150.00'],
  [
    'a card, and the rest on account',
    { ...card, ...given, raw_open: 5_200 },
    'card 4242 $200.00, on account $52.00, gift certificate GC-7 $150.00',
  ],
  ['a certificate alone', { ...card, ...given, raw_total: 0 }, 'gift certificate GC-7 $150.00'],
  ['nothing', { ...card, raw_total: 0 }, 'nothing to pay'],
])('a round paid by %s says so', (_, paid, words) => {
  expect(describePayment(paid)).toBe(words);
});
