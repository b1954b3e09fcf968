import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workedTable } from '../../../../test/support/worked-table.ts';
import { parseMoney } from '../../../contract/money.ts';
import { certificateCorrection, typedBalance } from './adjust.rules.ts';

const cents = (cell: string): number => parseMoney(cell, { negative: true }) ?? Number.NaN;

describe('how an admin corrects a certificate', () => {
  test.each(workedTable('gift-certificate', 'How an admin corrects it'))('$title', ({ cell }) => {
    const stored = { value: cents(cell('sold for')), balance: cents(cell('balance')) };
    const typed = { value: cents(cell('typed total')), balance: cents(cell('typed balance')) };
    expect(certificateCorrection(stored, typed)).toEqual({
      sale: cents(cell('sale corrected by')),
      adjustment: cents(cell('adjusted by')),
    });
  });

  test('whatever is typed is what it comes to', () => {
    const worth = fc.record({ value: fc.nat(1e8), balance: fc.nat(1e8) });
    fc.assert(
      fc.property(worth, worth, (stored, typed) => {
        const { sale, adjustment } = certificateCorrection(stored, typed);
        return stored.value + sale === typed.value && stored.balance + sale + adjustment === typed.balance;
      }),
    );
  });
});

describe('the balance that a form asks for', () => {
  test.each([
    ['neither', 60_00, {}, 60_00],
    ['both as stored', 60_00, { balance: 60_00, raw_balance: 60_00 }, 60_00],
    ['the text', 60_00, { balance: 75_00, raw_balance: 60_00 }, 75_00],
    ['the cents', 60_00, { balance: 60_00, raw_balance: 75_00 }, 75_00],
    ['the text alone, down to nothing', 60_00, { balance: 0 }, 0],
    ['both, the same', 60_00, { balance: 75_00, raw_balance: 75_00 }, 75_00],
    ['both, with different amounts', 60_00, { balance: 75_00, raw_balance: 70_00 }, null],
    ['nulls', 60_00, { balance: null, raw_balance: null }, 60_00],
  ])('is the one that was changed: %s', (_, stored, typed, wanted) => {
    expect(typedBalance(stored, typed)).toBe(wanted);
  });
});
