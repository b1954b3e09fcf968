import { randomUUID } from 'node:crypto';
import type { CourseReference } from '../course-system.ts';
import type { FullHttpAnswer } from '../reading/full-answer.ts';
import {
  sendCourseRequest,
  type CourseRequestContext,
  type CourseHttpRequest,
} from '../reading/send-request.ts';
import { ScrapeFailed } from '../reading/failure.ts';
import { HourCache } from '../reading/etag-cache.ts';
import { parseAnswer } from '../reading/shapes.ts';
import {
  TenantConfiguration,
  OnlineCourses,
  TenantOptions,
  TokenAnswer,
  type OnlineCourse,
} from './club-prophet-shapes.ts';

export type ClubProphetSettings = {
  /** The address of Club Prophet, with `{tenant}` in place of the tenant's name. */
  apiUrl: string;
  /** The client id that Club Prophet gave to RIC's operator. */
  clientId: string;
  /** The Club Prophet account that holds the operator's reservations; without it, no reservation is canceled. */
  member?: { userName: string; password: string } | undefined;
};

type Known = readonly number[];
/** A series of requests to a Club Prophet tenant: its configuration, a token if it needs one, and a registered transaction. */
export type TenantSession = {
  courseId: string;
  courses: OnlineCourse[];
  send(path: string, more?: { known?: Known; isOfDay?: boolean }): Promise<FullHttpAnswer>;
  sendAsMember(path: string, body: unknown): Promise<FullHttpAnswer>;
  /**
   * Runs `work` with the current transaction, and once more with a new transaction if the tenant has forgotten it.
   * The id is null at tenants without transactions.
   */
  inTransaction(work: (transactionId: string | null) => Promise<FullHttpAnswer>): Promise<FullHttpAnswer>;
};

type Tenant = {
  url: string;
  apiKey: string | null;
  siteName: string;
  webSiteId: string;
  terminalId: string;
  courses: OnlineCourse[];
  token: string | null;
  transaction: { id: string | null } | null;
};

const API = '/onlineres/onlineapi/api/v1/onlinereservation';

/** Caches the configuration and the session of each Club Prophet tenant for an hour. */
export function tenantSessionOpener(settings: ClubProphetSettings) {
  const tenants = new HourCache<Tenant>();
  return async (
    course: CourseReference,
    asking: CourseRequestContext,
    isNewSession: boolean,
  ): Promise<TenantSession> => {
    const { url, courseId } = placeOf(settings.apiUrl, course.course_ref);
    const tenant = await tenants.get(url, asking.now, () => describe(url, asking));
    if (isNewSession) Object.assign(tenant, { token: null, transaction: null });
    return visitOf({ settings, tenant, asking, courseId });
  };
}

/** Returns the host of a course's tenant. A course id without a tenant is never requested, because its scrape fails first. */
export function tenantHost({ apiUrl }: ClubProphetSettings, { course_ref }: CourseReference): string {
  const [tenant = ''] = course_ref.toLowerCase().split('.');
  return new URL(apiUrl.replace('{tenant}', /^[a-z0-9-]+$/.test(tenant) ? tenant : 'unknown')).host;
}

function placeOf(apiUrl: string, course_ref: string): { url: string; courseId: string } {
  if (!apiUrl.includes('{tenant}')) return { url: apiUrl, courseId: course_ref };
  const [, tenant, courseId] = /^([a-z0-9-]+)\.([\w-]+)$/i.exec(course_ref) ?? [];
  if (tenant === undefined || courseId === undefined)
    throw new ScrapeFailed(
      'wrong_ids',
      'A Club Prophet course id is the tenant and the course, like sandiego.3 for sandiego.cps.golf.',
    );
  return { url: apiUrl.replace('{tenant}', tenant.toLowerCase()), courseId };
}

/**
 * Reads the open configuration of a Club Prophet tenant. An `apiKey` in it marks an older tenant, without tokens and
 * transactions.
 */
async function describe(url: string, asking: CourseRequestContext): Promise<Tenant> {
  const { siteName, apiKey } = parseAnswer(
    TenantConfiguration,
    await sendCourseRequest(asking, `${url}/onlineresweb/Home/Configuration`),
  );
  const key: Record<string, string> = apiKey ? { 'x-apikey': apiKey } : {};
  const name = encodeURIComponent(siteName ?? 'default');
  const options = parseAnswer(
    TenantOptions,
    await sendCourseRequest(asking, `${url}${API}/GetAllOptions/${name}`, { headers: key }),
  );
  const courses = parseAnswer(
    OnlineCourses,
    await sendCourseRequest(asking, `${url}${API}/OnlineCourses`, { headers: key }),
  );
  return {
    url,
    apiKey: apiKey ?? null,
    siteName: siteName ?? '',
    webSiteId: options.webSiteId ?? courses[0]?.websiteId ?? '',
    terminalId: options.terminalId ?? '',
    courses,
    token: null,
    transaction: null,
  };
}

type Guest = {
  settings: ClubProphetSettings;
  tenant: Tenant;
  asking: CourseRequestContext;
  courseId: string;
};

function visitOf(guest: Guest): TenantSession {
  const { tenant, courseId } = guest;
  const register = async (): Promise<string | null> => {
    if (tenant.apiKey !== null) return null;
    const id = randomUUID();
    await sendSignedIn(guest, '/RegisterTransactionId', jsonBody({ transactionId: id }));
    return id;
  };
  return {
    courseId,
    courses: tenant.courses,
    send: (path, { known = [], isOfDay = false } = {}) => sendSignedIn(guest, path, { isOfDay }, known),
    sendAsMember: async (path, body) => {
      const token = await memberToken(guest);
      return sendWith(guest, path, jsonBody(body), { token, known: [] });
    },
    async inTransaction(work) {
      tenant.transaction ??= { id: await register() };
      const answered = await work(tenant.transaction.id);
      if (answered.status !== 400 || !/invalid transaction/i.test(answered.text)) return answered;
      tenant.transaction = { id: await register() };
      return work(tenant.transaction.id);
    },
  };
}

const jsonBody = (body: unknown): CourseHttpRequest => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Sends a request with the tenant's token, which lasts ten minutes, and once more with a new token if it has expired. */
async function sendSignedIn(
  guest: Guest,
  path: string,
  sending: CourseHttpRequest,
  known: Known = [],
): Promise<FullHttpAnswer> {
  const { tenant } = guest;
  if (tenant.apiKey !== null) return sendWith(guest, path, sending, { token: null, known });
  tenant.token ??= await shortToken(guest);
  const answered = await sendWith(guest, path, sending, { token: tenant.token, known: [...known, 401] });
  if (answered.status !== 401) return answered;
  tenant.token = await shortToken(guest);
  return sendWith(guest, path, sending, { token: tenant.token, known });
}

function sendWith(
  { settings, tenant, asking, courseId }: Guest,
  path: string,
  sending: CourseHttpRequest,
  { token, known }: { token: string | null; known: readonly number[] },
): Promise<FullHttpAnswer> {
  const course = tenant.courses.find((one) => one.courseId === courseId);
  const zone = course?.timezoneId ?? 'America/Los_Angeles';
  const headers = {
    'client-id': settings.clientId,
    'x-websiteid': course?.websiteId ?? tenant.webSiteId,
    // The API expects the site id of the tenant here, not that of the course.
    'x-siteid': tenant.courses[0]?.siteId ?? '',
    'x-terminalid': tenant.terminalId,
    'x-componentid': '1',
    'x-moduleid': '7',
    'x-productid': '1',
    'x-timezoneid': zone,
    'x-timezone-offset': String(minutesWest(asking.now(), zone)),
    'x-requestid': randomUUID(),
    ...(tenant.apiKey === null ? {} : { 'x-apikey': tenant.apiKey }),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  return sendCourseRequest(
    asking,
    tenant.url + API + path,
    { ...sending, headers: { ...headers, ...sending.headers } },
    known,
  );
}

const shortToken = ({ settings, tenant, asking }: Guest): Promise<string> =>
  tokenFrom(asking, `${tenant.url}/identityapi/myconnect/token/short`, { client_id: settings.clientId });

function memberToken({ settings, tenant, asking }: Guest): Promise<string> {
  const { userName = '', password = '' } = settings.member ?? {};
  return tokenFrom(asking, `${tenant.url}/identityapi/connect/token`, {
    grant_type: 'password',
    client_id: settings.clientId,
    username: userName,
    password,
  });
}

async function tokenFrom(
  asking: CourseRequestContext,
  url: string,
  form: Record<string, string>,
): Promise<string> {
  const answered = await sendCourseRequest(
    asking,
    url,
    {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    },
    [400],
  );
  if (answered.status === 400)
    throw new ScrapeFailed('credentials', 'Club Prophet did not accept our sign-in.');
  return parseAnswer(TokenAnswer, answered).access_token;
}

/** Returns the minutes by which a time zone's clock is behind UTC, as browsers report it: 360 in Denver's summer. */
function minutesWest(now: Date, zone: string): number {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      timeZoneName: 'longOffset',
    }).formatToParts(now);
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
    return (sign === '-' ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
  } catch {
    // The tenant may name its time zone in a way that Intl does not know.
    return 0;
  }
}
