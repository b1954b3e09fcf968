import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';

const EPOCH = Temporal.PlainDate.from('1970-01-01');
/** Generates any day of the years 1860 to 2134. */
export const anyCalendarDay = fc
  .integer({ min: -40_000, max: 60_000 })
  .map((days) => EPOCH.add({ days }).toString());
/** Generates any minute of a day. */
export const anyTimeOfDay = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) => Temporal.PlainTime.from('00:00').add({ minutes: minute }).toString().slice(0, 5));
