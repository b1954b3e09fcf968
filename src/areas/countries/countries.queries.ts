import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { fold } from '../../contract/names/fold.ts';
import { Invalid } from '../../server/http/errors.ts';
import type { Country } from './countries.contract.ts';

// The package's own code would load every language; only its English names are needed.
const NAMES: Record<string, string | string[]> = english.countries;

/** Returns the common name, which is listed second if the official one differs. */
const commonName = (names: string | string[]): string =>
  typeof names === 'string' ? names : (names[1] ?? names[0] ?? '');

/** Every country of ISO 3166-1 by its English name, the most frequent ones of callers first. */
export const COUNTRIES: Country[] = Object.entries(NAMES)
  .map(([alpha2, names]) => ({ alpha2, name: commonName(names) }))
  .toSorted(
    (a, b) => Number(b.alpha2 === 'US') - Number(a.alpha2 === 'US') || a.name.localeCompare(b.name, 'en'),
  );
const known = new Set(COUNTRIES.map((country) => country.alpha2));

const byName = new Map(
  Object.entries(NAMES).flatMap(([alpha2, names]) =>
    [alpha2, names].flat().map((name) => [fold(name), alpha2]),
  ),
);

/** Returns the two letters of a country by any of its English names or by themselves (`usa`, `United States`), or null. */
export const countryNamed = (typed: string): string | null => byName.get(fold(typed)) ?? null;

/** Throws Invalid under `country_alpha2` if ISO has no such country. */
export function requireCountry(alpha2: string | null | undefined): void {
  if (alpha2 && !known.has(alpha2)) throw new Invalid({ country_alpha2: ['is no country'] });
}
