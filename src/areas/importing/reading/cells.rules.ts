import { realDay } from '../../../contract/dates.ts';

/** A day as spreadsheets write it, `2024-05-31` or `5/31/2024`, as `YYYY-MM-DD`; null for what is no day. */
export function readDay(cell: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(cell) ?? [];
  const [, usMonth, usDay, usYear] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(cell) ?? [];
  const found = realDay(Number(year ?? usYear), Number(month ?? usMonth), Number(day ?? usDay));
  return year === undefined && usYear === undefined ? null : found;
}

export const NO_DAY = 'must be a day like 2024-05-31 or 5/31/2024';

/** Yes or no as spreadsheets write it; what is neither stays as it is, for the form to refuse. */
export function readFlag(cell: string | undefined): boolean | string | undefined {
  const text = cell?.toLowerCase() ?? '';
  if (['true', 'yes', 'y', '1'].includes(text)) return true;
  return ['false', 'no', 'n', '0'].includes(text) ? false : cell;
}
