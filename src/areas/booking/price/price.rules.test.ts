import fc from 'fast-check';
import { expect, test } from 'vitest';
import { workedTable } from '../../../../test/support/worked-table.ts';
import { parseMoney } from '../../../contract/money.ts';
import type { DiscountTerms } from '../../discounts/discount.rules.ts';
import { bookingTotals, type BookingPriceInput, type RentedClub } from './price.rules.ts';

const cents = (cell: string): number => parseMoney(cell) ?? Number.NaN;
const anyTerms: DiscountTerms = {
  code: 'ANY',
  is_dollars: true,
  raw_amount: 0,
  raw_min_discount: 0,
  raw_max_discount: 0,
  min_players: 0,
  max_players: 0,
  start_date: null,
  end_date: null,
  enabled: true,
  gift_certificate_stack: true,
  course_ids: [],
};

const discountOf = (cell: string): DiscountTerms | null =>
  cell === 'none'
    ? null
    : { ...anyTerms, is_dollars: !cell.endsWith('%'), raw_amount: cents(cell.replace('%', '')) };

const clubsOf = (cell: string): RentedClub[] =>
  cell === 'none'
    ? []
    : cell.split(', ').map((club, at) => {
        const [quantity = '', charge = ''] = club.split(' x ');
        return { id: at + 1, quantity: Number(quantity), raw_charge: cents(charge) };
      });

test.each(workedTable('booking-total', 'Worked'))('$title', ({ cell }) => {
  const totals = bookingTotals({
    chargeCents: cents(cell('charge')),
    clubs: clubsOf(cell('clubs')),
    discount: discountOf(cell('discount')),
    certificateBalanceCents: cents(cell('on the certificate')),
  });
  expect(totals).toEqual({
    charge: cents(cell('charge')),
    rental: cents(cell('rental')),
    discount: cents(cell('discount amount')),
    certificate: cents(cell('certificate amount')),
    total: cents(cell('total')),
  });
});

test.each([
  ['a fraction of a cent', { chargeCents: 100.5 }],
  ['a negative charge', { chargeCents: -1 }],
  ['no number', { chargeCents: Number.NaN }],
  ['half a club', { clubs: [{ id: 1, raw_charge: 1501, quantity: 0.5 }] }],
  [
    'more than can be counted',
    { chargeCents: Number.MAX_SAFE_INTEGER, clubs: [{ id: 1, raw_charge: 1, quantity: 1 }] },
  ],
  ['a balance in fractions', { certificateBalanceCents: 0.5 }],
])('%s is no price', (_, part) => {
  const price: BookingPriceInput = {
    chargeCents: 100,
    clubs: [],
    discount: null,
    certificateBalanceCents: 0,
    ...part,
  };
  expect(() => bookingTotals(price)).toThrow(RangeError);
});

test('what is no price is named', () =>
  expect(() =>
    bookingTotals({ chargeCents: 1.5, clubs: [], discount: null, certificateBalanceCents: 0 }),
  ).toThrow('not a price in cents: 1.5'));

test('a balance below zero pays nothing', () => {
  const price = { chargeCents: 100, clubs: [], discount: null, certificateBalanceCents: -50 };
  expect(bookingTotals(price)).toMatchObject({ certificate: 0, total: 100 });
});

const amount = fc.oneof(fc.nat({ max: 2_000_00 }), fc.nat({ max: 1e11 }));
const clubs = fc.array(
  fc.record({
    id: fc.nat(),
    raw_charge: fc.integer({ min: -500, max: 100_00 }),
    quantity: fc.integer({ min: -2, max: 8 }),
  }),
  { maxLength: 5 },
);
const discount = fc.option(
  fc
    .record({
      is_dollars: fc.boolean(),
      raw_amount: amount,
      raw_min_discount: amount,
      raw_max_discount: amount,
    })
    .map((terms) => ({ ...anyTerms, ...terms })),
);
const anyPrice = fc.record({ chargeCents: amount, clubs, discount, certificateBalanceCents: amount });

test('charge + rental - discount - certificate is the total', () =>
  fc.assert(
    fc.property(anyPrice, (price) => {
      const { charge, rental, discount, certificate, total } = bookingTotals(price);
      return charge + rental - discount - certificate === total;
    }),
  ));

test('every term is whole cents and 0 or more', () =>
  fc.assert(
    fc.property(anyPrice, (price) =>
      Object.values(bookingTotals(price)).every((term) => Number.isSafeInteger(term) && term >= 0),
    ),
  ));

test('the discount is at most the charge, the certificate at most its balance', () =>
  fc.assert(
    fc.property(anyPrice, (price) => {
      const totals = bookingTotals(price);
      return totals.discount <= totals.charge && totals.certificate <= price.certificateBalanceCents;
    }),
  ));

test('something is left to pay only where the certificate is spent', () =>
  fc.assert(
    fc.property(anyPrice, (price) => {
      const totals = bookingTotals(price);
      return totals.total === 0 || totals.certificate === price.certificateBalanceCents;
    }),
  ));

test('the order of the clubs does not matter', () =>
  fc.assert(
    fc.property(anyPrice, (price) => {
      expect(bookingTotals({ ...price, clubs: price.clubs.toReversed() })).toEqual(bookingTotals(price));
    }),
  ));

test('a greater charge never makes a smaller total with a percent off', () =>
  fc.assert(
    fc.property(
      fc.nat({ max: 1e9 }),
      fc.nat({ max: 1e6 }),
      fc.nat({ max: 10_000 }),
      (charge, more, percent) => {
        const discount = { ...anyTerms, is_dollars: false, raw_amount: percent };
        const total = (chargeCents: number) =>
          bookingTotals({ chargeCents, clubs: [], discount, certificateBalanceCents: 0 }).total;
        return total(charge + more) >= total(charge);
      },
    ),
  ));
