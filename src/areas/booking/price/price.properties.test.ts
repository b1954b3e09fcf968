import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { percentOfCents } from '../../../contract/money/percent.ts';
import {
  discountInCents,
  discountProblem,
  type DiscountAmount,
  type DiscountTerms,
} from '../../discounts/discount.rules.ts';
import { bookingTotals, type BookingPriceInput } from './price.rules.ts';

const amount = fc.oneof(fc.nat({ max: 2_000_00 }), fc.nat({ max: 1e9 }));
const percent = fc.oneof(fc.nat({ max: 100_00 }), fc.nat({ max: 300_00 }));
const anyDiscount: fc.Arbitrary<DiscountAmount> = fc.oneof(
  fc.record({
    is_dollars: fc.constant(true),
    raw_amount: amount,
    raw_min_discount: fc.oneof(fc.constant(0), amount),
    raw_max_discount: fc.oneof(fc.constant(0), amount),
  }),
  fc.record({
    is_dollars: fc.constant(false),
    raw_amount: percent,
    raw_min_discount: fc.oneof(fc.constant(0), amount),
    raw_max_discount: fc.oneof(fc.constant(0), amount),
  }),
);
const anyClub = fc.record({
  id: fc.nat(),
  raw_charge: fc.nat({ max: 200_00 }),
  quantity: fc.nat({ max: 8 }),
});
const anyPrice: fc.Arbitrary<BookingPriceInput> = fc.record({
  chargeCents: amount,
  clubs: fc.array(anyClub, { maxLength: 4 }),
  discount: fc.option(anyDiscount),
  certificateBalanceCents: amount,
});

/** Returns a percentage of an amount by long division in exact numbers, rounded half up. */
function exactPercent(cents: number, hundredths: number): number {
  const whole = (BigInt(cents) * BigInt(hundredths)) / 10_000n;
  const rest = (BigInt(cents) * BigInt(hundredths)) % 10_000n;
  return Number(rest >= 5_000n ? whole + 1n : whole);
}

/** Calculates the price as docs/algorithms/booking-total.md describes it, sentence by sentence, in exact numbers. */
function pricedByHand({ chargeCents, clubs, discount, certificateBalanceCents }: BookingPriceInput) {
  let rental = 0;
  for (const { raw_charge, quantity } of clubs)
    for (let one = 0; one < quantity; one += 1) rental += raw_charge;
  let off = 0;
  if (discount && discount.raw_amount > 0) {
    off = discount.is_dollars ? discount.raw_amount : exactPercent(chargeCents, discount.raw_amount);
    if (off < discount.raw_min_discount) off = discount.raw_min_discount;
    if (discount.raw_max_discount !== 0 && off > discount.raw_max_discount) off = discount.raw_max_discount;
    if (off > chargeCents) off = chargeCents;
  }
  const due = chargeCents + rental - off;
  const certificate = certificateBalanceCents < due ? certificateBalanceCents : due;
  return { charge: chargeCents, rental, discount: off, certificate, total: due - certificate };
}

describe('the price of a booking', () => {
  test('is what the rules come to by hand', () =>
    fc.assert(
      fc.property(anyPrice, (price) => {
        expect(bookingTotals(price)).toEqual(pricedByHand(price));
      }),
      { numRuns: 200 },
    ));

  test('one more club costs exactly its charge, split between certificate and total', () =>
    fc.assert(
      fc.property(anyPrice, anyClub, (price, club) => {
        const before = bookingTotals(price);
        const after = bookingTotals({ ...price, clubs: [...price.clubs, club] });
        const more = after.certificate + after.total - before.certificate - before.total;
        expect(more).toBe(club.raw_charge * club.quantity);
        expect(after.discount).toBe(before.discount);
      }),
    ));

  test('more on the certificate takes exactly that much off the total, until nothing is left to pay', () =>
    fc.assert(
      fc.property(anyPrice, amount, (price, more) => {
        const before = bookingTotals(price);
        const balance = price.certificateBalanceCents + more;
        const after = bookingTotals({ ...price, certificateBalanceCents: balance });
        expect(before.total - after.total).toBe(Math.min(more, before.total));
      }),
    ));

  test('two certificates one after the other pay what one with both balances would', () =>
    fc.assert(
      fc.property(anyPrice, amount, (price, second) => {
        const one = bookingTotals(price);
        const rest = { ...price, discount: null, clubs: [], chargeCents: one.total };
        const two = bookingTotals({ ...rest, certificateBalanceCents: second });
        const both = price.certificateBalanceCents + second;
        expect(bookingTotals({ ...price, certificateBalanceCents: both }).total).toBe(two.total);
      }),
    ));

  test('never rises with a greater discount', () =>
    fc.assert(
      fc.property(anyPrice, anyDiscount, amount, (price, discount, more) => {
        const totalWith = (raw_amount: number) =>
          bookingTotals({ ...price, discount: { ...discount, raw_amount } }).total;
        expect(totalWith(discount.raw_amount + more)).toBeLessThanOrEqual(totalWith(discount.raw_amount));
      }),
    ));
});

describe('what a discount takes off', () => {
  test('a percent without bounds never depends on how the charge is paid in parts by more than a cent', () =>
    fc.assert(
      fc.property(amount, amount, fc.nat({ max: 100_00 }), (one, other, raw_amount) => {
        const terms = { is_dollars: false, raw_amount, raw_min_discount: 0, raw_max_discount: 0 };
        const parts = discountInCents(one, terms) + discountInCents(other, terms);
        expect(Math.abs(discountInCents(one + other, terms) - parts)).toBeLessThanOrEqual(1);
      }),
    ));

  test('takes no more off a smaller charge', () =>
    fc.assert(
      fc.property(amount, amount, anyDiscount, (charge, more, terms) => {
        expect(discountInCents(charge, terms)).toBeLessThanOrEqual(discountInCents(charge + more, terms));
      }),
    ));

  test('a least above the greatest gives way to it', () =>
    fc.assert(
      fc.property(amount, anyDiscount, fc.integer({ min: 1, max: 1e6 }), (charge, terms, greatest) => {
        const bounded = { ...terms, raw_min_discount: greatest + 1, raw_max_discount: greatest };
        const wanted = terms.raw_amount === 0 ? 0 : Math.min(greatest, charge);
        expect(discountInCents(charge, bounded)).toBe(wanted);
      }),
    ));
});

describe('rounding', () => {
  test('a share agrees with long division', () =>
    fc.assert(
      fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), fc.nat({ max: 10_000 }), (cents, hundredths) => {
        expect(percentOfCents(cents, hundredths)).toBe(exactPercent(cents, hundredths));
      }),
    ));

  test('a share and the rest make the whole, and one cent more where both halves go up', () =>
    fc.assert(
      fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), fc.nat({ max: 10_000 }), (cents, share) => {
        const sum = BigInt(percentOfCents(cents, share)) + BigInt(percentOfCents(cents, 10_000 - share));
        const isHalf = (BigInt(cents) * BigInt(share)) % 10_000n === 5_000n;
        expect(sum - BigInt(cents)).toBe(isHalf ? 1n : 0n);
      }),
    ));
});

describe('whether a discount holds', () => {
  const day = fc.integer({ min: 1, max: 28 }).map((date) => `2026-02-${String(date).padStart(2, '0')}`);
  const anyTerms: fc.Arbitrary<DiscountTerms> = fc.record({
    code: fc.constant('SPRING'),
    is_dollars: fc.boolean(),
    raw_amount: amount,
    raw_min_discount: amount,
    raw_max_discount: amount,
    min_players: fc.nat({ max: 5 }),
    max_players: fc.nat({ max: 5 }),
    start_date: fc.option(day),
    end_date: fc.option(day),
    enabled: fc.boolean(),
    gift_certificate_stack: fc.boolean(),
    course_ids: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
  });
  const anyRound = fc.record({
    play_date: day,
    players: fc.integer({ min: 1, max: 5 }),
    course_id: fc.integer({ min: 1, max: 4 }),
    withCertificate: fc.boolean(),
  });

  test('it does exactly where every one of its bounds does', () =>
    fc.assert(
      fc.property(anyTerms, anyRound, (terms, round) => {
        const days = Array.from({ length: 28 }, (_, at) => `2026-02-${String(at + 1).padStart(2, '0')}`);
        const from = days.indexOf(terms.start_date ?? '2026-02-01');
        const held = days.slice(from, days.indexOf(terms.end_date ?? '2026-02-28') + 1);
        const most = terms.max_players === 0 ? 5 : terms.max_players;
        const parties = [1, 2, 3, 4, 5].filter((size) => size >= terms.min_players && size <= most);
        const courses = terms.course_ids.length === 0 ? [1, 2, 3, 4] : terms.course_ids;
        const holds =
          terms.enabled &&
          held.includes(round.play_date) &&
          parties.includes(round.players) &&
          courses.includes(round.course_id) &&
          !(round.withCertificate && !terms.gift_certificate_stack);
        expect(discountProblem(terms, round) === null).toBe(holds);
      }),
      { numRuns: 200 },
    ));

  test('taking a bound away never makes it refuse', () =>
    fc.assert(
      fc.property(
        anyTerms,
        anyRound,
        fc.subarray([
          { min_players: 0 },
          { max_players: 0 },
          { start_date: null },
          { end_date: null },
          { course_ids: [] },
          { gift_certificate_stack: true },
        ]),
        (terms, round, freed) => {
          fc.pre(discountProblem(terms, round) === null);
          const free = freed.reduce((less: DiscountTerms, bound) => ({ ...less, ...bound }), terms);
          expect(discountProblem(free, round)).toBeNull();
        },
      ),
    ));
});
