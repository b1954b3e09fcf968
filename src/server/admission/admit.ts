import type { FastifyBaseLogger, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Call, Urgency } from '../../contract/call.ts';
import type { Desk } from '../process/context.ts';
import type { Place } from './admission.ts';
import { urgencyOf } from './urgency.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call that a route answers; a route without one (screens, pictures) is never refused. */
    called?: Call;
  }
}

const RETRY_AFTER_SECONDS: Record<Urgency, number> = {
  ...{ always: 1, caller: 1, record: 1, list: 2, report: 10, background: 5, partner: 2 },
};
// `busy` says that nothing was begun: whatever was asked may be asked again.
const message = 'RIC is busy at the moment. Nothing was done; please try again in a moment.';
const REFUSAL = JSON.stringify({ message, busy: true });
const REFUSAL_OF_PARTNERS = JSON.stringify({ error: { code: 'busy', message } });
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};
const SAID_EVERY_MS = 10_000;

function urgencyOfRequest({ headers, routeOptions }: FastifyRequest): Urgency {
  const { called } = routeOptions.config;
  return called ? urgencyOf(called, headers['x-background'] !== undefined) : 'always';
}

/** Past everything that looks at answers: refusing must cost next to nothing. */
function refuse(reply: FastifyReply, urgency: Urgency): FastifyReply {
  const { raw } = reply.hijack();
  const body = urgency === 'partner' ? REFUSAL_OF_PARTNERS : REFUSAL;
  const headers = {
    ...HEADERS,
    'content-length': Buffer.byteLength(body),
    'retry-after': String(RETRY_AFTER_SECONDS[urgency]),
  };
  raw.writeHead(503, headers).end(body);
  return reply;
}

/** Refuses what has no chance, before its body is read or anybody is looked up. */
export function refusing({ admission }: Desk): onRequestHookHandler {
  return (request, reply, done) => {
    const urgency = urgencyOfRequest(request);
    if (!admission.refuses(urgency)) return done();
    saidOnce(request.log);
    refuse(reply, urgency);
  };
}

let refused = 0;
let saidAt = -SAID_EVERY_MS;
// A line for each would be work of its own.
function saidOnce(log: Pick<FastifyBaseLogger, 'warn'>) {
  refused += 1;
  if (performance.now() - saidAt < SAID_EVERY_MS) return;
  log.warn({ refused }, 'overload: calls were refused since the last line like this');
  saidAt = performance.now();
  refused = 0;
}

/** Lets a call in once there is a place for it; null where it was refused. */
export async function enter(
  desk: Desk,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Place | null> {
  const urgency = urgencyOfRequest(request);
  const place = await desk.admission.enter(urgency);
  if (place) return place;
  saidOnce(request.log);
  void refuse(reply, urgency);
  return null;
}

/** Waits for somebody outside, such as a gateway: a call holds no place meanwhile. */
export const elsewhere = <T>({ place }: Desk, work: () => Promise<T>): Promise<T> =>
  place ? place.elsewhere(work) : work();
