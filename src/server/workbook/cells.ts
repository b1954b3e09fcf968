import { style } from './styles.ts';
import { escaped, fitting, looksLikeFormula } from './text.ts';
import type { Cell, Kind } from './workbook.ts';

/** How many of a column's unit are 1 in a cell. */
export const UNITS: Partial<Record<Kind, number>> = { number: 1, money: 100, percent: 1000 };
const DAY_MS = 86_400_000;
// Day 61 is March 1 1900: before it spreadsheets disagree, for one of them counts a February 29.
const FIRST_DAY = 61;

/** `A`, `B`, ... `Z`, `AA`, ... of a column from 0. */
export const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

function daysOf(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const days = Date.parse(text) / DAY_MS + 25_569;
  return days >= FIRST_DAY ? days : null;
}

function partOfDay(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours === undefined ? null : (Number(hours) * 60 + Number(minutes)) / 1440;
}

function momentOf(text: string): number | null {
  const days = daysOf(text.slice(0, 10));
  const part = partOfDay(text.slice(11));
  return days === null || part === null ? null : days + part;
}

const READ: Partial<Record<Kind, (text: string) => number | null>> = {
  ...{ date: daysOf, time: partOfDay, moment: momentOf },
};

/** What a cell of that kind has as a number, or null where it is text. */
function numberOf(kind: Kind, value: string | number): number | null {
  if (typeof value === 'string') return READ[kind]?.(value) ?? null;
  const unit = UNITS[kind];
  return unit !== undefined && Number.isFinite(value) ? value / unit : null;
}

/** A cell's XML; nothing where there is nothing in it. `at` is its place, `A5`. */
export function cellXml(at: string, kind: Kind, value: Cell): string {
  if (value === null || value === '') return '';
  const number = numberOf(kind, value);
  return number === null
    ? textXml(at, String(value), style.of)
    : `<c r="${at}" s="${style.of(kind)}"><v>${number}</v></c>`;
}

/** A cell of text, in the look that `styleOf` has for it. */
export function textXml(at: string, text: string, styleOf: (kind: 'text' | 'quoted') => number): string {
  const look = styleOf(looksLikeFormula(text) ? 'quoted' : 'text');
  const space = /^\s|\s$/.test(text) ? ' xml:space="preserve"' : '';
  return `<c r="${at}" s="${look}" t="inlineStr"><is><t${space}>${escaped(fitting(text))}</t></is></c>`;
}
