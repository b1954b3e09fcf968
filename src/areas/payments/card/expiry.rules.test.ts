import { expect, test } from 'vitest';
import { parseExpiry } from './expiry.rules.ts';

test.each([
  ['', '', null],
  ['1', '1', null],
  ['12', '12', null],
  [' 12 ', '12', null],
  ['12/', '12', ''],
  ['12/3', '12', '3'],
  ['12/30', '12', '30'],
  ['1/30', '1', '30'],
  ['12 / 30', '12', '30'],
  ['12-30', '12', '30'],
  ['12\u201330', '12', '30'],
  ['12 30', '12', '30'],
  ['12.2030', '12', '30'],
  ['12/2030', '12', '30'],
  ['12/203', '12', '203'],
  ['123', '12', '3'],
  ['1230', '12', '30'],
  ['122030', '12', '30'],
  ['De', 'De', null],
  ['Dec', '12', null],
  ['sept.', '09', null],
  ['December 2030', '12', '30'],
  ['Feb/29', '02', '29'],
  ['Dex', 'De', null],
  ['12/30/2030', '12', null],
])('the month field with %j has the month %j and the year %j', (text, expmo, expyr) =>
  expect(parseExpiry(text)).toEqual({ expmo, expyr }),
);
