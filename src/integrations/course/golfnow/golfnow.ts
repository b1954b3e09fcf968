import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import type { CourseAdapter } from '../adapter.ts';
import type { CancellationAnswer, DayScrapeOutcome } from '../course-system.ts';
import { schemaFieldNames } from '../checking/fields.ts';
import type { FullHttpAnswer } from '../reading/full-answer.ts';
import {
  sendCourseRequest,
  type CourseRequestContext,
  type CourseHttpRequest,
} from '../reading/send-request.ts';
import { OpenTimeCollector } from '../reading/day-sheet.ts';
import { ScrapeFailed } from '../reading/failure.ts';
import { parseAnswer, rejectionMessage } from '../reading/shapes.ts';
import { addGolfNowRates, GolfNowRateSet, GolfNowTimesPage } from './golfnow-times.ts';

export type GolfNowSettings = {
  apiUrl: string;
  userName: string;
  password: string;
  channel: string;
  /** The secret that signs every request, so that the password is not sent. */
  clientSecret?: string | undefined;
  /**
   * The customer account that holds the operator's reservations; without it GolfNow is only scraped, and no
   * reservation is canceled.
   */
  customer?: { email: string; password: string } | undefined;
};

const PAGE = 100;
const MOST_PAGES = 12;
/**
 * The party sizes. GolfNow needs a separate request to tell if a party size may book; the meaning of its `PlayerRule`
 * is not published.
 */
const PARTIES = [1, 2, 3, 4];

/** Creates the adapter for GolfNow's affiliate API (gnsvc). */
export function golfNowAdapter(settings: GolfNowSettings): CourseAdapter {
  const { password, clientSecret, customer } = settings;
  return {
    hostOf: () => new URL(settings.apiUrl).host,
    reads: [...schemaFieldNames(GolfNowTimesPage), ...schemaFieldNames(GolfNowRateSet)],
    secrets: [
      settings.userName,
      password,
      clientSecret ?? '',
      customer?.email ?? '',
      customer?.password ?? '',
    ],
    async readDay({ course, date, asking }) {
      const sheet = new OpenTimeCollector(date);
      const day: Day = { settings, asking, facility: course.course_ref, date };
      let complete = true;
      let text = '';
      for (const players of PARTIES) {
        const read = await readParty(day, players);
        complete &&= read.complete;
        text = read.text;
        addGolfNowRates(sheet, read.sets, { players, timeZone: course.time_zone });
      }
      if (!complete) sheet.warn('GolfNow cut the list: there may be more times than these.');
      return ofParts(sheet, complete, text);
    },
    cancel: ({ confirmation }, asking) => cancel(settings, confirmation, asking),
  };
}

/** Returns the result of a day's sheet; a list that was cut and has no times says nothing about the day, so it throws. */
function ofParts(sheet: OpenTimeCollector, complete: boolean, text: string): DayScrapeOutcome {
  const outcome = sheet.outcome(complete, text);
  if (outcome.outcome === 'none' && !complete)
    throw new ScrapeFailed(
      'unreadable',
      'The answer could not be read: it says that it was cut, and is empty.',
      { text },
    );
  return outcome;
}

type Day = { settings: GolfNowSettings; asking: CourseRequestContext; facility: string; date: string };
type PartyRead = { sets: GolfNowTimesPage['TeeTimes']; complete: boolean; text: string };

async function readParty({ settings, asking, facility, date }: Day, players: number): Promise<PartyRead> {
  const sets: GolfNowTimesPage['TeeTimes'] = [];
  let total: number | null = null;
  let text = '';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({
      'date-min': `${date}T00:00:00`,
      'date-max': `${date}T23:59:59`,
      players: String(players),
      take: String(PAGE),
      skip: String(sets.length),
    });
    const answered = await send(
      settings,
      asking,
      `/channel/${encodeURIComponent(settings.channel)}/facilities/${encodeURIComponent(facility)}/tee-times?${query.toString()}`,
      { sending: { isOfDay: true } },
    );
    const read = parseAnswer(GolfNowTimesPage, answered);
    text = answered.text;
    sets.push(...read.TeeTimes);
    // The tee sheet changed between two pages of the answer, so times may be missing.
    const moved = total !== null && total !== read.TotalTeeTimes;
    total = read.TotalTeeTimes;
    if (read.LimitReached || moved) return { sets, complete: false, text };
    if (sets.length >= total) return { sets, complete: true, text };
    if (read.TeeTimes.length === 0) break;
  }
  return { sets, complete: false, text };
}

/** Sends one request to GolfNow; only requests in a customer's name carry `CustomerToken`. */
function send(
  settings: GolfNowSettings,
  asking: CourseRequestContext,
  path: string,
  { sending = {}, known = [] }: { sending?: CourseHttpRequest; known?: number[] } = {},
): Promise<FullHttpAnswer> {
  const headers = { AdvancedErrorCodes: 'True', ...signed(settings, asking.now()), ...sending.headers };
  return sendCourseRequest(asking, settings.apiUrl + path, { ...sending, headers }, known);
}

function signed({ userName, password, clientSecret }: GolfNowSettings, now: Date): Record<string, string> {
  if (clientSecret === undefined) return { UserName: userName, Password: password };
  const seconds = String(Math.floor(now.getTime() / 1000));
  const hashed = createHash('sha1').update(password).digest('base64');
  const signature = createHmac('sha256', clientSecret)
    .update(userName + hashed + seconds)
    .digest('base64');
  return { UserName: userName, Authorization: signature, Timestamp: seconds };
}

const CustomerToken = z.string().min(1);
const Reservation = z.object({ Status: z.string().nullish(), IsCancelled: z.boolean().nullish() });

// This route is taken from a client's code, not from GolfNow's own documentation; see docs/algorithms/course-systems.md.
async function cancel(
  settings: GolfNowSettings,
  confirmation: string,
  asking: CourseRequestContext,
): Promise<CancellationAnswer> {
  const { customer } = settings;
  if (!customer)
    return { state: 'refused', message: 'RIC has no customer at GolfNow to cancel as. Call the course.' };
  const base = `/customers/${encodeURIComponent(customer.email)}`;
  const token = await send(settings, asking, `${base}/authentication-token`, {
    sending: {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ EMail: customer.email, Password: customer.password }),
    },
  });
  const headers = { CustomerToken: parseAnswer(CustomerToken, token) };
  const path = `${base}/reservations/${encodeURIComponent(confirmation)}`;
  const answered = await send(settings, asking, path, {
    sending: { method: 'DELETE', headers },
    known: [404, 409, 422],
  });
  if (answered.status < 400) return { state: 'canceled' };
  if (answered.status !== 404)
    return {
      state: 'refused',
      message: rejectionMessage(answered.text) ?? 'GolfNow refused the cancellation.',
    };
  // Each answer contains the token for the next request.
  const next = { CustomerToken: answered.headers.get('CustomerToken') ?? headers.CustomerToken };
  const found = await send(settings, asking, path, { sending: { headers: next }, known: [404] });
  if (found.status !== 404 && isCanceled(parseAnswer(Reservation, found))) return { state: 'canceled' };
  return { state: 'refused', message: 'GolfNow has no reservation with this confirmation.' };
}

const isCanceled = ({ Status, IsCancelled }: z.infer<typeof Reservation>) =>
  IsCancelled === true || /cancel/i.test(Status ?? '');
