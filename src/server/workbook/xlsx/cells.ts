import type { CellValue, CellKind } from '../workbook.ts';
import { dataCellStyle } from './styles.ts';
import { needsWrapping } from '../wrapping.ts';
import { escapeXml } from './xml.ts';

const LONGEST = 32_767;
const fitting = (text: string): string =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, '')}…`;

/** Returns the XML of a text cell, cut with an ellipsis at 32,767 UTF-16 units; the text is never a formula, however it begins. */
export function textCellXml(at: string, text: string, looks = dataCellStyle): string {
  const look = looks('=+-@\t\r'.includes(text.charAt(0)) ? 'quoted' : 'text');
  const space = text === text.trim() ? '' : ' xml:space="preserve"';
  return `<c r="${at}" s="${look}" t="inlineStr"><is><t${space}>${escapeXml(fitting(text))}</t></is></c>`;
}

/** Returns the letters of a column, counted from 0: `A`, `B`, ... `Z`, `AA`, ... */
export const columnLetters = (column: number): string =>
  (column < 26 ? '' : columnLetters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

// Day 61 is March 1 1900. For earlier days programs disagree, because Excel counts a February 29, 1900.
function daysOf(text: string): number | null {
  const days = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) / 86_400_000 + 25_569 : 0;
  return days >= 61 ? days : null;
}
function partOfDay(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours === undefined ? null : (Number(hours) * 60 + Number(minutes)) / 1440;
}
function momentOf(text: string): number | null {
  const [days, part] = [daysOf(text.slice(0, 10)), partOfDay(text.slice(11))];
  return days === null || part === null ? null : days + part;
}

/** The number of units of a cell's kind that make 1 in a workbook, e.g. 100 cents. */
export const UNITS_PER_CELL: Partial<Record<CellKind, number>> = { number: 1, money: 100, percent: 1000 };
const READ: Partial<Record<CellKind, (text: string) => number | null>> = {
  date: daysOf,
  time: partOfDay,
  moment: momentOf,
};

/**
 * Returns a function that writes the cells of a column; a value that does not fit the column's kind becomes text, and
 * null makes no cell.
 */
export function cellWriter(
  kind: CellKind,
  letter: string,
  width: number,
): (row: number, value: CellValue) => string {
  const [unit, read] = [UNITS_PER_CELL[kind], READ[kind]];
  const look = dataCellStyle(kind);
  const short: typeof dataCellStyle = (name) => (name === 'quoted' ? dataCellStyle(name) : look);
  const long: typeof dataCellStyle = (name) => dataCellStyle(name === 'quoted' ? 'quotedLong' : 'long');
  const looksOf = (text: string) => (kind === 'text' && needsWrapping(text, width) ? long : short);
  const numberOf = (value: string | number): number | null => {
    if (typeof value === 'string') return read?.(value) ?? null;
    return unit !== undefined && Number.isFinite(value) ? value / unit : null;
  };
  return (row, value) => {
    if (value === null || value === '') return '';
    const number = numberOf(value);
    if (number === null) return textCellXml(letter + row, String(value), looksOf(String(value)));
    return `<c r="${letter}${row}" s="${look}"><v>${number}</v></c>`;
  };
}
