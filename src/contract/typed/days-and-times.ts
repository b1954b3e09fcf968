import { addDays, dayOfWeek, realDay, WEEKDAYS } from '../dates.ts';

const two = (text: string | number): string => String(text).padStart(2, '0');

// Eight years hold a February 29 even around a century that has none.
const nextSuchDay = (month: number, day: number, today: string): string | null => {
  const thisYear = Number(today.slice(0, 4));
  for (let year = thisYear; year <= thisYear + 8; year += 1) {
    const date = realDay(year, month, day);
    if (date && date >= today) return date;
  }
  return null;
};

const dayFrom = (month: number, day: number, year: string | undefined, today: string): string | null => {
  if (year === undefined) return nextSuchDay(month, day, today);
  return realDay(year.length === 2 ? 2000 + Number(year) : Number(year), month, day);
};

const MONTH_NAMES = 'january february march april may june july august september october november december';
const WEEKDAY_NAMES = 'monday tuesday wednesday thursday friday saturday sunday';
// Three letters or more of a name: `sept`, `thurs`.
const placeOf = (names: string, typed: string): number =>
  names.split(' ').findIndex((name) => typed.length >= 3 && name.startsWith(typed));
const isWeekdayOf = (date: string, typed: string): boolean =>
  WEEKDAYS[placeOf(WEEKDAY_NAMES, typed)] === dayOfWeek(date);

// From one 31st to the next are two months at most.
const LONGEST_TO_SUCH_A_DAY = 62;

/**
 * The days that are reckoned from today: `today`, `tom`, `yesterday`, `+3`, and the next weekday (`sat`) or day of a month (`5`), which
 * may be today.
 */
function dayFromToday(typed: string, today: string): string | null {
  const near = placeOf('yesterday today tomorrow', typed);
  if (near >= 0) return addDays(today, near - 1);
  if (/^\+\d{1,3}$/.test(typed)) return addDays(today, Number(typed));
  const isMeant = /^\d{1,2}$/.test(typed)
    ? (date: string) => date.slice(8) === two(typed)
    : (date: string) => isWeekdayOf(date, typed);
  return (
    Array.from({ length: LONGEST_TO_SUCH_A_DAY }, (_, ahead) => addDays(today, ahead)).find(isMeant) ?? null
  );
}

// `dec 5`, `5 dec`, `5th of December`, with a weekday before and a year behind.
const WEEKDAY_BEFORE = /^(?:([a-z]{3,9})\.?,? )?/;
const MONTH_AND_DAY = /([a-z]{3,9})\.? ?(\d{1,2})(?:st|nd|rd|th)?/;
const DAY_AND_MONTH = /(\d{1,2})(?:st|nd|rd|th)? ?(?:of )?([a-z]{3,9})\.?/;
const YEAR_BEHIND = /(?:,? ?(\d{4}))?$/;
const NAMED_DAY = new RegExp(
  `${WEEKDAY_BEFORE.source}(?:${MONTH_AND_DAY.source}|${DAY_AND_MONTH.source})${YEAR_BEHIND.source}`,
);

// `12/5`, `12-5-26`, and without anything in between `1205`, `120526`.
const NUMBERS = /^(\d{1,2})([/-])(\d{1,2})(?:\2(\d{4}|\d\d))?$/;
const CLOSE_NUMBERS = /^(\d\d)()(\d\d)(\d{4}|\d\d)?$/;

/**
 * Reads a day as people say and type it into `YYYY-MM-DD`, or null for what is no day: `tomorrow`, `sat`, `+3`,
 * `2026-12-01`, `12/1/2026`, `12-1-26`, `1201`, `Dec 4 2026`, `4 dec`, and as `formatDay` writes it. Without a year
 * (`dec 4`, `12/4`, `1204`), or without its month too (`4`), it is the next such day from `today` on.
 */
export function parseTypedDay(text: string, today: string): string | null {
  const typed = text.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso) return realDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const [, month, , day, year] = NUMBERS.exec(typed) ?? CLOSE_NUMBERS.exec(typed) ?? [];
  if (month) return dayFrom(Number(month), Number(day), year, today);
  return dayFromToday(typed, today) ?? namedDay(typed, today);
}

function namedDay(typed: string, today: string): string | null {
  const named = NAMED_DAY.exec(typed);
  if (!named) return null;
  const [, weekday, month, day, dayBefore, monthBehind = '', year] = named;
  const date = dayFrom(placeOf(MONTH_NAMES, month ?? monthBehind) + 1, Number(day ?? dayBefore), year, today);
  return date && (!weekday || isWeekdayOf(date, weekday)) ? date : null;
}

// Seconds stand behind colons alone: `7.42.10` may be anything.
const TYPED_TIME = /^(\d{1,2}?)(?:[:.]?(\d{2})|:(\d{2}):[0-5]\d)?(?: ?([ap])m?)?$/;
const NAMED_TIMES = new Map([
  ['midnight', '00:00'],
  ['noon', '12:00'],
]);

/** Reads a time as people type it (`742`, `7:42`, `7.42`, `07:42:00`, `1930`, `7:42 pm`, `7`, `noon`, `midnight`) into `HH:MM`, or null for no time. */
export function parseTypedTime(text: string): string | null {
  const meant = text.trim().toLowerCase();
  const typed = TYPED_TIME.exec(meant);
  if (!typed) return NAMED_TIMES.get(meant) ?? null;
  const [, hours, minutes = typed[3] ?? '00', , half] = typed;
  const hour = half ? hourOfHalf(Number(hours), half) : Number(hours);
  return hour === null || hour > 23 || Number(minutes) > 59 ? null : `${two(hour)}:${minutes}`;
}

function hourOfHalf(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}
