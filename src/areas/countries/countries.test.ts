import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { countries } from './countries.contract.ts';
import { countryCodeOf } from './countries.queries.ts';

const app = testApp();

test('the countries of ISO 3166-1, the United States first, then by name', async () => {
  const found = await app.ok(countries.index, {}, await app.signedIn('agent'));
  expect(found.length).toBeGreaterThan(240);
  expect(found.slice(0, 3).map(({ alpha2 }) => alpha2)).toEqual(['US', 'AF', 'AX']);
  expect(found).toContainEqual({ name: 'Mexico', alpha2: 'MX', also: ['MX'] });
  expect(new Set(found.map(({ alpha2 }) => alpha2)).size).toBe(found.length);
  expect(new Set(found.map(({ name }) => name)).size).toBe(found.length);
  const names = new Map(found.map(({ alpha2, name }) => [alpha2, name]));
  expect(['US', 'GB', 'KR', 'RU', 'CG', 'CD'].map((alpha2) => names.get(alpha2))).toEqual([
    'United States',
    'United Kingdom',
    'South Korea',
    'Russia',
    'Republic of the Congo',
    'Democratic Republic of the Congo',
  ]);
});

test.each([
  ['us', 'US'],
  ['U.S.A.', 'US'],
  ['america', 'US'],
  ['england', 'GB'],
  ['gb', 'GB'],
  ['korea, republic of', 'KR'],
  ['turkey', 'TR'],
  ['narnia', null],
])('%j is %s', (typed, alpha2) => expect(countryCodeOf(typed)).toBe(alpha2));
