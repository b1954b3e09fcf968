import { addDays, dayOfWeek, formatMonthDay } from '../../../contract/dates.ts';
import { parseTypedTime } from '../../../contract/typed/days-and-times.ts';
import type { AdapterScrape, CourseAdapter } from '../adapter.ts';
import type { CancellationAnswer, CourseReference, DayScrapeOutcome } from '../course-system.ts';
import { schemaFieldNames } from '../checking/fields.ts';
import type { FullHttpAnswer } from '../reading/full-answer.ts';
import type { CourseRequestContext } from '../reading/send-request.ts';
import { ScrapeFailed, unreadableAnswer } from '../reading/failure.ts';
import { parseAnswerJson, parseAnswer } from '../reading/shapes.ts';
import { resolveLocalTime } from '../reading/wall-clock.ts';
import {
  BookingRules,
  ClubProphetCancelAnswer,
  SlotsAnswer,
  ClubProphetSlotSchema,
} from './club-prophet-shapes.ts';
import { parseClubProphetSlots } from './club-prophet-times.ts';
import {
  tenantHost,
  tenantSessionOpener,
  type ClubProphetSettings,
  type TenantSession,
} from './club-prophet-visit.ts';

/** Creates the adapter for Club Prophet's online reservations, where each tenant (a course or a town) has its own address. */
export function clubProphetAdapter(settings: ClubProphetSettings): CourseAdapter {
  const visitOf = tenantSessionOpener(settings);
  return {
    reads: schemaFieldNames(ClubProphetSlotSchema),
    secrets: [settings.member?.password ?? '', settings.member?.userName ?? ''],
    hostOf: (course) => tenantHost(settings, course),
    async readDay(look) {
      const visit = await visitOf(look.course, look.asking, look.attempt === 2);
      const course = visit.courses.find(({ courseId }) => courseId === visit.courseId);
      if (visit.courses.length > 0 && !course)
        throw new ScrapeFailed('wrong_ids', `Club Prophet's tenant has no course ${visit.courseId}.`);
      return readSheet(visit, look, course?.timezoneId ?? null);
    },
    cancel: async ({ course, confirmation }, asking) =>
      cancel(await visitOf(course, asking, false), confirmation, settings.member),
  };
}

async function readSheet(
  visit: TenantSession,
  look: AdapterScrape,
  zone: string | null,
): Promise<DayScrapeOutcome> {
  const answered = await visit.inTransaction((transactionId) =>
    visit.send(`/TeeTimes?${queryOf(visit, look.date, transactionId)}`, { known: [400], isOfDay: true }),
  );
  if (answered.status === 400) return outsideWindow(visit, look, answered);
  const slots = slotsOf(answered);
  return parseClubProphetSlots(slots, { course: look.course, date: look.date, zone, text: answered.text });
}

function queryOf({ courseId }: TenantSession, date: string, transactionId: string | null): string {
  const query = new URLSearchParams({
    searchDate: `${dayOfWeek(date)} ${dayText(date)}`,
    courseIds: courseId,
    holes: '0',
    numberOfPlayer: '0',
    teeOffTimeMin: '0',
    teeOffTimeMax: '23',
    searchTimeType: '0',
    teeSheetSearchView: '5',
    classCode: 'R',
    defaultOnlineRate: 'N',
    isUseCapacityPricing: 'false',
    memberStoreId: '1',
    searchType: '1',
    isChangeTeeOffTime: 'true',
  });
  if (transactionId !== null) query.set('transactionId', transactionId);
  return query.toString();
}

// Formats a day as `Sun May 04 2031`, the form in which browsers print it.
function dayText(date: string): string {
  const [month = '', day = ''] = formatMonthDay(date).split(' ');
  return `${month} ${day.padStart(2, '0')} ${date.slice(0, 4)}`;
}

/** Returns the slots of an answer; for a day without slots the system answers with a message instead of a list. */
function slotsOf(answered: FullHttpAnswer) {
  const { content, messageKey, isSuccess } = parseAnswer(SlotsAnswer, answered);
  if (content !== null) return content;
  if (messageKey === 'NO_TEETIMES') return [];
  if (isSuccess === false || messageKey !== null)
    throw new ScrapeFailed('refused', `Club Prophet answered ${messageKey ?? 'that it failed'}.`, {
      text: answered.text,
    });
  throw unreadableAnswer('it has no list of times', answered.text);
}

/** Interprets an answer with status 400: its message says that the day is not sold (yet), or that RIC's request was wrong. */
async function outsideWindow(
  visit: TenantSession,
  { course, date, asking }: AdapterScrape,
  answered: FullHttpAnswer,
): Promise<DayScrapeOutcome> {
  const isOutside = /not able to book this tee time currently|days in advance/i.test(answered.text);
  if (!isOutside)
    throw new ScrapeFailed('refused', `Club Prophet refused the request: ${wordsOf(answered)}`, {
      text: answered.text,
    });
  const today = clockToday(asking, course);
  if (date <= today) return { outcome: 'none', confirmed: true, reason: 'too_late', warnings: [] };
  return { outcome: 'not_released', opens_at: await opensAt(visit, course, date) };
}

const clockToday = (asking: CourseRequestContext, { time_zone }: CourseReference): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: time_zone, dateStyle: 'short' }).format(asking.now());

/**
 * Returns the instant at which a day is released by the rules of the booking class. Null if the rules cannot be read,
 * because the scrape itself succeeded.
 */
async function opensAt(
  visit: TenantSession,
  { time_zone }: CourseReference,
  date: string,
): Promise<string | null> {
  const query = new URLSearchParams({ classcode: 'R', courseIds: visit.courseId, searchDate: date });
  try {
    const { bookingRuleByClass } = parseAnswer(
      BookingRules,
      await visit.send(`/BookingRuleModels?${query.toString()}`),
    );
    const rule = bookingRuleByClass[0]?.bookingRuleByCourse[0];
    if (!rule) return null;
    const isWeekend = ['Sat', 'Sun'].includes(dayOfWeek(date));
    const days = (isWeekend ? rule.daysInAdvanceWeekend : null) ?? rule.daysInAdvance;
    const time = parseTypedTime(rule.time ?? '') ?? '00:00';
    return resolveLocalTime(addDays(date, -days), time, time_zone)?.starts_at ?? null;
  } catch (error) {
    if (error instanceof ScrapeFailed) return null;
    throw error;
  }
}

async function cancel(
  visit: TenantSession,
  confirmation: string,
  member: ClubProphetSettings['member'],
): Promise<CancellationAnswer> {
  if (!member)
    return {
      state: 'refused',
      message: 'RIC has no account at Club Prophet to cancel with. Call the course.',
    };
  const answered = await visit.sendAsMember('/CancelReservation', {
    bookingIds: [confirmation],
    courseId: visit.courseId,
    reasonId: 0,
    cancelDetail: 'Canceled by the agency',
  });
  const { isSuccess, errors } = parseAnswer(ClubProphetCancelAnswer, answered);
  const message = (errors ?? []).join(' ');
  if (isSuccess || /already/i.test(message)) return { state: 'canceled' };
  if (message === '') throw unreadableAnswer('it refuses without a word', answered.text);
  return { state: 'refused', message };
}

function wordsOf(answered: FullHttpAnswer): string {
  const text = answered.text.trimStart().startsWith('{')
    ? JSON.stringify(parseAnswerJson(answered))
    : answered.text;
  return text.slice(0, 200);
}
