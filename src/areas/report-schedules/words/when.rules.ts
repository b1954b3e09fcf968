import {
  addDays,
  businessNow,
  dayOfWeek,
  instantOf,
  WEEKDAYS,
  type Weekday,
} from '../../../contract/dates.ts';
import type { When } from '../report-schedules.contract.ts';
import { monthsAfter } from './ranges.rules.ts';

/** The longest distance between two days of a schedule: the last days of two months. */
const MOST_DAYS = 62;

/** Formats an hour: `07:00`. */
export const scheduleClock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

function isOn({ repeats, weekday, day_of_month }: When, date: string): boolean {
  if (repeats === 'daily') return true;
  if (repeats === 'weekly') return dayOfWeek(date) === weekday;
  const last = addDays(monthsAfter(`${date.slice(0, 7)}-01`, 1), -1);
  return Number(date.slice(8)) === Math.min(day_of_month ?? 1, Number(last.slice(8)));
}

/**
 * Returns the instant (ms) at which it is due on a day: an hour that the clock skips becomes the next one, and of one that occurs
 * twice it is the first.
 */
const dueOn = (when: When, date: string, zone: string): number =>
  instantOf(date, scheduleClock(when.hour), zone);

type Due = { date: string; at: Date };

/** Returns the due days around an instant, in order: from two months before to two months after. */
function duesAround(when: When, instant: Date, zone: string): Due[] {
  const { date: today } = businessNow(instant, zone);
  const dates = Array.from({ length: 2 * MOST_DAYS + 1 }, (_, at) => addDays(today, at - MOST_DAYS));
  return dates
    .filter((date) => isOn(when, date))
    .map((date) => ({ date, at: new Date(dueOn(when, date, zone)) }));
}

function there(due: Due | undefined): Due {
  if (!due) throw new RangeError('A schedule is due on no day.');
  return due;
}

/** Returns the next due time after an instant. */
export const nextDue = (when: When, after: Date, zone: string): Date =>
  there(duesAround(when, after, zone).find(({ at }) => at > after)).at;

/** Returns the office's day on which it was last due, at an instant or before. */
export const lastDueDay = (when: When, now: Date, zone: string): string =>
  there(duesAround(when, now, zone).findLast(({ at }) => at <= now)).date;

const WEEKDAY_NAMES: Record<Weekday, string> = {
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
  Sun: 'Sunday',
};
export const WEEKDAY_CHOICES = WEEKDAYS.map((day) => [day, WEEKDAY_NAMES[day]] as const);

function ordinal(day: number): string {
  const ends = ['th', 'st', 'nd', 'rd'];
  const isTeen = day > 10 && day < 14;
  return `${day}${(isTeen ? undefined : ends[day % 10]) ?? 'th'}`;
}
/** Returns `the 31st, or the last day`. */
export const dayOfMonthRead = (day: number): string =>
  day > 28 ? `the ${ordinal(day)}, or the last day` : `the ${ordinal(day)}`;

/** Describes the times: `Every Monday at 07:00`. */
export function whenRead({ repeats, weekday, day_of_month, hour }: When): string {
  const at = `at ${scheduleClock(hour)}`;
  if (repeats === 'daily') return `Every day ${at}`;
  if (repeats === 'weekly') return `Every ${weekday ? WEEKDAY_NAMES[weekday] : 'week'} ${at}`;
  return `Every month on ${dayOfMonthRead(day_of_month ?? 1)} ${at}`;
}
