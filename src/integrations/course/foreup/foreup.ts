import type { CourseAdapter } from '../adapter.ts';
import type { CancellationAnswer, CourseReference } from '../course-system.ts';
import { schemaFieldNames } from '../checking/fields.ts';
import type { FullHttpAnswer } from '../reading/full-answer.ts';
import {
  sendCourseRequest,
  type CourseRequestContext,
  type CourseHttpRequest,
} from '../reading/send-request.ts';
import { ScrapeFailed } from '../reading/failure.ts';
import { HourCache } from '../reading/etag-cache.ts';
import { parseAnswer, rejectionMessage } from '../reading/shapes.ts';
import { ForeUpReservation, ForeUpTeeSheets, ForeUpTimeSchema, ForeUpToken } from './foreup-shapes.ts';
import { parseForeUpTimes } from './foreup-times.ts';

export type ForeUpSettings = { apiUrl: string; email: string; password: string };

/** Sends one request to foreUP as the signed-in user. */
type Send = (path: string, sending?: CourseHttpRequest, known?: readonly number[]) => Promise<FullHttpAnswer>;

/**
 * Creates the adapter for foreUP's partner API. A token is fetched once, and again when foreUP answers 403, which
 * means an expired token or a course that has withdrawn its permission. The tee sheets of a facility are fetched once
 * an hour.
 */
export function foreUpAdapter(settings: ForeUpSettings): CourseAdapter {
  const signIn = signInOf(settings);
  const sheets = new HourCache<string[]>();
  const sheetsOf = async (
    send: Send,
    course: CourseReference,
    { now }: CourseRequestContext,
  ): Promise<{ facility: string; ids: string[] }> => {
    const [facility = '', sheet] = course.course_ref.split('.');
    if (sheet) return { facility, ids: [sheet] };
    return { facility, ids: await sheets.get(facility, now, () => listSheets(send, facility)) };
  };
  return {
    secrets: [settings.email, settings.password],
    reads: schemaFieldNames(ForeUpTimeSchema),
    hostOf: () => new URL(settings.apiUrl).host,
    async readDay({ course, date, asking }) {
      const send = signIn(asking);
      const { facility, ids } = await sheetsOf(send, course, asking);
      const [sheet = '', ...others] = ids;
      if (others.length > 0) throw severalSheets(facility, ids);
      const query = new URLSearchParams({
        date,
        startTime: '0000',
        endTime: '2359',
        // Without these parameters, foreUP lists only 18 holes and the first side.
        holes: 'Both',
        scheduleSideId: 'all',
      });
      const path = `/courses/${encodeURIComponent(facility)}/teesheets/${encodeURIComponent(sheet)}/teetimes`;
      return parseForeUpTimes(await send(`${path}?${query.toString()}`, { isOfDay: true }), { course, date });
    },
    async cancel({ course, confirmation }, asking) {
      const send = signIn(asking);
      const { facility, ids } = await sheetsOf(send, course, asking);
      let answer: CancellationAnswer = { state: 'refused', message: UNKNOWN_RESERVATION };
      for (const sheet of ids) {
        const path = ['courses', facility, 'teesheets', sheet, 'bookings', confirmation];
        answer = await cancelAt(send, `/${path.map(encodeURIComponent).join('/')}`);
        if (answer.state === 'canceled' || answer.message !== UNKNOWN_RESERVATION) return answer;
      }
      return answer;
    },
  };
}

const UNKNOWN_RESERVATION = 'foreUP has no reservation with this confirmation.';

const severalSheets = (facility: string, ids: string[]) =>
  new ScrapeFailed(
    'wrong_ids',
    `foreUP keeps ${ids.length} tee sheets under ${facility}. Name the course's own as the foreUP course id: ` +
      `${ids.map((id) => `${facility}.${id}`).join(' or ')}.`,
  );

async function listSheets(send: Send, facility: string): Promise<string[]> {
  const listed = parseAnswer(
    ForeUpTeeSheets,
    await send(`/courses/${encodeURIComponent(facility)}/teesheets`),
  );
  if (listed.length === 0)
    throw new ScrapeFailed('wrong_ids', `foreUP keeps no tee sheet under ${facility}.`);
  return listed.map(({ id }) => id);
}

async function cancelAt(send: Send, path: string): Promise<CancellationAnswer> {
  const { status, text } = await send(path, { method: 'DELETE' }, [404, 409, 422]);
  if (status === 409 || status === 422)
    return { state: 'refused', message: rejectionMessage(text) ?? 'foreUP refused the cancellation.' };
  if (status !== 404) return { state: 'canceled' };
  // foreUP answers 404 both for a deleted booking and for one that never existed; the booking itself tells them apart.
  const found = await send(path, {}, [404]);
  const isDeleted = found.status !== 404 && parseAnswer(ForeUpReservation, found).isDeleted;
  return isDeleted ? { state: 'canceled' } : { state: 'refused', message: UNKNOWN_RESERVATION };
}

/** Returns a function that sends requests with a token, which it keeps and renews. */
function signInOf({ apiUrl, email, password }: ForeUpSettings) {
  let token: Promise<string> | null = null;
  const tokenFor = (asking: CourseRequestContext, old: string | null): Promise<string> => {
    const before = token;
    const fresh = (): Promise<string> => {
      const tokenRequest = newToken(asking, { apiUrl, email, password });
      token = tokenRequest;
      // A failed sign-in is not kept, so that the next request tries again.
      tokenRequest.catch(() => {
        if (token === tokenRequest) token = null;
      });
      return tokenRequest;
    };
    return before === null ? fresh() : before.then((known) => (known === old ? fresh() : known), fresh);
  };
  return (asking: CourseRequestContext): Send =>
    async (path, sending, known = []) => {
      const sendWith = (bearer: string) =>
        sendCourseRequest(
          asking,
          apiUrl + path,
          { ...sending, headers: { ...sending?.headers, 'x-authorization': `Bearer ${bearer}` } },
          [...known, 401, 403],
        );
      const first = await tokenFor(asking, null);
      const answered = await sendWith(first);
      if (!isSignInAsked(answered)) return answered;
      const again = await sendWith(await tokenFor(asking, first));
      if (isSignInAsked(again))
        throw new ScrapeFailed(
          'permission',
          'foreUP does not let us read this course: it has not switched us on.',
        );
      return again;
    };
}

function isSignInAsked({ status, text }: FullHttpAnswer): boolean {
  if (status !== 401 && status !== 403) return false;
  if (text.trimStart().startsWith('<'))
    throw new ScrapeFailed('blocked', 'foreUP refuses us (403).', { status });
  return true;
}

async function newToken(
  asking: CourseRequestContext,
  { apiUrl, email, password }: ForeUpSettings,
): Promise<string> {
  const answered = await sendCourseRequest(
    asking,
    `${apiUrl}/tokens`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    },
    [400, 401, 403],
  );
  if (answered.status >= 400) throw new ScrapeFailed('credentials', 'foreUP did not accept our sign-in.');
  return parseAnswer(ForeUpToken, answered).data.id;
}
