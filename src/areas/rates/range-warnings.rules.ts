import { addDays, formatMonthDay } from '../../contract/dates.ts';

export type WarnedRange = {
  id: number;
  golf_rate_id: number;
  start: string;
  end: string;
  /** `HH:MM`; both empty is all day. */
  time_start: string;
  time_end: string;
  rate_days: readonly string[];
};
export type RangeWarning = { range_id: number; message: string };

/**
 * What staff should look at beside a rate's own ranges, given every live range of the same course and type: days that two
 * ranges cover at the same hours, and days between two ranges that none covers. Both are allowed: the narrower range wins an
 * overlap, and a gap may be meant.
 */
export function rangeWarnings(own: readonly WarnedRange[], live: readonly WarnedRange[]): RangeWarning[] {
  return own.flatMap((range) => {
    const others = live.filter((other) => other.id !== range.id);
    const overlaps = others.flatMap((other) => overlapOf(range, other));
    const messages = [...overlaps, ...gapsBeside(range, others)];
    return [...new Set(messages)].map((message) => ({ range_id: range.id, message }));
  });
}

const sharedDays = (one: WarnedRange, other: WarnedRange): string[] =>
  one.rate_days.filter((day) => other.rate_days.includes(day));
const shareHours = (one: WarnedRange, other: WarnedRange): boolean =>
  one.time_start < (other.time_end || '24:00') && other.time_start < (one.time_end || '24:00');
const nameOf = (other: WarnedRange, range: WarnedRange): string =>
  other.golf_rate_id === range.golf_rate_id ? 'another range of this rate' : `rate ${other.golf_rate_id}`;
const dated = (day: string): string => `${formatMonthDay(day)} ${day.slice(0, 4)}`;
const span = (start: string, end: string): string =>
  start === end ? dated(start) : `${dated(start)} to ${dated(end)}`;
const later = (one: string, other: string): string => (one > other ? one : other);
const earlier = (one: string, other: string): string => (one < other ? one : other);

function overlapOf(range: WarnedRange, other: WarnedRange): string[] {
  const days = sharedDays(range, other);
  if (days.length === 0 || !shareHours(range, other)) return [];
  const [start, end] = [later(range.start, other.start), earlier(range.end, other.end)];
  if (start > end) return [];
  return [`${span(start, end)}: ${days.join(', ')} is also covered by ${nameOf(other, range)}.`];
}

// The days of the week only: holidays and maintenance have no day before or after.
function gapsBeside(range: WarnedRange, others: readonly WarnedRange[]): string[] {
  const days = new Map<string, string[]>();
  for (const day of range.rate_days.filter((name) => name.length === 3)) {
    const beside = others.filter((other) => other.rate_days.includes(day) && shareHours(range, other));
    for (const gap of [gapAfter(range, beside), gapBefore(range, beside)]) {
      if (gap) days.set(gap, [...(days.get(gap) ?? []), day]);
    }
  }
  return [...days].map(([gap, names]) => `${gap}: no rate covers ${names.join(', ')}.`);
}

function gapAfter(range: WarnedRange, beside: readonly WarnedRange[]): string | null {
  const first = addDays(range.end, 1);
  if (beside.some((other) => other.start <= first && other.end >= first)) return null;
  const next = beside
    .map((other) => other.start)
    .filter((start) => start > first)
    .toSorted()[0];
  return next ? span(first, addDays(next, -1)) : null;
}

function gapBefore(range: WarnedRange, beside: readonly WarnedRange[]): string | null {
  const last = addDays(range.start, -1);
  if (beside.some((other) => other.start <= last && other.end >= last)) return null;
  const before = beside
    .map((other) => other.end)
    .filter((end) => end < last)
    .toSorted()
    .at(-1);
  return before ? span(addDays(before, 1), last) : null;
}
