import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TypedCard } from '../../contract/cards.ts';
import { cardChoice, cardLast4, type WaitingCard } from './card.rules.ts';

const TODAY = '2026-11-20';
const good: TypedCard = { number: '4242424242424242', expmo: '12', expyr: '2027', cvv: '123' };
const waiting: WaitingCard = { card_token: 'card_7', card_last4: '4242', is_by_phone: false };
const NO_NUMBER = 'This is not a card number. Please check its digits.';
const NO_MONTH = 'must be a month from 1 to 12';
const NO_YEAR = 'must be a year like 27 or 2027';
const NO_CODE = 'must be 3 or 4 digits';
const GONE = 'The saved card is no longer kept. Please ask for it again.';

describe("what a booking charges where the fields are the gateway's", () => {
  const chosen = (number: string) =>
    cardChoice({ number, expmo: '', expyr: '', cvv: '' }, waiting, TODAY, true);

  test('a token, of which the gateway alone knows the digits', () => {
    const choice = chosen('pm_1MqLiJLkdIwHu7ixUEgbFdYF');
    expect(choice).toEqual({
      pay: 'token',
      token: 'pm_1MqLiJLkdIwHu7ixUEgbFdYF',
      last4: null,
      is_by_phone: true,
    });
    expect(cardLast4(choice)).toBeNull();
  });
  test('never a number', () => expect(chosen('4242 4242 4242 4242').pay).toBe('refused'));
  test('the waiting card for its mask', () =>
    expect(chosen('************4242')).toEqual({
      pay: 'token',
      token: 'card_7',
      last4: '4242',
      is_by_phone: false,
    }));
  test('nothing without one', () => expect(chosen(' ')).toEqual({ pay: 'nothing' }));
});

test('of what is charged the last four digits are kept, as far as they are known', () => {
  const last4 = (card: TypedCard | null) => cardLast4(cardChoice(card, waiting, TODAY));
  expect(last4({ ...good, number: '5555 5555 5555 4444' })).toBe('4444');
  expect(last4({ ...good, number: '************4242' })).toBe('4242');
  expect(last4(null)).toBeNull();
  expect(last4({ ...good, number: '4242' })).toBeNull();
});

describe('what a booking charges', () => {
  test.each<[string, TypedCard | null]>([
    ['no card', null],
    ['no number', { ...good, number: '' }],
    ['blanks and hyphens for a number', { ...good, number: ' - ' }],
    ['no number and a wrong rest', { number: '', expmo: '13', expyr: 'x', cvv: '' }],
  ])('%s is nothing', (_, card) => expect(cardChoice(card, waiting, TODAY)).toEqual({ pay: 'nothing' }));

  test('the mask of the waiting card is its token, whatever else is typed', () =>
    expect(cardChoice({ number: '************4242', expmo: '', expyr: '', cvv: '' }, waiting, TODAY)).toEqual(
      { pay: 'token', token: 'card_7', last4: '4242', is_by_phone: false },
    ));

  test.each<[string, WaitingCard | null]>([
    ['nobody waits', null],
    ['another card waits', { ...waiting, card_last4: '4241' }],
  ])('a mask is refused where %s', (_, other) =>
    expect(cardChoice({ ...good, number: '**** **** **** 4242' }, other, TODAY)).toEqual({
      pay: 'refused',
      errors: { 'credit_card.number': [GONE] },
    }),
  );

  test.each<[string, Partial<TypedCard>, Record<string, string[]>]>([
    ['a digit too many', { number: '42424242424242424' }, { 'credit_card.number': [NO_NUMBER] }],
    ['month 0', { expmo: '0' }, { 'credit_card.expmo': [NO_MONTH] }],
    ['month 13', { expmo: '13' }, { 'credit_card.expmo': [NO_MONTH] }],
    ['month 112', { expmo: '112' }, { 'credit_card.expmo': [NO_MONTH] }],
    ['month 100', { expmo: '100' }, { 'credit_card.expmo': [NO_MONTH] }],
    ['a year of three digits', { expyr: '202' }, { 'credit_card.expyr': [NO_YEAR] }],
    ['a year of five', { expyr: '20277' }, { 'credit_card.expyr': [NO_YEAR] }],
    ['a year of six', { expyr: '202027' }, { 'credit_card.expyr': [NO_YEAR] }],
    ['another century', { expyr: '1999' }, { 'credit_card.expyr': [NO_YEAR] }],
    ['a code of two digits', { cvv: '12' }, { 'credit_card.cvv': [NO_CODE] }],
    ['a code of five', { cvv: '12345' }, { 'credit_card.cvv': [NO_CODE] }],
    ['a code with a letter', { cvv: '12a' }, { 'credit_card.cvv': [NO_CODE] }],
    ['the month before this one', { expmo: '10', expyr: '26' }, expired()],
    [
      'a wrong month of a year that is over',
      { expmo: '13', expyr: '2025' },
      { 'credit_card.expmo': [NO_MONTH] },
    ],
    [
      'everything wrong',
      { number: '4242', expmo: 'x', expyr: 'x', cvv: 'x' },
      {
        'credit_card.number': [NO_NUMBER],
        'credit_card.expmo': [NO_MONTH],
        'credit_card.expyr': [NO_YEAR],
        'credit_card.cvv': [NO_CODE],
      },
    ],
  ])('%s is refused', (_, part, errors) =>
    expect(cardChoice({ ...good, ...part }, null, TODAY)).toEqual({ pay: 'refused', errors }),
  );

  test.each<[string, Partial<TypedCard>]>([
    ['this month', { expmo: '11', expyr: '26' }],
    ['a month of one digit', { expmo: '1' }],
    ['a month with a zero', { expmo: '01' }],
    ['October', { expmo: '10' }],
    ['a code of four digits', { cvv: '1234' }],
  ])('%s is charged', (_, part) =>
    expect(cardChoice({ ...good, ...part }, null, TODAY)).toEqual({
      pay: 'card',
      card: { ...good, ...part },
    }),
  );
});

function expired() {
  return { 'credit_card.expyr': ['The card has expired.'] };
}

describe('any card', () => {
  // The check digit is computed from its definition, not by the tested code: it makes the weighted sum a multiple of
  // ten.
  const weight = (digit: number, fromRight: number): number =>
    fromRight % 2 === 0 ? digit : [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit]!;
  const sumOf = (digits: string): number =>
    [...digits].reduce((sum, digit, at) => sum + weight(Number(digit), digits.length - 1 - at), 0);
  const validNumber = fc.stringMatching(/^\d{11,18}$/).map((digits) => {
    const check = [...'0123456789'].find((digit) => sumOf(digits + digit) % 10 === 0);
    return digits + check;
  });
  const gaps = fc.array(fc.constantFrom('', '', ' ', '-'), { minLength: 20, maxLength: 20 });
  const spread = (digits: string, between: string[]): string =>
    [...digits].map((digit, at) => digit + (between[at] ?? '')).join('');

  test('with a right check digit is charged as its bare digits, however they are grouped', () =>
    fc.assert(
      fc.property(validNumber, gaps, (number, between) => {
        const choice = cardChoice({ ...good, number: spread(number, between) }, waiting, TODAY);
        expect(choice).toEqual({ pay: 'card', card: { ...good, number } });
      }),
    ));

  test('with one digit mistyped is refused', () =>
    fc.assert(
      fc.property(validNumber, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, place, by) => {
        const at = place % number.length;
        const typed = number.slice(0, at) + ((Number(number[at]) + by) % 10) + number.slice(at + 1);
        expect(cardChoice({ ...good, number: typed }, null, TODAY)).toEqual({
          pay: 'refused',
          errors: { 'credit_card.number': [NO_NUMBER] },
        });
      }),
    ));

  test('is good to the end of its month and no longer', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 2000, max: 2098 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: -2, max: 2 }),
        fc.boolean(),
        (year, month, later, isShort) => {
          const card = { ...good, expmo: String(month), expyr: String(isShort ? year % 100 : year) };
          const padded = { ...card, expyr: card.expyr.padStart(2, '0') };
          // The 15th of a month, `later` months after the card's last one.
          const then = new Date(Date.UTC(year, month - 1 + later, 15)).toISOString().slice(0, 10);
          expect(cardChoice(padded, null, then).pay).toBe(later > 0 ? 'refused' : 'card');
        },
      ),
    ));

  const anyText = fc.oneof(
    fc.string({ maxLength: 24 }),
    fc.stringMatching(/^[\d* -]{0,24}$/),
    fc.stringMatching(/^\*{12}\d{4}$/),
  );
  const anyCard = fc.record({ number: anyText, expmo: anyText, expyr: anyText, cvv: anyText });
  const anyWaiting = fc.option(
    fc.record({ card_token: fc.uuid(), card_last4: fc.stringMatching(/^\d{4}$/), is_by_phone: fc.boolean() }),
  );

  test('that is charged is complete, and the token only ever the waiting one', () =>
    fc.assert(
      fc.property(anyCard, anyWaiting, (card, someone) => {
        const choice = cardChoice(card, someone, TODAY);
        if (choice.pay === 'token') expect(choice.token).toBe(someone?.card_token);
        if (choice.pay === 'card') expect(choice.card.number).toMatch(/^\d{12,19}$/);
        if (choice.pay === 'refused') expect(Object.keys(choice.errors)).not.toEqual([]);
        if (choice.pay === 'nothing') expect(card.number).toMatch(/^[ -]*$/);
      }),
      { numRuns: 200 },
    ));

  test('that is refused is not repeated in what is said of it', () =>
    fc.assert(
      fc.property(validNumber, fc.stringMatching(/^\d{5,9}$/), (number, cvv) => {
        const said = JSON.stringify(cardChoice({ ...good, number: `${number}0000`, cvv }, null, TODAY));
        expect(said.includes(number) || said.includes(cvv)).toBe(false);
      }),
    ));
});
