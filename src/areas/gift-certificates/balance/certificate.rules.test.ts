import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workedTable } from '../../../../test/support/worked-table.ts';
import { parseMoney } from '../../../contract/money.ts';
import { certificateProblem } from './certificate.rules.ts';
import type { DiscountTerms } from '../../discounts/discount.rules.ts';
import { bookingTotals } from '../../booking/price/price.rules.ts';

const cents = (cell: string): number => parseMoney(cell) ?? Number.NaN;

const dollarsOff = (raw_amount: number): DiscountTerms => ({
  code: 'ANY',
  is_dollars: true,
  raw_amount,
  raw_min_discount: 0,
  raw_max_discount: 0,
  min_players: 0,
  max_players: 0,
  start_date: null,
  end_date: null,
  enabled: true,
  gift_certificate_stack: true,
  course_ids: [],
});

describe('what a gift certificate pays', () => {
  test.each(workedTable('gift-certificate', 'What it pays'))('$title', ({ cell }) => {
    const balance = cents(cell('balance'));
    const { certificate, total } = bookingTotals({
      chargeCents: cents(cell('charge')),
      clubs: [{ id: 1, raw_charge: cents(cell('clubs')), quantity: 1 }],
      discount: dollarsOff(cents(cell('discount'))),
      certificateBalanceCents: balance,
    });
    expect({ certificate, total, kept: balance - certificate }).toEqual({
      certificate: cents(cell('pays')),
      total: cents(cell('total')),
      kept: cents(cell('stays on it')),
    });
  });
});

describe('when a gift certificate is refused', () => {
  test.each(workedTable('gift-certificate', 'When it is refused'))('$title', ({ cell }) => {
    const course_id = cell('course') === 'any' ? null : Number(cell('course'));
    const certificate = { serial: cell('serial'), raw_balance: cents(cell('balance')), course_id };
    expect(certificateProblem(cell('serial') === 'none' ? null : certificate, { course_id: 17 })).toBe(
      cell('sentence') || null,
    );
  });

  test('a certificate that can pay nothing is always refused, one that can never for its balance', () =>
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 1000 }), (raw_balance) => {
        const refusal = certificateProblem(
          { serial: 'GC-1', raw_balance, course_id: null },
          { course_id: 17 },
        );
        return (refusal !== null) === raw_balance <= 0;
      }),
    ));
});
