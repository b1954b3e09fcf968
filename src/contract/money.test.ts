import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centsFromNumber, formatMoney, moneyText, parseMoney } from './money.ts';
import { CentsInput, CalculatedMoney, MoneyInput, MoneyOrNone } from './forms/money.ts';
import { percentOfCents } from './money/percent.ts';

const anyCents = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
const someCents = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

describe('typed money', () => {
  test.each([
    ['412', 41200],
    ['412.5', 41250],
    ['412.00', 41200],
    ['412.', 41200],
    ['.5', 50],
    ['0', 0],
    ['000.10', 10],
    ['$1,012.00', 101200],
    ['$ 412.00', 41200],
    ['$\u00a0412.00', 41200],
    ['\u202f412.00\u200b', 41200],
    ['\uff14\uff11\uff12', 41200],
    ['1,012', 101200],
    ['$1,234,567.89', 123456789],
    [' 19.99 ', 1999],
    [`${'0'.repeat(27)}.10`, 10],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
  ])('%s is %d cents', (text, cents) => expect(parseMoney(text)).toBe(cents));

  test.each([
    ['', ' ', '.', '$', '-', '$.', 'abc', '12a', '1e3', '0x10', 'NaN', 'Infinity', '+5', '5 5', '--5', '٣'],
    [
      '1.999',
      '1.000',
      '1..2',
      '1.2.3',
      '1,01',
      '1,0123',
      ',100',
      '1,,000',
      '10,00.00',
      '1.0,00',
      '12,34,567',
      '412,50',
    ],
    [
      '-5',
      '-0.01',
      '-$5.00',
      '$-5',
      '(5.00)',
      '5-',
      '€5',
      '90071992547409.92',
      '9'.repeat(400),
      '0'.repeat(31),
    ],
  ])('refuses what is no amount: %s …', (...texts) => {
    for (const text of texts) expect([text, parseMoney(text)]).toEqual([text, null]);
  });

  test.each([
    ['-5', -500],
    ['-$5.00', -500],
    ['-0', 0],
    ['5', 500],
  ])('reads %s below zero only where asked for', (text, cents) =>
    expect(parseMoney(text, { negative: true })).toBe(cents),
  );

  test('reads back every amount that is shown, to the cent', () =>
    fc.assert(
      fc.property(anyCents, (cents) => parseMoney(formatMoney(cents), { negative: true }) === cents),
    ));

  test('reads back every amount on the wire, to the cent', () =>
    fc.assert(fc.property(anyCents, (cents) => parseMoney(moneyText(cents), { negative: true }) === cents)));

  test('reads the same cents with and without signs, commas, blanks and needless zeros', () =>
    fc.assert(
      fc.property(
        fc.nat({ max: 1e12 }),
        fc.record({ sign: fc.boolean(), commas: fc.boolean(), blanks: fc.nat(2), zeros: fc.nat(3) }),
        (cents, { sign, commas, blanks, zeros }) => {
          const [whole = '', decimals = ''] = (cents / 100).toFixed(2).split('.');
          const grouped = commas ? Number(whole).toLocaleString('en-US') : '0'.repeat(zeros) + whole;
          const short = zeros > 0 ? decimals.replace(/0+$/, '') : decimals;
          const text = `${' '.repeat(blanks)}${sign ? '$' : ''}${grouped}${short && `.${short}`}`;
          expect([text, parseMoney(text)]).toEqual([text, cents]);
        },
      ),
    ));

  test('refuses an amount with anything in it that is no part of one', () =>
    fc.assert(
      fc.property(someCents, fc.nat(), fc.constantFrom(...'abcXYZ+%€;:_/\\\n\t'), (cents, place, wrong) => {
        const text = formatMoney(cents);
        // The wrong sign is never put right after the dollar sign, where a blank is allowed.
        const at = 2 + (place % (text.length - 2));
        expect(parseMoney(text.slice(0, at) + wrong + text.slice(at))).toBeNull();
      }),
    ));

  test('answers safe cents or nothing for any text at all', () =>
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-$]?[\d,]{0,20}\.?\d{0,3}$/)), (text) => {
        const cents = parseMoney(text);
        return cents === null || (Number.isSafeInteger(cents) && cents >= 0);
      }),
    ));
});

describe('shown money', () => {
  test.each([
    [101200, '$1,012.00', '1012.00'],
    [-500, '−$5.00', '-5.00'],
    [0, '$0.00', '0.00'],
    [7, '$0.07', '0.07'],
    [-7, '−$0.07', '-0.07'],
    [99999, '$999.99', '999.99'],
    [100000, '$1,000.00', '1000.00'],
    [123456789, '$1,234,567.89', '1234567.89'],
    [Number.MAX_SAFE_INTEGER, '$90,071,992,547,409.91', '90071992547409.91'],
  ])('%d cents are %s, and %s on the wire', (cents, shown, wire) =>
    expect([formatMoney(cents), moneyText(cents)]).toEqual([shown, wire]),
  );

  test.each([[1.5], [Number.NaN], [Infinity], [2 ** 53]])('%d is no amount to show', (value) => {
    expect(() => formatMoney(value)).toThrow(new RangeError(`not an amount in cents: ${value}`));
    expect(() => moneyText(value)).toThrow(RangeError);
  });

  test('always shows two decimals and groups of three', () =>
    fc.assert(
      fc.property(anyCents, (cents) => /^\u2212?\$\d{1,3}(,\d{3})*\.\d\d$/.test(formatMoney(cents))),
    ));
});

describe('cents from a number', () => {
  test.each([
    [19.99 * 100, 1999],
    [4.35 * 100, 435],
    [1999, 1999],
    [1999.0000009, 1999],
    [-500.0000001, -500],
    [0, 0],
    [-0, 0],
    [1e-6, 0],
    [-1e-7, 0],
    [1999.5, null],
    [1999.00001, null],
    [0.1, null],
    [Number.NaN, null],
    [Infinity, null],
    [2 ** 53, null],
  ])('%d is %s', (value, cents) => expect(centsFromNumber(value)).toBe(cents));

  test('is a whole number near the one sent, and the same again, or nothing', () =>
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.double({ min: -1e6, max: 1e6, noNaN: true })), (value) => {
        const cents = centsFromNumber(value);
        if (cents === null) return;
        expect(Number.isSafeInteger(cents) && Math.abs(cents - value) <= 1e-6).toBe(true);
        expect(centsFromNumber(cents)).toBe(cents);
      }),
    ));

  test('a client that multiplied dollars by 100 is read to the cent', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_00 }), (cents) => {
        const dollars = Number(moneyText(cents));
        return centsFromNumber(dollars * 100) === cents;
      }),
    ));
});

describe('a percent of an amount', () => {
  test.each([
    [10000, 1000, 1000],
    [50, 500, 3],
    [49, 500, 2],
    [1, 5000, 1],
    [1, 4999, 0],
    [41230, 1250, 5154],
    [0, 1000, 0],
    [99999, 10000, 99999],
    [10000, 15000, 15000],
    [-50, 500, -2],
    [-51, 500, -3],
    [Number.MAX_SAFE_INTEGER, 10000, Number.MAX_SAFE_INTEGER],
    [Number.MAX_SAFE_INTEGER, 5000, 4503599627370496],
  ])('of %d cents, %d hundredths of a percent are %d', (cents, percent, share) =>
    expect(percentOfCents(cents, percent)).toBe(share),
  );

  test('is the nearest cent, and the upper one of two as near', () =>
    fc.assert(
      fc.property(someCents, fc.integer({ min: 0, max: 10_000 }), (cents, percent) => {
        const over = BigInt(percentOfCents(cents, percent)) * 10_000n - BigInt(cents) * BigInt(percent);
        return over > -5_000n && over <= 5_000n;
      }),
    ));

  test('never shrinks when the amount or the percent grows', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e12 }),
        fc.nat({ max: 1e6 }),
        fc.integer({ min: 0, max: 9_999 }),
        (cents, more, percent) =>
          percentOfCents(cents + more, percent) >= percentOfCents(cents, percent) &&
          percentOfCents(cents, percent + 1) >= percentOfCents(cents, percent),
      ),
    ));

  test.each([
    [1.5, 100],
    [100, 0.5],
    [Number.MAX_SAFE_INTEGER, 20_000],
  ])('throws rather than answer a wrong share of %d by %d', (cents, percent) =>
    expect(() => percentOfCents(cents, percent)).toThrow(RangeError),
  );
});

const messagesOf = (read: { success: boolean; error?: { issues: { message: string }[] } }) =>
  read.error?.issues.map((issue) => issue.message);

describe('money on the wire', () => {
  test.each([
    ['412.00', 41200],
    ['$1,012.00', 101200],
    [412, 41200],
    [412.5, 41250],
    [19.99, 1999],
    [0, 0],
  ])('%s dollars', (sent, cents) => expect(MoneyInput.parse(sent)).toBe(cents));

  test.each([undefined, null, '', '  '])('%j is none where there may be none', (sent) =>
    expect(MoneyOrNone.parse(sent)).toBeNull(),
  );

  test.each([['x'], [{}], [true], [['5']], ['0x10'], [0.1 + 0.2], ['1.999'], [Number.NaN]])(
    'dollars %s are refused with one sentence',
    (sent) => expect(messagesOf(MoneyInput.safeParse(sent))).toEqual(['must be an amount like 412.00']),
  );

  test.each([-1, '-5', '- $5.00', '\u22125'])('dollars %s are refused as negative', (sent) =>
    expect(messagesOf(MoneyInput.safeParse(sent))).toEqual(['must be at least 0']),
  );

  test.each(['412,50', '$412,5', '$ 412,50', '1 012,50', '1.012,50'])(
    '%s may be meant as more than 412, and is refused so',
    (sent) =>
      expect(messagesOf(MoneyInput.safeParse(sent))).toEqual([
        'must have a point before the cents, like 412.00',
      ]),
  );

  test.each([[''], [' '], [null], [undefined]])('dollars %j are missed', (sent) =>
    expect(messagesOf(MoneyInput.safeParse(sent))).toEqual(['is required']),
  );

  test.each([[999_999.99], ['999,999.99'], ['$999999.99']])('%s dollars are the most', (sent) =>
    expect(MoneyInput.parse(sent)).toBe(99_999_999),
  );

  test.each([[1_000_000], ['1000000.00'], ['$1,000,000'], [9e13], [1e21], ['90071992547409.92']])(
    'dollars %s are too many',
    (sent) => expect(messagesOf(MoneyInput.safeParse(sent))).toEqual(['must be at most 999,999.99']),
  );

  test('an amount that RIC reckoned comes back whatever it is', () =>
    expect(CalculatedMoney.parse('1000000.00')).toBe(100_000_000));

  test.each([
    [1998.9999999999998, 1999],
    [2000, 2000],
    [0, 0],
  ])('%d cents', (sent, cents) => expect(CentsInput.parse(sent)).toBe(cents));

  test.each([[0.5], ['2000'], [null], [undefined], [-1], [Number.NaN], [2 ** 60]])(
    'cents %s are refused with one sentence',
    (sent) =>
      expect(messagesOf(CentsInput.safeParse(sent))).toEqual(['must be a whole number of cents, 0 or more']),
  );

  test('dollars as text and as a number are the same cents', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
        const text = moneyText(cents);
        return MoneyInput.parse(text) === cents && MoneyInput.parse(Number(text)) === cents;
      }),
    ));
});
