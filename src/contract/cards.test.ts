import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cardErrors,
  cardExpiresBefore,
  hasCardNumber,
  isCardToken,
  isCardMask,
  cardMask,
  passesLuhn,
} from './cards.ts';

const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 11, maxLength: 18 });
const withCheckDigit = (body: number[]): string => {
  const right = Array.from({ length: 10 }, (_, digit) => body.join('') + digit).filter(passesLuhn);
  expect(right).toHaveLength(1);
  return right.join();
};

describe('a card number', () => {
  test.each([
    ['4242424242424242'],
    ['4242 4242 4242 4242'],
    ['4000-0000-0000-0002'],
    ['378282246310005'],
    ['6011111111111117'],
  ])('%s passes', (number) => expect(passesLuhn(number)).toBe(true));

  test.each([
    ['4242424242424241'],
    ['4242424242424224'],
    [''],
    ['42'],
    ['************4242'],
    ['4242x4242y4242z4242'],
    ['42424242424242424242'],
  ])('%s does not', (number) => expect(passesLuhn(number)).toBe(false));

  test('has exactly one right check digit', () =>
    fc.assert(fc.property(digits, (body) => passesLuhn(withCheckDigit(body)))));

  test('no longer passes with one digit mistyped', () =>
    fc.assert(
      fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (body, at, by) => {
        const number = withCheckDigit(body);
        const place = at % number.length;
        const mistyped = (Number(number[place]) + by) % 10;
        return !passesLuhn(number.slice(0, place) + mistyped + number.slice(place + 1));
      }),
    ));
});

describe('a saved card', () => {
  test.each([
    ['************4242', true],
    ['***********4242', false],
    ['4242424242424242', false],
    ['************424', false],
    ['************42424', false],
    [' ************4242', false],
    ['', false],
  ])('%s is its mask: %s', (number, is) => expect(isCardMask(number)).toBe(is));

  test('is shown as a mask that is never taken for a number', () =>
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{4}$/),
        (last4) => isCardMask(cardMask(last4)) && !passesLuhn(cardMask(last4)),
      ),
    ));
});

describe('an expiry', () => {
  test.each([
    [12, 2026, '2026-12-31', false],
    [12, 2026, '2027-01-01', true],
    [11, 2026, '2026-12-01', true],
    [2, 28, '2028-02-29', false],
    [2, 28, '2028-03-01', true],
    ['02', '28', '2028-02-29', false],
    ['1', '2030', '2026-12-31', false],
    [13, 2030, '2026-12-31', true],
    ['', '', '2026-12-31', true],
    ['x', '30', '2026-12-31', true],
    [1.5, 2030, '2026-12-31', true],
  ])('%s/%s is past on %s: %s', (month, year, date, past) =>
    expect(cardExpiresBefore(month, year, date)).toBe(past),
  );
});

describe('a text', () => {
  test.each([
    '4242424242424242',
    'card 4242 4242 4242 4242 12/27, cvv 123',
    'card 4242 4242 4242 4242 12 27 123',
    'Visa:4242-4242-4242-4242.',
    '4242 4242 42424242',
    '42424242 42424242',
    '4242 424242424242',
    '4000 056655665556',
    '42424242-4242-4242',
    '4242.42424242.4242',
    '424242424242 4242',
    '4242 - 4242 - 4242 - 4242',
    '4242–4242–4242–4242',
    '42 42 42 42 42 42 42 42',
    '4242\u00a04242\n4242\t4242',
    'amex 3782 822463 10005 of Mr. Li',
    'call 619 555 0100 4242424242424242',
    '4222222222222',
    '2223 0031 2200 3222',
    '6011111111111117',
    '36227206271667',
    '+4242424242424242',
    '+4242 4242 4242 4242',
    '+378282246310005',
    '4242/4242/4242/4242',
    '4242, 4242, 4242, 4242',
    '4242 | 4242 | 4242 | 4242',
    '4242:4242:4242:4242',
    '4242 4242-4242.4242',
    '3782/822463/10005',
    '4242\u200b4242\u200b4242\u200b4242',
    '4242 \u200b4242 \u20604242 \u200e4242',
    '\uff14\uff12\uff14\uff12\uff14\uff12\uff14\uff12\uff14\uff12\uff14\uff12\uff14\uff12\uff14\uff12',
    '\uff14242 \uff14242 \uff14242 \uff14242',
    '4242\u202f4242\u202f4242\u202f4242',
    '4-2-4-2-4-2-4-2-4-2-4-2-4-2-4-2',
    'card:4242424242424242,12/27',
  ])('that says %s has a card number', (text) => expect(hasCardNumber(text)).toBe(true));

  test.each([
    '',
    'call 619 555 0100 or 858-555-0123',
    '619 555 0100 858 555 0123',
    '415 555 0100 858 555 0123, 415.555.0107',
    '4242 4242 4242 4241',
    '************4242',
    'confirmation 424242424242',
    '1111 1111 1111 1117',
    '2026-11-23 07:42 to 2026-11-24 08:10',
    '42424242424242424242424242424242',
    '+49 1512 3456789012',
    'order 9876543210987654',
    '+4915123456789',
    '+4222222222222',
    '4242 4242, 4242 and 4242',
    '4242 4242/4242/4242',
    '4242 --- - 4242 --- - 4242 --- - 4242',
    'a4242b4242c4242d4242',
    '42 42 42 42 42 42 42 42 42 42 42 42',
  ])('that says %s has none', (text) => expect(hasCardNumber(text)).toBe(false));

  // Work that grows with the square of the length would take minutes, far beyond the time limit of any test.
  test.each([
    ['4 ', false],
    ['1', false],
    ['4242 ', true],
    ['4 x', false],
  ])('that says %j a million times is read in work that grows with it', (text, isFound) => {
    expect(hasCardNumber(text.repeat(1_000_000))).toBe(isFound);
  });
});

describe('notes of the desk', () => {
  const SEED = 20261128;
  const NOTES = 10_000;

  test('with telephones, dates, times, amounts and confirmations are refused one time in two hundred at most', () => {
    const draw = drawing(SEED);
    const notes = Array.from({ length: NOTES }, () => noteOf(draw));
    const refused = notes.filter((note) => hasCardNumber(note));
    expect(refused.length, refused.slice(0, 20).join('\n')).toBeLessThanOrEqual(NOTES / 200);
  });

  test('are refused with a card number among them', () => {
    const draw = drawing(SEED);
    const notes = Array.from({ length: 500 }, () => `${noteOf(draw)}; 4242 4242 4242 4242, ${noteOf(draw)}`);
    expect(notes.filter((note) => !hasCardNumber(note))).toEqual([]);
  });
});

type Draw = (below: number) => number;
/** Returns a random number generator (mulberry32) that yields the same numbers for the same seed. */
function drawing(seed: number): Draw {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

function noteOf(draw: Draw): string {
  const pick = <T>(all: readonly T[]): T => all[draw(all.length)] as T;
  const number = (length: number) => Array.from({ length }, () => draw(10)).join('');
  const two = (from: number, to: number) => String(from + draw(to - from + 1)).padStart(2, '0');
  const phone = () => {
    const [area, exchange, line] = [
      String(2 + draw(8)) + number(2),
      String(2 + draw(8)) + number(2),
      number(4),
    ];
    return pick([
      `${area}-${exchange}-${line}`,
      `(${area}) ${exchange}-${line}`,
      `${area}.${exchange}.${line}`,
      `${area} ${exchange} ${line}`,
      `${area}${exchange}${line}`,
      `+1 ${area} ${exchange} ${line}`,
      `+1${area}${exchange}${line}`,
      `1-${area}-${exchange}-${line} x${number(3)}`,
      `+44 20 ${number(4)} ${number(4)}`,
      `+49 151 ${number(8)}`,
      `+52 55 ${number(4)} ${number(4)}`,
      `+${pick(['34', '39', '44', '52', '61'])}${number(10)}`,
    ]);
  };
  const day = () => {
    const [month, date, year] = [two(1, 12), two(1, 28), String(2024 + draw(5))];
    return pick([
      `${month}/${date}/${year}`,
      `${year}-${month}-${date}`,
      `${month}/${date}`,
      `${month}${date}`,
      `${year}${month}${date}`,
    ]);
  };
  const time = () => pick([`${two(5, 18)}:${two(0, 59)}`, `${two(5, 18)}${two(0, 59)}`]);
  const confirmation = () =>
    pick([
      number(6),
      number(8),
      number(10),
      number(12),
      `TP-${number(5)}`,
      `${number(4)}-${number(4)}`,
      `${number(3)}-${number(7)}`,
    ]);
  const amount = () => pick([`$${number(3)}.00`, `${number(3)}.${number(2)}`, `$1,${number(3)}.50`]);
  const parts = [
    () => `call ${phone()}`,
    () => `${phone()} ${phone()}`,
    () => `${phone()} or ${phone()}`,
    () => `conf ${confirmation()}`,
    () => `conf# ${confirmation()} ${confirmation()}`,
    () => `${day()} ${time()}`,
    () => `${day()} to ${day()}`,
    () => `times ${time()} ${time()} ${time()} ${time()}`,
    () => `${time()}, ${time()}, ${time()}, ${time()}`,
    () => `paid ${amount()}, due ${amount()}`,
    () => `zip ${number(5)}-${number(4)}`,
    () => `${confirmation()} ${day()} ${time()} ${two(1, 8)} players`,
    () => `folio ${number(4)} ${number(4)}`,
  ];
  return Array.from({ length: 1 + draw(4) }, () => pick(parts)()).join(pick([' ', ', ', '; ', ' / ', '\n']));
}

describe("a card in the gateway's own fields", () => {
  test.each([['pm_1MqLiJLkdIwHu7ixUEgbFdYF'], ['tok_1N3T00LkdIwHu7ixt44h1F8k'], ['pm_card_visa']])(
    '%s is a token',
    (token) => {
      expect(isCardToken(token)).toBe(true);
      expect(cardErrors({ number: token, expmo: '', expyr: '', cvv: '' }, '2026-11-20', true)).toEqual({});
    },
  );

  test.each([
    ['4242424242424242'],
    ['pm_'],
    ['pm_4242 4242'],
    ['card_7'],
    ['cus_1'],
    ['pm_1/../x'],
    [`pm_${'x'.repeat(300)}`],
  ])('%s is none, and is refused whatever stands beside it', (number) => {
    expect(isCardToken(number)).toBe(false);
    const errors = cardErrors({ number, expmo: '12', expyr: '2027', cvv: '123' }, '2026-11-20', true);
    expect(errors).toEqual({ 'credit_card.number': [expect.stringContaining("gateway's own fields")] });
    expect(JSON.stringify(errors)).not.toContain(number);
  });

  test('a token is no number where cards are typed into RIC', () =>
    expect(
      cardErrors({ number: 'pm_card_visa', expmo: '12', expyr: '2027', cvv: '123' }, '2026-11-20'),
    ).toHaveProperty(['credit_card.number']));
});
