import {
  addDays,
  businessNow,
  dayOfWeek,
  localInstant,
  WEEKDAYS,
  type Weekday,
} from '../../../contract/dates.ts';
import type { ScheduleTimes } from '../report-schedules.contract.ts';
import { addMonths } from './ranges.rules.ts';

/** The days to search before and after an instant: two months, so that even a monthly schedule has a due day among them. */
const MOST_DAYS = 62;

/** Formats an hour of the day: `07:00`. */
export const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

function isOn({ repeats, weekday, day_of_month }: ScheduleTimes, date: string): boolean {
  if (repeats === 'daily') return true;
  if (repeats === 'weekly') return dayOfWeek(date) === weekday;
  const last = addDays(addMonths(`${date.slice(0, 7)}-01`, 1), -1);
  return Number(date.slice(8)) === Math.min(day_of_month ?? 1, Number(last.slice(8)));
}

/**
 * Returns the instant (ms) at which a schedule is due on a day. If daylight saving time skips the hour, the next one counts; if
 * the hour occurs twice, the first one.
 */
const dueOn = (when: ScheduleTimes, date: string, zone: string): number =>
  localInstant(date, formatHour(when.hour), zone);

type Due = { date: string; at: Date };

/** Returns the days on which a schedule is due, in order, from two months before an instant to two months after. */
function duesAround(when: ScheduleTimes, instant: Date, zone: string): Due[] {
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

/** Returns the instant after the given one at which a schedule is due next. */
export const nextDueTime = (when: ScheduleTimes, after: Date, zone: string): Date =>
  there(duesAround(when, after, zone).find(({ at }) => at > after)).at;

/** Returns the day, in the office's time zone, on which a schedule was last due, up to an instant. */
export const lastDueDay = (when: ScheduleTimes, now: Date, zone: string): string =>
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
/** Formats a day of the month for people: `the 31st, or the last day`. */
export const formatDayOfMonth = (day: number): string =>
  day > 28 ? `the ${ordinal(day)}, or the last day` : `the ${ordinal(day)}`;

/** Describes the times of a schedule: `Every Monday at 07:00`. */
export function scheduleTimesText({ repeats, weekday, day_of_month, hour }: ScheduleTimes): string {
  const at = `at ${formatHour(hour)}`;
  if (repeats === 'daily') return `Every day ${at}`;
  if (repeats === 'weekly') return `Every ${weekday ? WEEKDAY_NAMES[weekday] : 'week'} ${at}`;
  return `Every month on ${formatDayOfMonth(day_of_month ?? 1)} ${at}`;
}
