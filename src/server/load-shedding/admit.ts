import type { FastifyBaseLogger, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { HttpCall, CallUrgency } from '../../contract/call.ts';
import { acceptsProblemDetails, PROBLEM_MEDIA_TYPE, toProblemDetails } from '../partners/rejections.ts';
import type { AppContext } from '../process/context.ts';
import type { CallPermit } from './load-shedder.ts';
import { callUrgency } from './urgency.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The HTTP call that a route answers; a route without one (screens, pictures) is never rejected. */
    called?: HttpCall;
  }
}

const RETRY_AFTER_SECONDS: Record<CallUrgency, number> = {
  always: 1,
  caller: 1,
  record: 1,
  list: 2,
  report: 10,
  background: 5,
  partner: 2,
};
// `busy` in the answer says that nothing was begun, so the client may retry the call.
const message = 'RIC is busy at the moment. Nothing was done; please try again in a moment.';
const REJECTION = JSON.stringify({ message, busy: true });
const PARTNER_REJECTION = JSON.stringify({ error: { code: 'busy', message } });
const PARTNER_PROBLEM = JSON.stringify(toProblemDetails(503, { code: 'busy', message }));
const JSON_TYPE = 'application/json; charset=utf-8';
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
const LOG_EVERY_MS = 10_000;

function urgencyOfRequest({ headers, routeOptions }: FastifyRequest): CallUrgency {
  const { called } = routeOptions.config;
  return called ? callUrgency(called, headers['x-background'] !== undefined) : 'always';
}

/** Rejects a request without Fastify's answer hooks, because a rejection must cost next to nothing. */
function reject(request: FastifyRequest, reply: FastifyReply, urgency: CallUrgency): FastifyReply {
  const { raw } = reply.hijack();
  const isProblem = urgency === 'partner' && acceptsProblemDetails(request.headers.accept);
  const partnerBody = isProblem ? PARTNER_PROBLEM : PARTNER_REJECTION;
  const body = urgency === 'partner' ? partnerBody : REJECTION;
  const headers = {
    ...HEADERS,
    'content-type': isProblem ? PROBLEM_MEDIA_TYPE : JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    'retry-after': String(RETRY_AFTER_SECONDS[urgency]),
  };
  raw.writeHead(503, headers).end(body);
  return reply;
}

/** Returns a hook that rejects a hopeless HTTP call before its body is read or its session is looked up. */
export function rejectOverload({ loadShedder }: AppContext): onRequestHookHandler {
  return (request, reply, done) => {
    const urgency = urgencyOfRequest(request);
    if (!loadShedder.rejects(urgency)) return done();
    logRejections(request.log);
    reject(request, reply, urgency);
  };
}

let rejected = 0;
let loggedAt = -LOG_EVERY_MS;
// Logs a summary of rejections, because a log line for each would add to the load.
function logRejections(log: Pick<FastifyBaseLogger, 'warn'>) {
  rejected += 1;
  if (performance.now() - loggedAt < LOG_EVERY_MS) return;
  log.warn({ refused: rejected }, 'overload: calls were refused since the last line like this');
  loggedAt = performance.now();
  rejected = 0;
}

/** Waits for a permit to run an HTTP call; returns null if the call was rejected. */
export async function acquirePermit(
  app: AppContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<CallPermit | null> {
  const urgency = urgencyOfRequest(request);
  const permit = await app.loadShedder.acquire(urgency);
  if (permit) return permit;
  logRejections(request.log);
  void reject(request, reply, urgency);
  return null;
}

/** Waits for an outside system, such as a payment gateway, while the HTTP call holds no permit. */
export const releasePermitDuring = <T>({ permit }: AppContext, work: () => Promise<T>): Promise<T> =>
  permit ? permit.releaseDuring(work) : work();
