import { businessNow, exactLocalInstant } from '../../../contract/dates.ts';

/** A local date and time at a course, with its instant. */
export type LocalTimeWithInstant = { date: string; time: string; starts_at: string };

const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?$/;
const OFFSET = /^(.+[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})$/;

/**
 * Parses a local text (`2031-05-04T07:10:00`, seconds ignored); null if a clock change skips the time or the day does
 * not exist.
 */
export function parseLocalTime(text: string, timeZone: string): LocalTimeWithInstant | null {
  const [, date, time] = LOCAL.exec(text) ?? [];
  return date === undefined || time === undefined ? null : resolveLocalTime(date, time, timeZone);
}

/** Returns true if a text is a time of day, even if a clock change skips that time on some day. */
export const isTimeOfDay = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Returns true if a text begins with a local day and time. */
export const beginsWithLocalTime = (text: string): boolean => {
  const [, date = '', time = ''] = LOCAL.exec(text) ?? [];
  return isDay(date) && isTimeOfDay(time);
};

/** Returns a local date and time with its instant, or null if a clock change skips the time or the day does not exist. */
export function resolveLocalTime(date: string, time: string, timeZone: string): LocalTimeWithInstant | null {
  if (!isDay(date) || !isTimeOfDay(time)) return null;
  const instant = exactLocalInstant(date, time, timeZone);
  return instant === null ? null : { date, time, starts_at: new Date(instant).toISOString() };
}

/**
 * Parses an instant that is written with its UTC offset (`-0600` or `-06:00`) into the local date and time at the
 * course; null for any other text.
 */
export function parseOffsetInstant(
  text: string,
  timeZone: string,
): (LocalTimeWithInstant & { isOtherOffset: boolean }) | null {
  const [, local = '', offset = ''] = OFFSET.exec(text) ?? [];
  const colon = offset === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`;
  const instant = Date.parse(`${local.replace(' ', 'T')}${colon}`);
  if (local === '' || Number.isNaN(instant)) return null;
  const { date, time } = businessNow(new Date(instant), timeZone);
  const isOtherOffset = !local.replace(' ', 'T').startsWith(`${date}T${time}`);
  return { date, time, starts_at: new Date(instant).toISOString(), isOtherOffset };
}

const isDay = (date: string) =>
  !Number.isNaN(Date.parse(`${date}T00:00:00Z`)) &&
  new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
