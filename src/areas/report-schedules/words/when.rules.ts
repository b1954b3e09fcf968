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

/** The longest that two days of a schedule may lie apart: two months' last days. */
const MOST_DAYS = 62;

/** `07:00` */
export const clockOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

function isOn({ repeats, weekday, day_of_month }: When, date: string): boolean {
  if (repeats === 'daily') return true;
  if (repeats === 'weekly') return dayOfWeek(date) === weekday;
  const last = addDays(monthsAfter(`${date.slice(0, 7)}-01`, 1), -1);
  return Number(date.slice(8)) === Math.min(day_of_month ?? 1, Number(last.slice(8)));
}

/** The instant (ms) at which it is due on a day: an hour that the clock jumps over is the next, one that comes twice its first. */
const dueOn = (when: When, date: string, zone: string): number => instantOf(date, clockOf(when.hour), zone);

function found(when: When, from: Date, zone: string, isFound: (due: number) => boolean, step: 1 | -1) {
  // An hour that the clock jumps over may be the day's before or after: a day is looked at on either side.
  let date = addDays(businessNow(from, zone).date, -step);
  for (let days = 0; days <= MOST_DAYS; days += 1, date = addDays(date, step))
    if (isOn(when, date) && isFound(dueOn(when, date, zone)))
      return { date, at: new Date(dueOn(when, date, zone)) };
  throw new RangeError('A schedule is due on no day.');
}

/** When it is due next, after an instant. */
export const nextDue = (when: When, after: Date, zone: string): Date =>
  found(when, after, zone, (due) => due > after.getTime(), 1).at;

/** The office's day on which it was due last, at an instant or before. */
export const lastDueDay = (when: When, now: Date, zone: string): string =>
  found(when, now, zone, (due) => due <= now.getTime(), -1).date;

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
/** `the 31st, or the last day` */
export const dayOfMonthRead = (day: number): string =>
  day > 28 ? `the ${ordinal(day)}, or the last day` : `the ${ordinal(day)}`;

/** `Every Monday at 07:00` */
export function whenRead({ repeats, weekday, day_of_month, hour }: When): string {
  const at = `at ${clockOf(hour)}`;
  if (repeats === 'daily') return `Every day ${at}`;
  if (repeats === 'weekly') return `Every ${weekday ? WEEKDAY_NAMES[weekday] : 'week'} ${at}`;
  return `Every month on ${dayOfMonthRead(day_of_month ?? 1)} ${at}`;
}
