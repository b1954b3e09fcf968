import { addDays, businessNow, dayOfWeek, daysBetween, localInstant } from '../../../contract/dates.ts';
import { seededRandom } from './seeded-random.ts';
import type { SimulatedCourse } from './courses.ts';

/** A bookable time on a simulated tee sheet, as of an instant. Prices are cents per player. */
export type SimulatedSlot = {
  /** The index of the slot on the day's tee sheet. */
  place: number;
  date: string;
  time: string;
  starts_at: Date;
  side: 'Front' | 'Back';
  holes: (9 | 18)[];
  /** The number of free seats, at least 1. */
  seats: number;
  /** The party sizes that may book, in ascending order. */
  sizes: number[];
  raw_green_fee: Record<9 | 18, number>;
  raw_cart: number;
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const HOLD = 6 * MINUTE;

/**
 * Returns a day at a simulated course: if the day is released, and the open times at the instant. The same arguments
 * always give the same tee sheet.
 */
export function simulatedTeeSheet(
  course: SimulatedCourse,
  date: string,
  now: Date,
): { isReleased: boolean; slots: SimulatedSlot[] } {
  const ahead = daysBetween(businessNow(now, course.time_zone).date, date);
  if (ahead < 0 || ahead > course.days) return { isReleased: ahead <= 0, slots: [] };
  return { isReleased: true, slots: slotsOf(course, date, now) };
}

function slotsOf(course: SimulatedCourse, date: string, now: Date): SimulatedSlot[] {
  const slots: SimulatedSlot[] = [];
  const { first, lastFull, last } = hoursOf(date);
  for (let minute = first, place = 0; minute <= last; minute += course.interval, place += 1) {
    const full = minute <= lastFull;
    slots.push(...openAt(course, { date, minute, place, holes: full ? [9, 18] : [9], side: 'Front' }, now));
    if (course.hasBackNine && minute < first + 60)
      slots.push(...openAt(course, { date, minute, place: place + 200, holes: [9], side: 'Back' }, now));
  }
  return slots;
}

/**
 * Returns the opening hours of a day in minutes after midnight: the first time, the last one for 18 holes, and the
 * last one of all; hours are longer in summer.
 */
function hoursOf(date: string) {
  const month = Number(date.slice(5, 7));
  const summer = month >= 4 && month <= 9 ? 1 : 0;
  return { first: 390 - 30 * summer, lastFull: 780 + 120 * summer, last: 900 + 150 * summer };
}

type Place = { date: string; minute: number; place: number; holes: (9 | 18)[]; side: SimulatedSlot['side'] };

function openAt(course: SimulatedCourse, place: Place, now: Date): SimulatedSlot[] {
  const time = `${String(Math.floor(place.minute / 60)).padStart(2, '0')}:${String(place.minute % 60).padStart(2, '0')}`;
  const starts_at = new Date(localInstant(place.date, time, course.time_zone));
  const key = `${course.number} ${place.date} ${place.place}`;
  const seats =
    starts_at <= now || isHeld(key, starts_at, now) ? 0 : 4 - taken(key, { ...place, starts_at, now });
  const sizes = [1, 2, 3, 4].filter((size) => size >= course.least && size <= seats);
  if (sizes.length === 0) return [];
  return [{ ...place, time, starts_at, seats, sizes, ...pricesOf(course, place) }];
}

/**
 * Returns true while a time is hidden, for six minutes at a time, because somebody seems to be booking it; this
 * happens more often as the day approaches.
 */
function isHeld(key: string, starts_at: Date, now: Date): boolean {
  const share = starts_at.getTime() - now.getTime() < 48 * HOUR ? 0.06 : 0.01;
  const turn = Math.floor((now.getTime() + seededRandom(key, 'turn') * HOLD) / HOLD);
  return seededRandom(key, 'hold', turn) < share;
}

/** Returns the seats of the parties that have booked and not canceled so far; each party books some time before it plays. */
function taken(
  key: string,
  { date, minute, starts_at, now }: Place & { starts_at: Date; now: Date },
): number {
  const isWanted = ['Fri', 'Sat', 'Sun'].includes(dayOfWeek(date)) || (minute > 420 && minute < 600);
  let seats = 0;
  for (let party = 0; party < 3; party += 1) {
    if (seededRandom(key, party, 'comes') > (isWanted ? 0.75 : 0.5)) continue;
    const lead = 336 * HOUR * seededRandom(key, party, 'lead') ** 2;
    const isBooked = now.getTime() >= starts_at.getTime() - lead;
    const left = seededRandom(key, party, 'leaves') < 0.3 ? lead * seededRandom(key, party, 'when') : 0;
    const isCanceled = left > 0 && now.getTime() >= starts_at.getTime() - left;
    const size = 1 + Math.floor(seededRandom(key, party, 'size') * 4);
    if (isBooked && !isCanceled && seats + size <= 4) seats += size;
  }
  return seats;
}

const SEASON = [1.2, 1.25, 1.3, 1.2, 1, 0.85, 0.75, 0.75, 0.85, 1, 1.1, 1.15];

/** Returns the prices in whole dollars by season, weekend and time of day (early, day, twilight). */
function pricesOf({ raw_base }: SimulatedCourse, { date, minute }: Place) {
  const season = SEASON[Number(date.slice(5, 7)) - 1] ?? 1;
  const weekend = ['Fri', 'Sat', 'Sun'].includes(dayOfWeek(date)) ? 1.3 : 1;
  const frame = minute < 600 ? 1.1 : minute < 810 ? 1 : 0.65;
  const full = Math.round((raw_base * season * weekend * frame) / 100) * 100;
  return { raw_green_fee: { 9: Math.round((full * 0.6) / 100) * 100, 18: full }, raw_cart: 2_200 };
}

/** Returns the next day, for a course that answers the wrong day. */
export const nextDay = (date: string): string => addDays(date, 1);
