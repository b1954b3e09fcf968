import { formatDay, WEEKDAYS, dayOfWeek } from './dates.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

const ordinal = (day: number): string => {
  const isTeen = day > 10 && day < 14;
  const ending = isTeen ? undefined : ['st', 'nd', 'rd'][(day % 10) - 1];
  return `${day}${ending ?? 'th'}`;
};

/** Returns a `YYYY-MM-DD` day in spoken form: `Saturday, December 5th`. */
export function spokenDay(date: string): string {
  const weekday = DAYS[WEEKDAYS.indexOf(dayOfWeek(date))] ?? '';
  const month = MONTHS[Number(date.slice(5, 7)) - 1] ?? '';
  return `${weekday}, ${month} ${ordinal(Number(date.slice(8)))}`;
}

/** Returns a time of day that is stored as a number (742) as `07:42`. */
export function formatClockNumber(time: number): string {
  const digits = String(time).padStart(4, '0');
  return `${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** Returns a time of day that is stored as a number (742) as people say it: `7:42 AM`. */
export function spokenTime(time: number): string {
  const hour = Math.floor(time / 100);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${formatClockNumber(time).slice(3)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Formats an open time for a title: `Sat, Dec 5 2026, 07:52`. */
export const formatOpenTime = (date: string, time: number): string =>
  `${formatDay(date)}, ${formatClockNumber(time)}`;
