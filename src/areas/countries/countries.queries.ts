import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { foldText } from '../../contract/names/fold.ts';
import { InvalidFields } from '../../server/http/errors.ts';
import type { Country } from './countries.contract.ts';

// The names are read from the package's English file, because the package's own code would load every language.
const NAMES: Record<string, string | string[]> = english.countries;

// For these countries the package lists the common name after the official one.
const COMMON_SECOND = new Set(['CI', 'CN', 'CZ', 'GM', 'IR', 'MK', 'PS', 'RU', 'TW', 'TZ', 'US']);
/** Names that people type for a country and that the package lacks. */
const MORE_NAMES: Record<string, string[]> = {
  US: ['America'],
  GB: ['England', 'Scotland', 'Wales', 'Northern Ireland', 'Britain'],
};

function countryOf(alpha2: string, names: string[]): Country {
  const name = names[COMMON_SECOND.has(alpha2) ? 1 : 0] ?? alpha2;
  const also = [alpha2, ...names, ...(MORE_NAMES[alpha2] ?? [])].filter((other) => other !== name);
  return { alpha2, name, also: [...new Set(also)] };
}

/** All countries of ISO 3166-1 by English name, the most frequent countries of callers first. */
export const COUNTRIES: Country[] = Object.entries(NAMES)
  .map(([alpha2, names]) => countryOf(alpha2, [names].flat()))
  .toSorted(
    (a, b) => Number(b.alpha2 === 'US') - Number(a.alpha2 === 'US') || a.name.localeCompare(b.name, 'en'),
  );
const known = new Set(COUNTRIES.map((country) => country.alpha2));

const byName = new Map(
  COUNTRIES.flatMap(({ alpha2, name, also }) => [name, ...also].map((each) => [foldText(each), alpha2])),
);

/**
 * Returns the two-letter code of a country by any of its English names or by the code itself (`usa`, `United States`); null if
 * unknown.
 */
export const countryCodeOf = (typed: string): string | null => byName.get(foldText(typed)) ?? null;

/** Throws InvalidFields under `country_alpha2` if ISO has no such country. */
export function requireCountry(alpha2: string | null | undefined): void {
  if (alpha2 && !known.has(alpha2)) throw new InvalidFields({ country_alpha2: ['is no country'] });
}
