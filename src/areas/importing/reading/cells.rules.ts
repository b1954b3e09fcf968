import { cleanTyped } from '../../../contract/typed/clean-typed.ts';
import { parseTypedDay } from '../../../contract/typed/days-and-times.ts';
import { isShortened } from '../../../contract/typed/shortened.ts';

/** Any day: a date with its year is the same from each of them. */
const FROM = '2000-01-01';

/**
 * Parses a day with its year as spreadsheets and people write it, `2024-05-31`, `5/31/2024`, `Fri, May 31 2024`, into
 * `YYYY-MM-DD`; null if it is no day.
 */
export function readDay(written: string): string | null {
  const cell = cleanTyped(written);
  const [year] = /\b\d{4}\b/.exec(cell) ?? [];
  const day = parseTypedDay(cell, FROM);
  // Without a year, as in `1205`, the day would be one of the year 2000.
  return year !== undefined && day?.startsWith(year) ? day : null;
}

export const NO_DAY = 'must be a day like 2024-05-31 or 5/31/2024 (MM/DD/YYYY)';

/** Parses yes or no as spreadsheets write it; any other text stays as it is, for the form to reject. */
export function readFlag(cell: string | undefined): boolean | string | undefined {
  const text = cleanTyped(cell ?? '').toLowerCase();
  if (['true', 'yes', 'y', '1'].includes(text)) return true;
  return ['false', 'no', 'n', '0'].includes(text) ? false : cell;
}

const TOTAL = /^(?:grand |sub)?totals?:?$/i;
const FIGURE = /^[-$\d.,() ]*$/;

/** Returns true for the line of totals under a table: its first filled cell says so, and all others are figures. */
export function isLineOfTotals(cells: readonly string[]): boolean {
  const [first = '', ...others] = cells.map(cleanTyped).filter(Boolean);
  return TOTAL.test(first) && others.every((cell) => FIGURE.test(cell));
}

const exported = (as: string) => `format its column as ${as} there and export it again`;
const CODES = new Set(['serial', 'confirmation', 'folio', 'postcode']);
const DAYS = new Set(['play_date', 'created_at']);

/** Returns how a spreadsheet has damaged a cell, as the end of a sentence, or null. */
export function spreadsheetDamage(field: string, cell: string): string | null {
  if (/^#{3,}$|^#(?:REF|VALUE|NAME|NULL|NUM|DIV\/0|N\/A)[!?]?$/.test(cell))
    return 'is an error of the spreadsheet and no value: mend it there and export it again';
  // The form has the same rule for a phone.
  if (CODES.has(field) && isShortened(cell)) return `was shortened by a spreadsheet: ${exported('text')}`;
  if (field === 'play_time' && /^0?\.\d+$/.test(cell))
    return `was shortened by a spreadsheet to a part of a day: ${exported('a time like 07:42')}`;
  if (DAYS.has(field) && /^\d{5}(?:\.\d+)?$/.test(cell))
    return `was shortened by a spreadsheet to a number of days: ${exported('a date like 2024-05-31')}`;
  return null;
}
