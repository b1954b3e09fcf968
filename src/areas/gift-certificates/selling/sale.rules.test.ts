import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workedTable } from '../../../../test/support/worked-table.ts';
import { MAX_TYPED_CENTS, parseMoney } from '../../../contract/money.ts';
import { whyCertificateNotRefundable } from '../refunding/refund.rules.ts';
import { BLANK_SALE_FORM, saleErrors } from './sale-form.rules.ts';
import { salePrice } from './sale.rules.ts';
import { SERIAL_BYTES, serialFromBits, possibleSerials } from './serials.rules.ts';

const cents = (cell: string): number => parseMoney(cell) ?? Number.NaN;

describe('what a certificate is sold for', () => {
  test.each(workedTable('gift-certificate', 'What it is sold for'))('$title', ({ cell }) => {
    const discount = cents(cell('discount').replace(' %', ''));
    expect(salePrice(cents(cell('value')), discount)).toBe(cents(cell('price')));
  });

  test('is never below nothing, never above its value, and falls with the discount', () => {
    const percent = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_TYPED_CENTS }), percent, percent, (value, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const [most, least] = [salePrice(value, low), salePrice(value, high)];
        return 0 <= least && least <= most && most <= value;
      }),
    );
  });
});

test.each([
  ['100.00', undefined],
  ['', ['is required']],
  ['0', ['must be an amount above $0']],
  ['much', ['must be an amount above $0']],
  ['100,00', ['must have a point before the cents, like 412.00']],
])('the typed value %j has the errors %j', (value, errors) =>
  expect(saleErrors({ ...BLANK_SALE_FORM, value })['value']).toEqual(errors),
);

describe('a serial', () => {
  test.each(workedTable('gift-certificate', 'Its serial'))('$title', ({ title, cell }) => {
    expect(possibleSerials(title)).toContain(cell('found as'));
    expect(possibleSerials(title)[0]).toBe(title.toLowerCase());
  });

  const random = fc.uint8Array({ minLength: SERIAL_BYTES, maxLength: SERIAL_BYTES });
  test('is found however it is typed, and is no other', () => {
    const spoil = fc.record({
      by: fc.constantFrom('', ' ', '-'),
      o: fc.boolean(),
      l: fc.constantFrom('1', 'l', 'I'),
    });
    fc.assert(
      fc.property(random, random, spoil, fc.boolean(), (bytes, others, { by, o, l }, bare) => {
        const serial = serialFromBits(bytes);
        const typed = (bare ? serial.slice(3) : serial).replaceAll('-', by).replaceAll('1', l);
        const meant = possibleSerials(o ? typed.replaceAll('0', 'o') : typed);
        expect(meant).toContain(serial.toLowerCase());
        const isSame = bytes.every((byte, at) => byte === others[at]);
        expect(meant.includes(serialFromBits(others).toLowerCase())).toBe(isSame);
      }),
    );
  });
  test('keeps every bit that it is made of', () => {
    const ends = [new Uint8Array(SERIAL_BYTES), new Uint8Array(SERIAL_BYTES).fill(255)];
    expect(ends.map(serialFromBits)).toEqual(['GC-0000-0000-0000-0000', 'GC-ZZZZ-ZZZZ-ZZZZ-ZZZZ']);
    expect(() => serialFromBits(new Uint8Array(9))).toThrow(RangeError);
  });
});

describe('why a certificate is not refunded', () => {
  const as = { isRefunded: false, isRefunding: false, value: 10_000 };
  test.each(workedTable('gift-certificate', 'When it is refunded'))('$title', ({ cell }) => {
    const [price, balance, held, adjusted, charged] = [
      cents(cell('price')),
      cents(cell('balance')),
      cents(cell('held')),
      cents(cell('adjusted')),
      cents(cell('card holds')),
    ] as [number, number, number, number, number];
    const limit = cell('limit') === 'none' ? null : cents(cell('limit'));
    const refusal = whyCertificateNotRefundable({ ...as, price, balance, held, adjusted, charged }, limit);
    expect(refusal ?? '').toBe(cell('refusal'));
  });

  const worth = { price: 9_000, balance: 10_000, held: 0, adjusted: 0, charged: 9_000 };
  test('was refunded, or is being', () => {
    expect(whyCertificateNotRefundable({ ...as, ...worth, isRefunded: true })).toContain('refunded already');
    expect(whyCertificateNotRefundable({ ...as, ...worth, isRefunding: true, held: 10_000 })).toContain(
      'still being worked on',
    );
  });
});
