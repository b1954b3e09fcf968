import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workedTable } from '../../../../test/support/worked-table.ts';
import { parseMoney } from '../../../contract/money.ts';
import { calculateRefundable, splitRefund, whyNoRefund, type TenderTotals } from './refund.rules.ts';

const cents = (cell: string): number => parseMoney(cell) ?? Number.NaN;

describe('what is refundable', () => {
  test.each(workedTable('refund', 'What is refundable'))('$title', ({ cell }) => {
    const figures = calculateRefundable({
      capturedCents: cents(cell('captured')),
      refundedCents: cents(cell('refunded')),
      players_booked: Number(cell('players')),
      raw_non_refundable: cents(cell('kept each')),
      raw_max_refund: cents(cell('most each')),
      cancel_hours: Number(cell('window')),
      hoursUntilPlay: Number(cell('hours')),
    });
    expect(figures).toMatchObject({
      standardCents: cents(cell('standard')),
      fullCents: cents(cell('full')),
      why: cell('line'),
    });
    // `rule` has the same words as the line, without the hours until play.
    const [, rule = cell('line')] =
      /^(?:Plays in \d+ h|The play time has passed), (.*)$/.exec(cell('line')) ?? [];
    expect(figures.rule.toLowerCase()).toBe(rule.toLowerCase());
    expect(figures.rule).toMatch(/^[A-Z]/);
  });

  const amount = fc.nat({ max: 500_00 });
  const anyTerms = fc
    .record({
      capturedCents: amount,
      refunded: fc.double({ min: 0, max: 1, noNaN: true }),
      players_booked: fc.integer({ min: 1, max: 8 }),
      raw_non_refundable: fc.nat({ max: 100_00 }),
      raw_max_refund: fc.nat({ max: 100_00 }),
      cancel_hours: fc.nat({ max: 96 }),
      hoursUntilPlay: fc.double({ min: -100, max: 300, noNaN: true }),
    })
    .map(({ refunded, ...terms }) => ({
      ...terms,
      refundedCents: Math.floor(terms.capturedCents * refunded),
    }));

  test('standard is between nothing and full, full between nothing and what was captured', () =>
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const { standardCents, fullCents } = calculateRefundable(terms);
        return 0 <= standardCents && standardCents <= fullCents && fullCents <= terms.capturedCents;
      }),
    ));

  test('standard with what was refunded before is never more than the terms allow', () =>
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const { standardCents } = calculateRefundable(terms);
        const sum = standardCents + terms.refundedCents;
        const most = terms.raw_max_refund * terms.players_booked;
        if (standardCents === 0) return true;
        return (
          sum <= terms.capturedCents - terms.raw_non_refundable * terms.players_booked &&
          (most === 0 || sum <= most)
        );
      }),
    ));

  test('refunding the standard leaves no standard', () =>
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const { standardCents } = calculateRefundable(terms);
        const after = { ...terms, refundedCents: terms.refundedCents + standardCents };
        return calculateRefundable(after).standardCents === 0;
      }),
    ));

  test('inside the window nothing is standard, and full does not change', () =>
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const late = calculateRefundable({ ...terms, hoursUntilPlay: terms.cancel_hours - 0.01 });
        return late.standardCents === 0 && late.fullCents === calculateRefundable(terms).fullCents;
      }),
    ));

  test('is explained by one line that is a sentence', () =>
    fc.assert(fc.property(anyTerms, (terms) => /^[A-Z][^\n]*[^.]\.$/.test(calculateRefundable(terms).why))));
});

describe('where a refund goes', () => {
  test.each(workedTable('refund', 'Where it goes'))('$title', ({ cell }) => {
    const split = splitRefund(cents(cell('amount')), {
      cardPaidCents: cents(cell('card paid')),
      cardRefundedCents: cents(cell('card refunded')),
      certificatePaidCents: cents(cell('certificate paid')),
      certificateRefundedCents: cents(cell('certificate refunded')),
    });
    expect(split).toEqual({
      card: cents(cell('to the card')),
      certificate: cents(cell('to the certificate')),
    });
  });

  const paidAndBack = fc
    .tuple(fc.nat({ max: 500_00 }), fc.nat({ max: 500_00 }))
    .map(([one, other]) => ({ paid: Math.max(one, other), back: Math.min(one, other) }));
  const anyTenders = fc
    .tuple(paidAndBack, paidAndBack)
    .map(([card, certificate]): TenderTotals => ({
      cardPaidCents: card.paid,
      cardRefundedCents: card.back,
      certificatePaidCents: certificate.paid,
      certificateRefundedCents: certificate.back,
    }));
  const leftOf = (tenders: TenderTotals) => ({
    card: tenders.cardPaidCents - tenders.cardRefundedCents,
    certificate: tenders.certificatePaidCents - tenders.certificateRefundedCents,
  });

  test('the parts make the whole, no tender gets more than it paid, and the card goes first', () =>
    fc.assert(
      fc.property(anyTenders, fc.double({ min: 0, max: 1, noNaN: true }), (tenders, share) => {
        const left = leftOf(tenders);
        const amount = Math.floor((left.card + left.certificate) * share);
        const { card, certificate } = splitRefund(amount, tenders);
        expect(card + certificate).toBe(amount);
        expect(card >= 0 && card <= left.card && certificate >= 0 && certificate <= left.certificate).toBe(
          true,
        );
        expect(certificate === 0 || card === left.card).toBe(true);
      }),
    ));

  test('more than was paid, less than nothing and parts of a cent are refused', () =>
    fc.assert(
      fc.property(anyTenders, (tenders) => {
        const left = leftOf(tenders);
        for (const amount of [left.card + left.certificate + 1, -1, 0.5, Number.NaN])
          expect(() => splitRefund(amount, tenders)).toThrow(
            new RangeError(`${amount} cents cannot be refunded`),
          );
      }),
    ));

  test('two refunds in a row go where one of their sum would', () =>
    fc.assert(
      fc.property(anyTenders, fc.nat({ max: 500_00 }), fc.nat({ max: 500_00 }), (tenders, first, second) => {
        const left = leftOf(tenders);
        fc.pre(first + second <= left.card + left.certificate);
        const one = splitRefund(first, tenders);
        const two = splitRefund(second, {
          ...tenders,
          cardRefundedCents: tenders.cardRefundedCents + one.card,
          certificateRefundedCents: tenders.certificateRefundedCents + one.certificate,
        });
        const sum = { card: one.card + two.card, certificate: one.certificate + two.certificate };
        expect(sum).toEqual(splitRefund(first + second, tenders));
      }),
    ));
});

test.each([
  ['0', 'must be more than $0'],
  ['', 'must be an amount like 412.00'],
  ['99.01', 'must be at most $99.00, what is left to refund'],
  ['99', null],
])('of %j typed as a refund it is said what is wrong', (typed, why) => {
  expect(whyNoRefund(typed, parseMoney(typed), 9_900)).toBe(why);
});
