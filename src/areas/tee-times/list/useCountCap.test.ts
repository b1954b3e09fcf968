import { expect, test } from 'vitest';
import { capFor } from './useCountCap.ts';

test.each([
  [{}, 10_000],
  [{ first_name: 'a' }, 1_000],
  [{ first_name: ' ab ', last_name: 'e' }, 1_000],
  [{ first_name: 'abc' }, 10_000],
  // The longer one finds the rows.
  [{ first_name: 'a', last_name: 'smith' }, 10_000],
  // Not looked for by its letters.
  [{ players: 4, status: 'p' }, 10_000],
  [{ primary_phone: 61 }, 1_000],
])('%j is counted to %i', (filters, cap) => {
  expect(capFor(filters)).toBe(cap);
});
