import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calculateRefundable, splitRefund, type RefundTerms, type TenderTotals } from './refund.rules.ts';
import { isInternalTeeTime, teeTimeStatus, type TeeTimeState } from '../status/status.rules.ts';

const anyTerms: fc.Arbitrary<RefundTerms> = fc
  .record({
    capturedCents: fc.nat({ max: 500_00 }),
    refundedShare: fc.nat({ max: 100 }),
    players_booked: fc.integer({ min: 1, max: 8 }),
    raw_non_refundable: fc.nat({ max: 100_00 }),
    raw_max_refund: fc.oneof(fc.constant(0), fc.nat({ max: 100_00 })),
    cancel_hours: fc.nat({ max: 96 }),
    hoursUntilPlay: fc.oneof(
      fc.integer({ min: -10, max: 96 }),
      fc.double({ min: -10, max: 96, noNaN: true }),
    ),
  })
  .map(({ refundedShare, ...terms }) => ({
    ...terms,
    refundedCents: Math.floor((terms.capturedCents * refundedShare) / 100),
  }));

/** Calculates the standard refund by the rules of docs/algorithms/refund.md, player by player. */
function standardByHand(terms: RefundTerms): number {
  if (terms.hoursUntilPlay < terms.cancel_hours) return 0;
  let allowed = terms.capturedCents;
  let most = 0;
  for (let player = 0; player < terms.players_booked; player += 1) {
    allowed -= terms.raw_non_refundable;
    most += terms.raw_max_refund;
  }
  if (terms.raw_max_refund !== 0 && most < allowed) allowed = most;
  const left = allowed - terms.refundedCents;
  return left > 0 ? left : 0;
}

describe('what is refundable', () => {
  test('is what the rules come to by hand', () =>
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const { standardCents, fullCents } = calculateRefundable(terms);
        expect(standardCents).toBe(standardByHand(terms));
        expect(fullCents).toBe(terms.capturedCents - terms.refundedCents);
      }),
      { numRuns: 300 },
    ));

  test('standard never grows as the play time comes nearer', () =>
    fc.assert(
      fc.property(anyTerms, fc.nat({ max: 50 }), (terms, hours) => {
        const later = { ...terms, hoursUntilPlay: terms.hoursUntilPlay - hours };
        expect(calculateRefundable(later).standardCents).toBeLessThanOrEqual(
          calculateRefundable(terms).standardCents,
        );
      }),
    ));

  test('refunds in any portions come to what was captured and never more', () =>
    fc.assert(
      fc.property(anyTerms, fc.array(fc.nat({ max: 200_00 }), { maxLength: 8 }), (terms, asked) => {
        let refundedCents = terms.refundedCents;
        for (const wanted of asked) {
          const { fullCents } = calculateRefundable({ ...terms, refundedCents });
          refundedCents += Math.min(wanted, fullCents);
        }
        expect(refundedCents).toBeLessThanOrEqual(terms.capturedCents);
        const rest = calculateRefundable({ ...terms, refundedCents }).fullCents;
        expect(refundedCents + rest).toBe(terms.capturedCents);
      }),
    ));

  test('the line names a reason wherever standard is nothing', () =>
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const { standardCents, why } = calculateRefundable(terms);
        const isNothing = /nothing (to refund|is refunded)|is refunded already\.$/.test(why);
        if (standardCents === 0) expect(why).toMatch(/nothing|already/);
        else expect(isNothing && !why.includes('per player') && !why.includes('nothing is kept')).toBe(false);
      }),
    ));
});

describe('where a refund goes', () => {
  const anyTenders: fc.Arbitrary<TenderTotals> = fc
    .tuple(fc.nat(40), fc.nat(40), fc.nat(40), fc.nat(40))
    .map(([one, two, three, four]) => ({
      cardPaidCents: Math.max(one, two),
      cardRefundedCents: Math.min(one, two),
      certificatePaidCents: Math.max(three, four),
      certificateRefundedCents: Math.min(three, four),
    }));

  test('is where it would go cent by cent', () =>
    fc.assert(
      fc.property(anyTenders, fc.nat(80), (tenders, share) => {
        const paid = tenders.cardPaidCents + tenders.certificatePaidCents;
        const amount = Math.min(share, paid - tenders.cardRefundedCents - tenders.certificateRefundedCents);
        const back = { card: 0, certificate: 0 };
        for (let cent = 0; cent < amount; cent += 1) {
          if (tenders.cardRefundedCents + back.card < tenders.cardPaidCents) back.card += 1;
          else back.certificate += 1;
        }
        expect(splitRefund(amount, tenders)).toEqual(back);
      }),
      { numRuns: 200 },
    ));

  test('what one tender got too much is never taken from the other', () =>
    fc.assert(
      fc.property(anyTenders, fc.integer({ min: 1, max: 40 }), (tenders, tooMuch) => {
        const left = tenders.certificatePaidCents - tenders.certificateRefundedCents;
        const over = { ...tenders, cardRefundedCents: tenders.cardPaidCents + tooMuch };
        expect(splitRefund(left, over)).toEqual({ card: 0, certificate: left });
        expect(() => splitRefund(left + 1, over)).toThrow(RangeError);
      }),
    ));
});

describe('the status of a tee time', () => {
  const state = fc.constantFrom<TeeTimeState>('pending', 'booked', 'cancel_pending', 'canceled', 'failed');
  const moment = fc.integer({ min: 0, max: 4000 });
  const clockAt = (minutes: number) => {
    const [date = '', time = ''] = new Date(Date.UTC(2026, 1, 27) + minutes * 60_000)
      .toISOString()
      .split('T');
    return { date, time: time.slice(0, 5) };
  };

  test('is played exactly where a booked one has begun, and never again another', () =>
    fc.assert(
      fc.property(state, moment, moment, fc.constantFrom('', ':00', ':59'), (given, plays, now, seconds) => {
        const { date, time } = clockAt(plays);
        const teeTime = { state: given, play_date: date, play_time: time };
        const then = { ...clockAt(now), time: clockAt(now).time + seconds };
        expect(teeTimeStatus(teeTime, then) === 'played').toBe(given === 'booked' && now >= plays);
        if (given !== 'booked') expect(teeTimeStatus(teeTime, then)).toBe(teeTimeStatus(teeTime, clockAt(0)));
      }),
    ));

  test('a confirmation is internal whatever its case and blanks', () =>
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), fc.nat(3), (upper, blanks) => {
        const word = [...'internal']
          .map((letter, at) => (upper[at] ? letter.toUpperCase() : letter))
          .join('');
        const confirmation = ' '.repeat(blanks) + word + ' '.repeat(3 - blanks);
        expect(isInternalTeeTime({ confirmation, internal_only: false })).toBe(true);
        expect(isInternalTeeTime({ confirmation: `${word}1`, internal_only: false })).toBe(false);
      }),
    ));
});
