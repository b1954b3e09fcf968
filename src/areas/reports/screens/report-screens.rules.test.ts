import { expect, test } from 'vitest';
import { isDay } from './report-screens.rules.ts';

test.each([
  ['2026-02-28', true],
  ['2026-02-31', false],
  ['9999-99-99', false],
  ['Feb 28', false],
  [20260228, false],
  [undefined, false],
])('%s in an address is a day: %s', (value, is) => {
  expect(isDay(value)).toBe(is);
});
