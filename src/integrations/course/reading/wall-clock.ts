import { businessNow, exactInstantOf } from '../../../contract/dates.ts';

/** A reading of the course's clock, with its instant. */
export type ClockReading = { date: string; time: string; starts_at: string };

const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?$/;
const OFFSET = /^(.+[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})$/;

/** The clock reading of a local text (`2031-05-04T07:10:00`, seconds ignored), or null if the day has no such time. */
export function readLocal(text: string, timeZone: string): ClockReading | null {
  const [, date, time] = LOCAL.exec(text) ?? [];
  return date === undefined || time === undefined ? null : clockReading(date, time, timeZone);
}

/** Says if a text is a time of a clock, skipped on some day or not. */
export const isTimeOfDay = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Says if a text begins with a day and a time of its clock. */
export const isLocal = (text: string): boolean => {
  const [, date = '', time = ''] = LOCAL.exec(text) ?? [];
  return isDay(date) && isTimeOfDay(time);
};

/** The clock reading of a date and a time, or null if the zone's clock skips it or the day does not exist. */
export function clockReading(date: string, time: string, timeZone: string): ClockReading | null {
  if (!isDay(date) || !isTimeOfDay(time)) return null;
  const instant = exactInstantOf(date, time, timeZone);
  return instant === null ? null : { date, time, starts_at: new Date(instant).toISOString() };
}

/**
 * The course's clock reading at an instant that is written with its offset (`-0600` or `-06:00`), or null if the text
 * is not one.
 */
export function readInstant(
  text: string,
  timeZone: string,
): (ClockReading & { isOtherOffset: boolean }) | null {
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
