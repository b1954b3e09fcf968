import { addDays, businessNow, daysBetween } from '../../../contract/dates.ts';
import type { CourseAt, PriceOffer, ReadOutcome } from '../course-system.ts';
import { centsOf } from '../reading/cents.ts';
import { DaySheet } from '../reading/day-sheet.ts';
import { OddRow, ReadFailed, unreadable } from '../reading/failure.ts';
import { clockReading, isLocal, readLocal } from '../reading/wall-clock.ts';
import { allOf, findElement, textOf, type Element } from './soap.ts';

/** The names of the elements that this file reads. */
export const FIELDS_READ = [
  'id',
  'advDays',
  'insideDays',
  'onReq',
  'onReg',
  'dt',
  'tm',
  'allow',
  'ppPrice',
  'ppRegPrice',
  'ppTxnFee',
  'ppCharge',
  'curr',
  'chrgCurr',
  'info',
  'flags',
];

type Reading = { course: CourseAt; date: string; now: Date; text: string };

/** Converts a result of CourseAvail to an outcome for the course's day. */
export function readAvailability(result: Element, reading: Reading): ReadOutcome {
  const { course, date, text } = reading;
  const courses = allOf(findElement(result, 'Courses'), 'caCourse', 'alCourse');
  const found = courses.find((one) => textOf(one, 'id') === course.course_ref);
  if (!found && courses.length > 0) throw unreadable('it is about another course', text);
  if (!found) return leftOut;
  const item = textOf(found, 'rc');
  if (item !== null && Number(item) !== 0) throw itemRefused(item, textOf(found, 'msg') ?? '');
  const outside = outsideWindow(found, reading);
  if (outside) return outside;
  const sheet = new DaySheet(date);
  const isInstant = !/^(true|1|y)/i.test(textOf(found, 'onReq', 'onReg') ?? '');
  for (const day of allOf(findElement(found, 'Dates'), 'alDate', 'caDate')) {
    const ofDay = { ...reading, day: textOf(day, 'dt') ?? '', isInstant };
    sheet.readRows(
      allOf(findElement(day, 'Times'), 'caTime', 'alTime'),
      (time) => addTime(sheet, time, ofDay),
      (time) => clockOf(time, ofDay),
    );
  }
  return sheet.outcome(true, text);
}

/** A course without times may be left out, like an unknown course. */
const leftOut: ReadOutcome = {
  outcome: 'none',
  confirmed: false,
  reason: 'none_open',
  warnings: ['Golfswitch leaves this course out: it has no times, or its id is wrong.'],
};

const itemRefused = (code: string, message: string) =>
  /not found|unknown|invalid|inactive/i.test(message)
    ? new ReadFailed('wrong_ids', `Golfswitch does not know this course: ${message.slice(0, 200)}`)
    : new ReadFailed(
        'refused',
        `Golfswitch answered for this course with code ${code}: ${message.slice(0, 200)}`,
      );

/** `insideDays` 1 sells from tomorrow on, `advDays` is how many days ahead it sells; both may be missing. */
function outsideWindow(found: Element, { course, date, now }: Reading): ReadOutcome | null {
  const ahead = daysBetween(businessNow(now, course.time_zone).date, date);
  const [inside, farthest] = [textOf(found, 'insideDays'), textOf(found, 'advDays')];
  if (inside !== null && ahead < Number(inside))
    return { outcome: 'none', confirmed: true, reason: 'too_late', warnings: [] };
  if (farthest === null || Number(farthest) <= 0 || ahead <= Number(farthest)) return null;
  const opens = clockReading(addDays(date, -Number(farthest)), '00:00', course.time_zone);
  return { outcome: 'not_released', opens_at: opens?.starts_at ?? null };
}

type TimeReading = Reading & { day: string; isInstant: boolean };

/** Null for a reading that the clock skips, undefined for no time. */
function clockOf(time: Element, { course, day }: TimeReading) {
  // 710 is ten past seven.
  const padded = (textOf(time, 'tm') ?? '').padStart(4, '0');
  const text = `${day.slice(0, 10)}T${padded.slice(0, 2)}:${padded.slice(2)}`;
  return isLocal(text) ? readLocal(text, course.time_zone) : undefined;
}

function addTime(sheet: DaySheet, time: Element, reading: TimeReading): void {
  const clock = clockOf(time, reading);
  const allow = textOf(time, 'allow') ?? '';
  if (clock === undefined || !/^[YN]{1,8}$/i.test(allow))
    throw new OddRow('its time is not written as Golfswitch writes it');
  const digits = textOf(time, 'tm') ?? '';
  sheet.add({
    clock,
    starting_side: null,
    // Golfswitch names no holes.
    holes: null,
    spots: [...allow.toUpperCase()].flatMap((letter, at) => (letter === 'Y' ? [at + 1] : [])),
    offers: [offerOf(sheet, time, { digits, isInstant: reading.isInstant })],
  });
}

function offerOf(
  sheet: DaySheet,
  time: Element,
  { digits, isInstant }: { digits: string; isInstant: boolean },
): PriceOffer {
  const currency = textOf(time, 'curr') || 'USD';
  const charged = textOf(time, 'chrgCurr') || currency;
  if (charged !== currency) sheet.warn(`Golfswitch charges in ${charged} what it shows in ${currency}.`);
  return {
    rate_name: textOf(time, 'info') || null,
    booking_class: null,
    currency,
    raw_green_fee: centsOf(textOf(time, 'ppPrice')),
    raw_cart_fee: null,
    raw_taxes_and_fees: centsOf(textOf(time, 'ppTxnFee')),
    // An amount in another currency is left out here.
    raw_due_online: charged === currency ? centsOf(textOf(time, 'ppCharge')) : null,
    raw_due_at_course: null,
    raw_regular_fee: centsOf(textOf(time, 'ppRegPrice')),
    cart: 'unknown',
    is_instant: isInstant,
    offer_ref: textOf(time, 'flags') || digits,
  };
}
