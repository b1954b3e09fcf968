import { expect, test } from 'vitest';
import { addressQueryCodec } from './address-values.ts';

const { parseSearch, stringifySearch } = addressQueryCodec;

test.each([
  ['?fupId=1000', { fupId: 1000 }],
  ['?fupId=1e3', { fupId: '1e3' }],
  ['?fupId=1000.0', { fupId: '1000.0' }],
  ['?q=1e3+north', { q: '1e3 north' }],
  ['?filters=%7B%22rate%22%3A%221e3%22%7D&page=2', { filters: { rate: '1e3' }, page: 2 }],
])('%s is read, and written again as it was', (address, values) => {
  expect(parseSearch(address)).toEqual(values);
  expect(stringifySearch(values)).toBe(address);
});
