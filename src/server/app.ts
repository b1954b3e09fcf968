import { existsSync } from 'node:fs';
import { join } from 'node:path';
import compress from '@fastify/compress';
import statics from '@fastify/static';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import helmet from 'helmet';
import { availability } from '../areas/availability/availability.contract.ts';
import { availabilityHandlers } from '../areas/availability/availability.handlers.ts';
import { booking } from '../areas/booking/booking.contract.ts';
import { bookingHandlers } from '../areas/booking/booking.handlers.ts';
import { countries } from '../areas/countries/countries.contract.ts';
import { countryHandlers } from '../areas/countries/countries.handlers.ts';
import { courseGroups } from '../areas/course-groups/course-groups.contract.ts';
import { courseGroupHandlers } from '../areas/course-groups/course-groups.handlers.ts';
import { courses } from '../areas/courses/courses.contract.ts';
import { courseHandlers } from '../areas/courses/courses.handlers.ts';
import { customers } from '../areas/customers/customers.contract.ts';
import { customerHandlers } from '../areas/customers/customers.handlers.ts';
import { deals } from '../areas/deals/deals.contract.ts';
import { dealHandlers } from '../areas/deals/deals.handlers.ts';
import { desk as deskCalls } from '../areas/desk/desk.contract.ts';
import { deskHandlers } from '../areas/desk/desk.handlers.ts';
import { discounts } from '../areas/discounts/discounts.contract.ts';
import { discountHandlers } from '../areas/discounts/discounts.handlers.ts';
import { giftCertificates } from '../areas/gift-certificates/gift-certificates.contract.ts';
import { giftCertificateHandlers } from '../areas/gift-certificates/gift-certificates.handlers.ts';
import { health } from '../areas/health/health.contract.ts';
import { healthHandlers } from '../areas/health/health.handlers.ts';
import { helpfulLinks } from '../areas/helpful-links/helpful-links.contract.ts';
import { helpfulLinkHandlers } from '../areas/helpful-links/helpful-links.handlers.ts';
import { holidays } from '../areas/holidays/holidays.contract.ts';
import { holidayHandlers } from '../areas/holidays/holidays.handlers.ts';
import { images } from '../areas/images/images.contract.ts';
import { imageHandlers } from '../areas/images/images.handlers.ts';
import { fetchPicture } from '../areas/images/images.queries.ts';
import { lastChangeHandlers } from '../areas/last-changes/last-changes.handlers.ts';
import { maintenances } from '../areas/maintenances/maintenances.contract.ts';
import { maintenanceHandlers } from '../areas/maintenances/maintenances.handlers.ts';
import { notices } from '../areas/notices/notices.contract.ts';
import { noticeHandlers } from '../areas/notices/notices.handlers.ts';
import { operations } from '../areas/operations/operations.contract.ts';
import { operationHandlers } from '../areas/operations/operations.handlers.ts';
import { outbox } from '../areas/outbox/outbox.contract.ts';
import { outboxHandlers } from '../areas/outbox/outbox.handlers.ts';
import { rateDateRanges } from '../areas/rate-date-ranges/rate-date-ranges.contract.ts';
import { rateDateRangeHandlers } from '../areas/rate-date-ranges/rate-date-ranges.handlers.ts';
import { rates } from '../areas/rates/rates.contract.ts';
import { rateHandlers } from '../areas/rates/rates.handlers.ts';
import { rentalClubs } from '../areas/rental-clubs/rental-clubs.contract.ts';
import { rentalClubHandlers } from '../areas/rental-clubs/rental-clubs.handlers.ts';
import { search } from '../areas/search/search.contract.ts';
import { searchHandlers } from '../areas/search/search.handlers.ts';
import { session } from '../areas/session/session.contract.ts';
import { sessionHandlers } from '../areas/session/session.handlers.ts';
import { staffMessage } from '../areas/staff-message/staff-message.contract.ts';
import { staffMessageHandlers } from '../areas/staff-message/staff-message.handlers.ts';
import { staffUsers } from '../areas/staff-users/staff-users.contract.ts';
import { staffUserHandlers } from '../areas/staff-users/staff-users.handlers.ts';
import { teeTimes } from '../areas/tee-times/tee-times.contract.ts';
import { teeTimeHandlers } from '../areas/tee-times/tee-times.handlers.ts';
import { transactions } from '../areas/transactions/transactions.contract.ts';
import { transactionHandlers } from '../areas/transactions/transactions.handlers.ts';
import { lastChanges } from '../contract/last-change.ts';
import type { Desk } from './context.ts';
import { answerError, NotReady } from './errors.ts';
import { serve } from './serve.ts';

/** Every area's calls: what the whole-product tests and the generated documents walk. */
export const contract = {
  availability,
  booking,
  countries,
  courseGroups,
  courses,
  customers,
  deals,
  desk: deskCalls,
  discounts,
  giftCertificates,
  health,
  helpfulLinks,
  holidays,
  images,
  lastChanges,
  maintenances,
  notices,
  operations,
  outbox,
  rates,
  rateDateRanges,
  rentalClubs,
  search,
  session,
  staffMessage,
  staffUsers,
  teeTimes,
  transactions,
};

export type AppOptions = {
  /** The built web application, or null where something else serves it. */
  webRoot: string | null;
  logger?: boolean;
};

/** The HTTP server over one desk; it listens nowhere yet. */
export async function buildApp(desk: Desk, { webRoot, logger = true }: AppOptions): Promise<FastifyInstance> {
  const { businessTimeZone: timeZone } = desk.settings;
  const app = fastify({
    bodyLimit: desk.settings.maxBodyBytes,
    logger: logger && { level: desk.settings.logLevel, serializers: { req: withoutQuery } },
    routerOptions: { ignoreTrailingSlash: true },
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    // An address that can not be decoded, or is too long for its route, never gets to a handler of errors.
    frameworkErrors: (error, request, reply) => {
      const { status, body } = failureOf(error, request, timeZone);
      reply.raw.writeHead(status, { 'content-type': JSON_TYPE, 'cache-control': 'no-store' });
      reply.raw.end(JSON.stringify(body));
    },
  });
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = failureOf(error, request, timeZone);
    return reply.status(status).send(body);
  });
  const protect = helmet({
    contentSecurityPolicy: { directives: policy },
    hsts: false,
    originAgentCluster: false,
    crossOriginOpenerPolicy: false,
  });
  app.addHook('onRequest', (request, reply, done) => protect(request.raw, reply.raw, () => done()));
  await app.register(compress, { threshold: 1400, encodings: ['br', 'gzip'], globalDecompression: false });
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store').type(JSON_TYPE);
  });
  serveAreas(app, desk);
  serveImages(app, desk);
  await serveWeb(app, desk, webRoot);
  return app;
}

function serveAreas(app: FastifyInstance, desk: Desk): void {
  serve(app, desk, availability, availabilityHandlers);
  serve(app, desk, booking, bookingHandlers);
  serve(app, desk, countries, countryHandlers);
  serve(app, desk, courseGroups, courseGroupHandlers);
  serve(app, desk, courses, courseHandlers);
  serve(app, desk, customers, customerHandlers);
  serve(app, desk, deals, dealHandlers);
  serve(app, desk, deskCalls, deskHandlers(contract));
  serve(app, desk, discounts, discountHandlers);
  serve(app, desk, giftCertificates, giftCertificateHandlers);
  serve(app, desk, health, healthHandlers);
  serve(app, desk, helpfulLinks, helpfulLinkHandlers);
  serve(app, desk, holidays, holidayHandlers);
  serve(app, desk, images, imageHandlers);
  serve(app, desk, lastChanges, lastChangeHandlers);
  serve(app, desk, maintenances, maintenanceHandlers);
  serve(app, desk, notices, noticeHandlers);
  serve(app, desk, operations, operationHandlers);
  serve(app, desk, outbox, outboxHandlers);
  serve(app, desk, rates, rateHandlers);
  serve(app, desk, rateDateRanges, rateDateRangeHandlers);
  serve(app, desk, rentalClubs, rentalClubHandlers);
  serve(app, desk, search, searchHandlers);
  serve(app, desk, session, sessionHandlers);
  serve(app, desk, staffMessage, staffMessageHandlers);
  serve(app, desk, staffUsers, staffUserHandlers);
  serve(app, desk, teeTimes, teeTimeHandlers);
  serve(app, desk, transactions, transactionHandlers);
}

// No upgrade to https: RIC may be served over plain http on a local network. Mantine writes styles inline. A picture is
// looked at before it is uploaded: blob.
const policy = {
  defaultSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  frameSrc: ["'self'"],
  upgradeInsecureRequests: null,
};

// A query may carry names, e-mails or credentials: the log keeps the path only.
const withoutQuery = (request: { method: string; url: string }) => ({
  method: request.method,
  url: request.url.replace(/\?.*/s, ''),
});

const JSON_TYPE = 'application/json; charset=utf-8';
const FATAL = 'A fatal error occured. Please escalate.';

type Failed = { id: string; log: Pick<FastifyBaseLogger, 'warn' | 'error'> };

function failureOf(error: unknown, { id, log }: Failed, timeZone: string) {
  if (error instanceof NotReady) log.warn({ err: error }, 'a call could not be served');
  const known = answerError(error, timeZone);
  if (known) return { status: known.status, body: { ...known.body, request_id: id } };
  const status = statusOfRequestError(error);
  if (status) {
    const isTooLarge = status === 413 || status === 414;
    const message = isTooLarge ? 'The request is too large.' : 'The request can not be read.';
    return { status, body: { message, request_id: id } };
  }
  log.error({ err: error }, 'a call failed');
  return { status: 500, body: { message: FATAL, request_id: id } };
}

// What Fastify refuses before a handler runs: broken JSON, a body too large, a wrong content type.
function statusOfRequestError(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return null;
  const { statusCode } = error;
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : null;
}

// The courses' public pictures, at addresses that nobody can guess.
function serveImages(app: FastifyInstance, desk: Desk): void {
  app.get<{ Params: { name: string } }>('/images/:name', async ({ params: { name } }, reply) => {
    const image = await fetchPicture(desk, name);
    if (!image) return reply.callNotFound();
    return (
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-disposition', 'inline')
        // The public site, which is elsewhere, shows them as well.
        .header('cross-origin-resource-policy', 'cross-origin')
        .type(image.mediaType)
        .send(image.bytes)
    );
  });
}

async function serveWeb(app: FastifyInstance, desk: Desk, webRoot: string | null): Promise<void> {
  app.get('/golf_courses', (request, reply) => {
    const { publicSiteUrl } = desk.settings;
    if (publicSiteUrl) return reply.redirect(publicSiteUrl.replace(/\/$/, '') + request.url);
    return reply.type('text/html; charset=utf-8').send(NO_PUBLIC_SITE);
  });
  if (webRoot !== null && existsSync(webRoot)) {
    await app.register(statics, { root: webRoot, index: false, wildcard: false, maxAge: 0 });
    await app.register(statics, {
      root: join(webRoot, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      immutable: true,
      maxAge: '1y',
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const page =
      webRoot !== null &&
      request.method === 'GET' &&
      !request.url.startsWith('/api/') &&
      !request.url.startsWith('/assets/') &&
      !request.url.startsWith('/images/');
    if (page) return reply.header('cache-control', 'no-cache').sendFile('index.html');
    return reply.status(404).send({ message: 'There is nothing at this address.', request_id: request.id });
  });
}

const NO_PUBLIC_SITE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Booking Engine · RIC</title>
<body style="font:16px/1.5 system-ui;max-width:40em;margin:4em auto;padding:0 1em"><h1>Booking Engine</h1>
<p>The public booking site is not configured. Set PUBLIC_SITE_URL to its address.</p><p><a href="/home">Back to RIC</a></p>`;
