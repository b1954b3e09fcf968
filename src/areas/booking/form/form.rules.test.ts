import { expect, test } from 'vitest';
import { blankForm, typedChargeCents, completeRound, formErrors, prefillErrors } from './form.rules.ts';
import { DECIMAL_COMMA_TEXT, NO_CHARGE_TEXT } from '../../../contract/typed/amounts.ts';
import { prefilledForm } from './prefill.rules.ts';

const TODAY = '2026-11-22';
const given = (players: string) => prefilledForm(`providedPlayers=${players}`, TODAY);

test('a charge over the top of an amount is said so, and reckons nothing', () => {
  const charging = (charge: string) => ({ ...blankForm(2), charge });
  expect(formErrors(charging('999999.99'), TODAY)['charge']).toBeUndefined();
  expect(typedChargeCents(charging('999999.99'))).toBe(99_999_999);
  expect(formErrors(charging('1000000'), TODAY)['charge']).toEqual(['must be at most 999,999.99']);
  expect(typedChargeCents(charging('1000000'))).toBe(0);
  expect(formErrors(charging('much'), TODAY)['charge']).toEqual([NO_CHARGE_TEXT]);
  expect(formErrors(charging('412,50'), TODAY)['charge']).toEqual([DECIMAL_COMMA_TEXT]);
});

test.each(['four', '4.5', '-2', '0'])(
  'players given as %s stand as they were given, and are said',
  (text) => {
    const form = given(text);
    expect(String(form.players)).toBe(text);
    expect(prefillErrors(form, TODAY)).toEqual({ players: ['must be a whole number above 0'] });
    expect(completeRound({ ...form, play_date: '2026-12-05', play_time: '07:42', course: 2 })).toBeNull();
  },
);

test('players that are given as a number are the party, and none are none', () => {
  expect(given('4').players).toBe(4);
  expect(given('').players).toBeNull();
  expect(prefillErrors(given('4'), TODAY)).toEqual({});
  expect(prefillErrors(given(''), TODAY)).toEqual({});
});

test.each([
  ['2026-02-31', '07:42', ['play_date']],
  ['9999-99-99', '24:00', ['play_date', 'play_time']],
  ['2028-02-29', '99:99', ['play_time']],
  ['2028-02-29', '23:59', []],
])('a day or a time that there is not is said: %s %s', (play_date, play_time, said) => {
  const form = { ...given('4'), play_date, play_time, course: 2 };
  expect(Object.keys(prefillErrors(form, TODAY))).toEqual(said);
  expect(completeRound(form) === null).toBe(said.length > 0);
});
