import { cleanTypedText } from '../../../contract/typed/clean-typed.ts';
import {
  parseDayWithYear,
  monthNumberOfName,
  withoutTimeOfDay,
} from '../../../contract/typed/days-and-times.ts';
import { isSpreadsheetNumber } from '../../../contract/typed/shortened.ts';

/**
 * Parses a day with its year as programs, spreadsheets and people write it, `2024-05-31`, `5/31/2024 0:00`, `31-May-24`, `Fri,
 * May 31 2024`, into `YYYY-MM-DD`; null if the cell is no day.
 */
export const parseDayCell = (cell: string): string | null => parseDayWithYear(withoutTimeOfDay(cell));

export const INVALID_DAY_TEXT = 'must be a day like 2024-05-31 or 5/31/2024 (MM/DD/YYYY)';

/** Parses yes or no as spreadsheets write it. Any other text is returned unchanged, so that the form rejects it. */
export function parseYesNoCell(cell: string | undefined): boolean | string | undefined {
  const text = cleanTypedText(cell ?? '').toLowerCase();
  if (['true', 'yes', 'y', '1'].includes(text)) return true;
  return ['false', 'no', 'n', '0'].includes(text) ? false : cell;
}

/**
 * Returns the value of a cell such as `="02139"`: some programs write such formulas, so that a spreadsheet keeps leading zeros.
 */
export const withoutCellFormula = (cell: string): string => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;

const TOTAL = /^(?:grand |sub)?totals?:?$/i;
const FIGURE = /^[-$\d.,() ]*$/;

/** Returns true for the totals below a table: the first filled cell of the row says `Total`, and all others are figures. */
export function isTotalsRow(cells: readonly string[]): boolean {
  const [first = '', ...others] = cells.map(cleanTypedText).filter(Boolean);
  return TOTAL.test(first) && others.every((cell) => FIGURE.test(cell));
}

const exported = (as: string) => `format its column as ${as} there and export it again`;
// A code such as `11-5` or `NOV-5`, as Excel writes it after taking it for a day.
const MADE_DAY = /^(?:\d{1,2}-[a-z]{3}|[a-z]{3}-\d{2})$/i;
// Text in UTF-8 that was read as Windows-1252: `NÃºÃ±ez`, `Oâ€™Brien`.
const WRONG_ENCODING = /[\u00c2\u00c3][\u0080-\u00bf]|\u00e2\u20ac/;
const CODES = new Set(['serial', 'confirmation', 'folio', 'postcode']);
const DAYS = new Set(['play_date', 'created_at']);

const hasMonth = (cell: string): boolean => monthNumberOfName(cell.toLowerCase().replace(/[^a-z]/g, '')) > 0;

type Damage = { isIt: (field: string, cell: string) => boolean; says: string };
const ofCode = (field: string): boolean => CODES.has(field);

/**
 * The kinds of damage that spreadsheets do to cells, each with the end of a sentence that names the damage. The first match
 * counts.
 */
const DAMAGES: Damage[] = [
  {
    isIt: (_, cell) => /^#{3,}$|^#(?:REF|VALUE|NAME|NULL|NUM|DIV\/0|N\/A)[!?]?$/.test(cell),
    says: 'is an error of the spreadsheet and no value: mend it there and export it again',
  },
  {
    isIt: (_, cell) => WRONG_ENCODING.test(cell),
    says: 'has broken letters: export the file again as CSV UTF-8',
  },
  {
    isIt: (field, cell) => ofCode(field) && field !== 'postcode' && MADE_DAY.test(cell) && hasMonth(cell),
    says: `was made a day by a spreadsheet: ${exported('text')}`,
  },
  {
    // The form on the screen has the same rule for phones.
    isIt: (field, cell) => ofCode(field) && isSpreadsheetNumber(cell),
    says: `was shortened by a spreadsheet: ${exported('text')}`,
  },
  {
    isIt: (field, cell) => field === 'play_time' && /^0?\.\d+$/.test(cell),
    says: `was shortened by a spreadsheet to a part of a day: ${exported('a time like 07:42')}`,
  },
  {
    isIt: (field, cell) => DAYS.has(field) && /^\d{5}(?:\.\d+)?$/.test(cell),
    says: `was shortened by a spreadsheet to a number of days: ${exported('a date like 2024-05-31')}`,
  },
];

/** Describes how a spreadsheet has damaged a cell, as the end of a sentence; null if the cell is not damaged. */
export const spreadsheetDamage = (field: string, cell: string): string | null =>
  DAMAGES.find(({ isIt }) => isIt(field, cell))?.says ?? null;
