import { createRequire } from 'node:module';
import isoCountries from 'i18n-iso-countries';
import { z } from 'zod';
import { Invalid } from '../../server/http/errors.ts';
import type { Country } from './countries.contract.ts';

// The built server imports its packages as they are, and Node.js 20 wants JSON required.
const Locale = z.object({
  locale: z.string(),
  countries: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});
const english = Locale.parse(createRequire(import.meta.url)('i18n-iso-countries/langs/en.json'));
isoCountries.registerLocale(english);

/** Every country of ISO 3166-1 by its English name, where most callers are from first. */
export const COUNTRIES: Country[] = Object.entries(isoCountries.getNames('en', { select: 'alias' }))
  .map(([alpha2, name]) => ({ alpha2, name }))
  .toSorted(
    (a, b) => Number(b.alpha2 === 'US') - Number(a.alpha2 === 'US') || a.name.localeCompare(b.name, 'en'),
  );
const known = new Set(COUNTRIES.map((country) => country.alpha2));

/** Invalid under `country_alpha2` where ISO has no such country. */
export function requireCountry(alpha2: string | null | undefined): void {
  if (alpha2 && !known.has(alpha2)) throw new Invalid({ country_alpha2: ['is no country'] });
}
