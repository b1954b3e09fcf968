import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { countries } from './countries.contract.ts';

const app = testApp();

test('the countries of ISO 3166-1, the United States first, then by name', async () => {
  const found = await app.ok(countries.index, {}, await app.signedIn('agent'));
  expect(found.length).toBeGreaterThan(240);
  expect(found.slice(0, 3).map(({ alpha2 }) => alpha2)).toEqual(['US', 'AF', 'AX']);
  expect(found).toContainEqual({ name: 'Mexico', alpha2: 'MX' });
  expect(new Set(found.map(({ alpha2 }) => alpha2)).size).toBe(found.length);
});
