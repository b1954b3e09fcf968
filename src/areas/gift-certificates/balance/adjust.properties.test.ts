import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { certificateProblem } from './certificate.rules.ts';
import { certificateCorrection, typedBalance } from './adjust.rules.ts';

const cents = fc.nat({ max: 1e8 });
const worth = fc.record({ value: cents, balance: cents });

describe('a correction', () => {
  test('in several steps comes to the same as in one', () =>
    fc.assert(
      fc.property(fc.array(worth, { minLength: 2, maxLength: 6 }), (typed) => {
        const [first, ...rest] = typed;
        let at = first!;
        const sum = { sale: 0, adjustment: 0 };
        for (const next of rest) {
          const { sale, adjustment } = certificateCorrection(at, next);
          sum.sale += sale;
          sum.adjustment += adjustment;
          at = next;
        }
        expect(sum).toEqual(certificateCorrection(first!, at));
      }),
    ));

  test('back again takes back every cent', () =>
    fc.assert(
      fc.property(worth, worth, (stored, typed) => {
        const there = certificateCorrection(stored, typed);
        const back = certificateCorrection(typed, stored);
        expect([there.sale + back.sale, there.adjustment + back.adjustment]).toEqual([0, 0]);
      }),
    ));

  test('of nothing is none, and of the sale alone moves the balance along by as much', () =>
    fc.assert(
      fc.property(worth, fc.nat({ max: 1e6 }), (stored, more) => {
        expect(certificateCorrection(stored, stored)).toEqual({ sale: 0, adjustment: 0 });
        const both = { value: stored.value + more, balance: stored.balance + more };
        expect(certificateCorrection(stored, both)).toEqual({ sale: more, adjustment: 0 });
      }),
    ));
});

describe('the balance that a form asks for', () => {
  const sent = fc.option(cents, { nil: undefined });
  const small = fc.option(fc.nat({ max: 3 }), { nil: null });

  test('is the stored one or one that was sent, and the same again once it is stored', () =>
    fc.assert(
      fc.property(cents, sent, sent, (stored, balance, raw_balance) => {
        const wanted = typedBalance(stored, { balance, raw_balance });
        fc.pre(wanted !== null);
        expect([stored, balance, raw_balance]).toContain(wanted);
        expect(typedBalance(wanted!, { balance: wanted, raw_balance: wanted })).toBe(wanted);
      }),
    ));

  test('is refused exactly where both fields were changed and differ', () =>
    fc.assert(
      fc.property(fc.nat({ max: 3 }), small, small, (stored, balance, raw_balance) => {
        const isChanged = (field: number | null) => field !== null && field !== stored;
        const differs = isChanged(balance) && isChanged(raw_balance) && balance !== raw_balance;
        expect(typedBalance(stored, { balance, raw_balance }) === null).toBe(differs);
      }),
    ));
});

describe('whether a certificate may pay', () => {
  test('it may exactly with a balance and at its course', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: -2, max: 2 }),
        fc.option(fc.integer({ min: 1, max: 3 })),
        fc.integer({ min: 1, max: 3 }),
        (raw_balance, own, course_id) => {
          const courses = own === null ? [1, 2, 3] : [own];
          const refusal = certificateProblem({ serial: 'GC-1', raw_balance, course_id: own }, { course_id });
          expect(refusal === null).toBe(raw_balance >= 1 && courses.includes(course_id));
        },
      ),
    ));
});
