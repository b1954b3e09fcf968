import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workedTable } from '../../../test/support/worked-table.ts';
import { addDays } from '../../contract/dates.ts';
import { parseMoney } from '../../contract/money.ts';
import { discountInCents, discountProblem, type DiscountTerms } from './discount.rules.ts';

const cents = (cell: string): number => parseMoney(cell.replace('%', '')) ?? Number.NaN;

const spring: DiscountTerms = {
  code: 'SPRING',
  is_dollars: true,
  raw_amount: 25_00,
  raw_min_discount: 0,
  raw_max_discount: 0,
  min_players: 2,
  max_players: 4,
  start_date: '2026-03-01',
  end_date: '2026-05-31',
  enabled: true,
  gift_certificate_stack: false,
  course_ids: [17],
};

describe('what a discount takes off', () => {
  test.each(workedTable('discount', 'What it takes off'))('$title', ({ cell }) => {
    const terms = {
      ...spring,
      is_dollars: !cell('amount').endsWith('%'),
      raw_amount: cents(cell('amount')),
      raw_min_discount: cents(cell('least')),
      raw_max_discount: cents(cell('greatest')),
    };
    expect(discountInCents(cents(cell('charge')), terms)).toBe(cents(cell('off')));
  });

  test('is nothing off a charge below zero, which no booking has', () =>
    expect(discountInCents(-100, spring)).toBe(0));

  const amount = fc.nat({ max: 1e7 });
  const anyTerms = fc
    .record({
      is_dollars: fc.boolean(),
      raw_amount: amount,
      raw_min_discount: amount,
      raw_max_discount: amount,
    })
    .map((terms) => ({ ...spring, ...terms }));

  test('is whole cents between nothing and the charge', () =>
    fc.assert(
      fc.property(amount, anyTerms, (charge, terms) => {
        const off = discountInCents(charge, terms);
        return Number.isSafeInteger(off) && off >= 0 && off <= charge;
      }),
    ));

  test('is never above its greatest', () =>
    fc.assert(
      fc.property(amount, anyTerms, (charge, terms) =>
        terms.raw_max_discount === 0 ? true : discountInCents(charge, terms) <= terms.raw_max_discount,
      ),
    ));

  test('is at least its least, as far as greatest and charge allow', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e7 }), anyTerms, (charge, terms) => {
        fc.pre(terms.raw_amount > 0);
        const allowed = Math.min(charge, terms.raw_max_discount || charge);
        return discountInCents(charge, terms) >= Math.min(terms.raw_min_discount, allowed);
      }),
    ));
});

describe('when a discount is refused', () => {
  const changed = (change: string): DiscountTerms | null => {
    if (change === 'unknown') return null;
    const changes = change === 'nothing' ? [] : change.split(/, (?=[a-z])/).map((part) => part.split(' = '));
    return {
      ...spring,
      ...Object.fromEntries(changes.map(([name, value]) => [name, JSON.parse(value ?? '')])),
    };
  };

  test.each(workedTable('discount', 'When it is refused'))('$title', ({ cell }) => {
    const round = {
      play_date: cell('play date'),
      players: Number(cell('players')),
      course_id: 17,
      withCertificate: cell('certificate') === 'yes',
    };
    expect(discountProblem(changed(cell('change')), round)).toBe(cell('sentence') || null);
  });

  test('holds exactly from its first to its last day', () =>
    fc.assert(
      fc.property(fc.integer({ min: -200, max: 200 }), (days) => {
        const play_date = addDays('2026-04-10', days);
        const refusal = discountProblem(spring, {
          play_date,
          players: 2,
          course_id: 17,
          withCertificate: false,
        });
        return (refusal === null) === (play_date >= '2026-03-01' && play_date <= '2026-05-31');
      }),
    ));

  test('one player too few is told in the singular', () =>
    expect(
      discountProblem(
        { ...spring, min_players: 1 },
        { play_date: '2026-04-10', players: 0, course_id: 17, withCertificate: false },
      ),
    ).toBe('The discount SPRING needs at least 1 player.'));
});
