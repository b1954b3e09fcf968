import { addDays, businessNow, daysBetween } from '../../../contract/dates.ts';
import type { CourseReference, PriceOffer, DayScrapeOutcome } from '../course-system.ts';
import { dollarsToCents } from '../reading/cents.ts';
import { OpenTimeCollector } from '../reading/day-sheet.ts';
import { UnreadableRow, ScrapeFailed, unreadableAnswer } from '../reading/failure.ts';
import { resolveLocalTime, beginsWithLocalTime, parseLocalTime } from '../reading/wall-clock.ts';
import { childElements, findElement, elementText, type XmlElement } from './soap.ts';

/** The names of the XML elements that this file reads. */
export const GOLFSWITCH_FIELDS = [
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

type Reading = { course: CourseReference; date: string; now: Date; text: string };

/** Converts a result of CourseAvail to the result of a scrape. */
export function parseGolfswitchAvailability(result: XmlElement, reading: Reading): DayScrapeOutcome {
  const { course, date, text } = reading;
  const courses = childElements(findElement(result, 'Courses'), 'caCourse', 'alCourse');
  const found = courses.find((one) => elementText(one, 'id') === course.course_ref);
  if (!found && courses.length > 0) throw unreadableAnswer('it is about another course', text);
  if (!found) return leftOut;
  const item = elementText(found, 'rc');
  if (item !== null && Number(item) !== 0) throw itemRefused(item, elementText(found, 'msg') ?? '');
  const outside = outsideWindow(found, reading);
  if (outside) return outside;
  const sheet = new OpenTimeCollector(date);
  const isInstant = !/^(true|1|y)/i.test(elementText(found, 'onReq', 'onReg') ?? '');
  for (const day of childElements(findElement(found, 'Dates'), 'alDate', 'caDate')) {
    const ofDay = { ...reading, day: elementText(day, 'dt') ?? '', isInstant };
    sheet.readRows(
      childElements(findElement(day, 'Times'), 'caTime', 'alTime'),
      (time) => addTime(sheet, time, ofDay),
      (time) => clockOf(time, ofDay),
    );
  }
  return sheet.outcome(true, text);
}

/** The outcome for a course that Golfswitch left out, which means either that it has no times or that it is unknown. */
const leftOut: DayScrapeOutcome = {
  outcome: 'none',
  confirmed: false,
  reason: 'none_open',
  warnings: ['Golfswitch leaves this course out: it has no times, or its id is wrong.'],
};

const itemRefused = (code: string, message: string) =>
  /not found|unknown|invalid|inactive/i.test(message)
    ? new ScrapeFailed('wrong_ids', `Golfswitch does not know this course: ${message.slice(0, 200)}`)
    : new ScrapeFailed(
        'refused',
        `Golfswitch answered for this course with code ${code}: ${message.slice(0, 200)}`,
      );

/**
 * Returns the outcome for a day outside of the course's sales window, else null. With `insideDays` 1 a course sells
 * from tomorrow on; `advDays` is how many days ahead it sells; both may be missing.
 */
function outsideWindow(found: XmlElement, { course, date, now }: Reading): DayScrapeOutcome | null {
  const ahead = daysBetween(businessNow(now, course.time_zone).date, date);
  const [inside, farthest] = [elementText(found, 'insideDays'), elementText(found, 'advDays')];
  if (inside !== null && ahead < Number(inside))
    return { outcome: 'none', confirmed: true, reason: 'too_late', warnings: [] };
  if (farthest === null || Number(farthest) <= 0 || ahead <= Number(farthest)) return null;
  const opens = resolveLocalTime(addDays(date, -Number(farthest)), '00:00', course.time_zone);
  return { outcome: 'not_released', opens_at: opens?.starts_at ?? null };
}

type TimeReading = Reading & { day: string; isInstant: boolean };

/** Parses the time of an XML element. Null for a time that a clock change skips, undefined if there is no time. */
function clockOf(time: XmlElement, { course, day }: TimeReading) {
  // The number 710 means ten past seven.
  const padded = (elementText(time, 'tm') ?? '').padStart(4, '0');
  const text = `${day.slice(0, 10)}T${padded.slice(0, 2)}:${padded.slice(2)}`;
  return beginsWithLocalTime(text) ? parseLocalTime(text, course.time_zone) : undefined;
}

function addTime(sheet: OpenTimeCollector, time: XmlElement, reading: TimeReading): void {
  const clock = clockOf(time, reading);
  const allow = elementText(time, 'allow') ?? '';
  if (clock === undefined || !/^[YN]{1,8}$/i.test(allow))
    throw new UnreadableRow('its time is not written as Golfswitch writes it');
  const digits = elementText(time, 'tm') ?? '';
  sheet.add({
    clock,
    starting_side: null,
    // Golfswitch does not say the number of holes.
    holes: null,
    spots: [...allow.toUpperCase()].flatMap((letter, at) => (letter === 'Y' ? [at + 1] : [])),
    offers: [offerOf(sheet, time, { digits, isInstant: reading.isInstant })],
  });
}

function offerOf(
  sheet: OpenTimeCollector,
  time: XmlElement,
  { digits, isInstant }: { digits: string; isInstant: boolean },
): PriceOffer {
  const currency = elementText(time, 'curr') || 'USD';
  const charged = elementText(time, 'chrgCurr') || currency;
  if (charged !== currency) sheet.warn(`Golfswitch charges in ${charged} what it shows in ${currency}.`);
  return {
    rate_name: elementText(time, 'info') || null,
    booking_class: null,
    currency,
    raw_green_fee: dollarsToCents(elementText(time, 'ppPrice')),
    raw_cart_fee: null,
    raw_taxes_and_fees: dollarsToCents(elementText(time, 'ppTxnFee')),
    // The amount due online is left out if its currency differs from that of the price.
    raw_due_online: charged === currency ? dollarsToCents(elementText(time, 'ppCharge')) : null,
    raw_due_at_course: null,
    raw_regular_fee: dollarsToCents(elementText(time, 'ppRegPrice')),
    cart: 'unknown',
    is_instant: isInstant,
    offer_ref: elementText(time, 'flags') || digits,
  };
}
