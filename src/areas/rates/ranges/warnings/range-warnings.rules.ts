import { addDays, dayOfWeek, daysBetween, formatMonthDay } from '../../../../contract/dates.ts';
import type { DateRangeWarning } from '../rate-date-ranges.contract.ts';

export type RangeToCheck = {
  id: number;
  golf_rate_id: number;
  start: string;
  end: string;
  /** The range's times, `HH:MM`; if both are empty, the range covers all day. */
  time_start: string;
  time_end: string;
  rate_days: readonly string[];
};
type WarningDetail = Omit<DateRangeWarning, 'range_id'>;

/**
 * Returns the warnings for a rate's date ranges, given all live ranges of the same course and type: days that two ranges cover
 * at the same hours, and days between two ranges that no range covers. Both are allowed, because the more specific range wins
 * an overlap, and a gap may be intended. Days before `today` are left out.
 */
export function dateRangeWarnings(
  own: readonly RangeToCheck[],
  live: readonly RangeToCheck[],
  today: string,
): DateRangeWarning[] {
  return own.flatMap((range) => {
    const others = live.filter((other) => other.id !== range.id);
    const overlaps = others.flatMap((other) => overlapOf(range, other, today));
    return [...overlaps, ...gapsBeside(range, others, today)].map((warning) => ({
      range_id: range.id,
      ...warning,
    }));
  });
}

const shareHours = (one: RangeToCheck, other: RangeToCheck): boolean =>
  one.time_start < (other.time_end || '24:00') && other.time_start < (one.time_end || '24:00');
const dated = (day: string): string => `${formatMonthDay(day)} ${day.slice(0, 4)}`;
const spanText = ({ start, end }: Span): string =>
  start === end ? dated(start) : `${dated(start)} to ${dated(end)}`;
const later = (one: string, other: string): string => (one > other ? one : other);
const earlier = (one: string, other: string): string => (one < other ? one : other);

type Span = { start: string; end: string };

function overlapOf(range: RangeToCheck, other: RangeToCheck, today: string): WarningDetail[] {
  const span = { start: later(range.start, other.start), end: earlier(range.end, other.end) };
  if (span.start > span.end || span.end < today || !shareHours(range, other)) return [];
  const days = range.rate_days.filter((day) => other.rate_days.includes(day) && fallsIn(day, span));
  if (days.length === 0) return [];
  const isOwn = other.golf_rate_id === range.golf_rate_id;
  const by = isOwn ? 'another range of this rate' : `rate ${other.golf_rate_id}`;
  const message = `${spanText(span)}: ${days.join(', ')} ${days.length === 1 ? 'is' : 'are'} also covered by ${by}.`;
  return [{ rate_id: isOwn ? null : other.golf_rate_id, message }];
}

// Gaps are found for weekdays only, because holidays and maintenance windows have no day before or after.
function gapsBeside(range: RangeToCheck, others: readonly RangeToCheck[], today: string): WarningDetail[] {
  const open = new Map<string, string[]>();
  for (const day of range.rate_days.filter(isWeekday)) {
    const beside = others.filter((other) => other.rate_days.includes(day) && shareHours(range, other));
    for (const gap of [gapBefore(range, beside), gapAfter(range, beside)]) {
      if (!gap || gap.end < today || !fallsIn(day, gap)) continue;
      open.set(spanText(gap), [...(open.get(spanText(gap)) ?? []), day]);
    }
  }
  return [...open].map(([span, days]) => ({
    rate_id: null,
    message: `${span}: no rate covers ${days.join(', ')}.`,
  }));
}

const isWeekday = (day: string): boolean => day.length === 3;

/** Returns true if a weekday occurs in a span of days; `H` and `M` may always occur. */
function fallsIn(day: string, { start, end }: Span): boolean {
  if (!isWeekday(day) || daysBetween(start, end) >= 6) return true;
  const dates = Array.from({ length: daysBetween(start, end) + 1 }, (_, ahead) => addDays(start, ahead));
  return dates.some((date) => dayOfWeek(date) === day);
}

// The last day that can be stored: a range up to this day is meant to last forever, so it has no gap after it.
const LAST_DAY = '9999-12-31';

function gapAfter(range: RangeToCheck, beside: readonly RangeToCheck[]): Span | null {
  if (range.end >= LAST_DAY) return null;
  const start = addDays(range.end, 1);
  if (beside.some((other) => other.start <= start && other.end >= start)) return null;
  const next = beside
    .map((other) => other.start)
    .filter((day) => day > start)
    .toSorted()[0];
  return next ? { start, end: addDays(next, -1) } : null;
}

function gapBefore(range: RangeToCheck, beside: readonly RangeToCheck[]): Span | null {
  const end = addDays(range.start, -1);
  if (beside.some((other) => other.start <= end && other.end >= end)) return null;
  const before = beside
    .map((other) => other.end)
    .filter((day) => day < end)
    .toSorted()
    .at(-1);
  return before ? { start: addDays(before, 1), end } : null;
}
