import { formatMonthDay, isCalendarDay } from '../dates.ts';

/** A range of days from the first to the last, inclusive; null for an open end. */
export type DayRange = { from: string | null; to: string | null };

const BETWEEN = '..';
/** Returns a range of days in the form of the wire. */
export const dayRangeText = ({ from, to }: DayRange): string => `${from ?? ''}${BETWEEN}${to ?? ''}`;

/** Returns the range of a day and all later days in the form of the wire. */
export const openDayRangeFrom = (from: string): string => dayRangeText({ from, to: null });

/**
 * Parses a range of days in the form of the wire: `2026-12-01` alone, `2026-12-01..2026-12-31`, or open at one end;
 * null for any other text.
 */
export function parseDayRange(text: string): DayRange | null {
  if (isCalendarDay(text)) return { from: text, to: text };
  const [from = '', to = '', ...more] = text.split(BETWEEN);
  const isRange = text.includes(BETWEEN) && more.length === 0 && from + to !== '';
  const areDays = [from, to].every((day) => day === '' || isCalendarDay(day));
  return isRange && areDays ? { from: from || null, to: to || null } : null;
}

const formatShort = (day: string): string => `${formatMonthDay(day)} ${day.slice(0, 4)}`;

/** Formats a range of days for people: `Dec 1 2026 to Dec 31 2026`, `from Dec 1 2026`, `until Dec 31 2026`. */
export function formatDayRange({ from, to }: DayRange): string {
  if (from !== null && to !== null) return `${formatShort(from)} to ${formatShort(to)}`;
  return from === null ? `until ${formatShort(to ?? '')}` : `from ${formatShort(from)}`;
}
