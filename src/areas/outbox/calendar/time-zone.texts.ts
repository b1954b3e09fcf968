import { dayOfWeek, utcOffsetAt } from '../../../contract/dates.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** The distance at which clock changes are searched: no clock changes twice within it. */
const STEP = 7 * DAY;

/** A change of a time zone's clock: its instant, and the offsets from UTC before and after it, all in milliseconds. */
type Change = { at: number; from: number; to: number };

const known = new Map<string, string[]>();

/**
 * Returns the VTIMEZONE lines (RFC 5545, 3.6.5) of a time zone, for an event in the given year. The rules begin in the year
 * before, so that one of them applies on January 1. A clock change that does not recur by rule in the next year is written as a
 * single date.
 */
export function timeZoneLines(time_zone: string, year: number): string[] {
  const key = `${time_zone} ${year}`;
  const lines = known.get(key) ?? linesOf(time_zone, year);
  if (known.size > 200) known.clear();
  known.set(key, lines);
  return lines;
}

function linesOf(time_zone: string, year: number): string[] {
  const [changes, next] = [changesIn(year - 1, time_zone), changesIn(year, time_zone)];
  const rules = changes.map((change, at) => ruleOf(change, next[at]));
  const isYearly = changes.length > 0 && changes.length === next.length && !rules.includes(null);
  const offset = utcOffsetAt(Date.UTC(year - 1, 0, 1), time_zone);
  const first = { at: Date.UTC(year - 1, 0, 1) - offset, from: offset, to: offset };
  const observances = isYearly
    ? changes.map((change, at) => observance(change, rules[at] ?? null))
    : [first, ...changes, ...next].map((change) => observance(change, null));
  return ['BEGIN:VTIMEZONE', `TZID:${time_zone}`, ...observances.flat(), 'END:VTIMEZONE'];
}

function observance({ at, from, to }: Change, rule: string | null): string[] {
  const kind = to > from ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${kind}`,
    // DTSTART is on the clock before the change.
    `DTSTART:${new Date(at + from).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`,
    ...(rule === null ? [] : [`RRULE:${rule}`]),
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(to)}`,
    `END:${kind}`,
  ];
}

/** Returns the yearly rule that two clock changes follow, such as the second Sunday of March, or null. */
function ruleOf(change: Change, next: Change | undefined): string | null {
  if (!next || next.from !== change.from || next.to !== change.to) return null;
  const [one, other] = [dayOf(change), dayOf(next)];
  if (one.month !== other.month || one.weekday !== other.weekday || one.time !== other.time) return null;
  const nth = one.nth === other.nth ? one.nth : one.isLast && other.isLast ? -1 : null;
  return nth === null ? null : `FREQ=YEARLY;BYMONTH=${one.month};BYDAY=${nth}${one.weekday}`;
}

function dayOf({ at, from }: Change) {
  const local = new Date(at + from);
  const date = local.toISOString().slice(0, 10);
  const days = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate();
  return {
    month: local.getUTCMonth() + 1,
    weekday: dayOfWeek(date).slice(0, 2).toUpperCase(),
    nth: Math.ceil(local.getUTCDate() / 7),
    isLast: local.getUTCDate() + 7 > days,
    time: local.toISOString().slice(11),
  };
}

/** Returns the clock changes of a time zone in a year. */
function changesIn(year: number, time_zone: string): Change[] {
  const changes: Change[] = [];
  const end = Date.UTC(year + 1, 0, 1);
  for (let begin = Date.UTC(year, 0, 1); begin < end; begin += STEP) {
    const [from, to] = [utcOffsetAt(begin, time_zone), utcOffsetAt(Math.min(begin + STEP, end), time_zone)];
    if (from !== to)
      changes.push({ at: changeBetween(begin, Math.min(begin + STEP, end), time_zone), from, to });
  }
  return changes;
}

function changeBetween(before: number, after: number, time_zone: string): number {
  const from = utcOffsetAt(before, time_zone);
  let [low, high] = [before, after];
  while (high - low > MINUTE) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE;
    if (utcOffsetAt(middle, time_zone) === from) low = middle;
    else high = middle;
  }
  return high;
}

function offsetText(offset: number): string {
  const minutes = Math.round(offset / MINUTE);
  const two = (number: number) => String(Math.abs(number)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}${two(minutes % 60)}`;
}
