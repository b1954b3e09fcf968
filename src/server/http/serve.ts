import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type {
  CallAnswer,
  HttpCall,
  PendingCallAnswer as PendingBody,
  CheckedCallInput,
} from '../../contract/call.ts';
import { changesData } from '../../contract/call.ts';
import { PARTNER_ACTIONS } from '../../contract/partners/partners.ts';
import { requireSignedInStaff } from '../access/access.ts';
import { rememberCaller } from '../access/rejections.ts';
import { clientAddress, browserDeviceOf } from '../access/device.ts';
import { hasCardNumber } from '../../contract/cards.ts';
import { authenticatePartner, requestKeyHash } from '../partners/key-access.ts';
import { pathToCardNumber } from '../partners/no-cards.ts';
import type { CallContext, AppContext, Partner, PartnerContext, Staff } from '../process/context.ts';
import type { CallPermit } from '../load-shedding/load-shedder.ts';
import { releasePermitDuring, acquirePermit } from '../load-shedding/admit.ts';
import { withDatabaseDeadline } from '../database/driver/retry.ts';
import { readFromReplica, mayReadReplica } from '../replica/reading.ts';
import { runTransaction } from '../database/transact.ts';
import { toNfcDeep } from './composed.ts';
import { WorkbookDownload, sendWorkbook } from './download.ts';
import { Forbidden, InvalidFields, PendingAnswer, AlreadySaved } from './errors.ts';
import { formErrorsInBody } from '../records/forms.ts';
import { MAX_UPLOAD_BYTES, readUpload, uploadRoutePlugin } from './uploads.ts';
import { fieldNameOfPath, errorSentencesByField, issueSentence } from './sentences.ts';
import { pathToUnstorableText, UNSTORABLE_TEXT } from './unkeepable.ts';

type Maybe<T> = T | Promise<T>;
type ContextOf<C extends HttpCall> = C['access'] extends 'partner'
  ? PartnerContext
  : CallContext<C['access'] extends 'public' ? null : Staff>;
type Handler<C extends HttpCall> = (
  input: CheckedCallInput<C> & ContextOf<C>,
) => Maybe<CallAnswer<C> | PendingAnswer<PendingBody<C>>>;
/** The handlers of an area, one for each HTTP call of its contract; a missing one does not compile. */
export type CallHandlers<T extends Record<string, HttpCall>> = { [K in keyof T]: Handler<T[K]> };

/** Registers the routes of an area's calls, with access checks, validation, transactions and answers for all of them. */
export function registerCalls<T extends Record<string, HttpCall>>(
  server: FastifyInstance,
  app: AppContext,
  calls: T,
  handlers: CallHandlers<T>,
): void {
  for (const [name, called] of Object.entries(calls)) {
    // The handler of the same name takes exactly this call's input, but TypeScript cannot infer that in a loop.
    const handler = handlers[name] as unknown as (input: unknown) => Promise<unknown>;
    const route: RouteOptions = {
      method: called.method,
      url: called.path,
      // A HEAD request runs the GET handler and is answered with the headers only.
      exposeHeadRoute: !changesData(called),
      ...(called.maxBytes && { bodyLimit: called.maxBytes }),
      config: { called },
      onRequest: (request, reply) => letIn({ called, app, request, reply }),
      handler: (request, reply) => answerCall({ called, handler, app, request, reply }),
    };
    // Only the routes that take files parse multipart bodies.
    if (called.upload)
      void server.register(
        uploadRoutePlugin(route, (called.upload === 'streamed' && called.maxBytes) || MAX_UPLOAD_BYTES),
      );
    else server.route(route);
  }
}

/** The caller of an HTTP request: a staff user, a partner's program, or an anonymous visitor (null). */
type Who = { staff: Staff | null } | { partner: Partner };
/** The caller of an HTTP request and the permit to run it. */
type Caller = { who: Who; permit: CallPermit };
const CALLERS = new WeakMap<FastifyRequest, Caller>();

type IncomingCall = { called: HttpCall; app: AppContext; request: FastifyRequest; reply: FastifyReply };

// Authorizes a request before its body is read, so that an unauthorized caller cannot make the server parse anything.
// The request holds no permit while its body is read.
async function letIn({ called, app, request, reply }: IncomingCall): Promise<unknown> {
  if (called.method === 'GET' && changesData(called)) refuseForeign(request);
  // A request of a partner over the rate limit is rejected before it takes a permit or a database query.
  if (called.access === 'partner') spendRequest(app, request);
  const permit = await acquirePermit(app, { request, reply });
  if (!permit) return reply;
  try {
    CALLERS.set(request, { who: await whoCalls(called, withDatabaseDeadline(app), request), permit });
  } finally {
    permit.release();
  }
  return undefined;
}

function spendRequest({ keyRequests }: AppContext, request: FastifyRequest): void {
  const key = requestKeyHash(request);
  try {
    keyRequests.spend(key);
  } catch (error) {
    const owner = keyRequests.whose(key);
    if (owner) rememberCaller(request, owner);
    throw error;
  }
}

async function whoCalls(called: HttpCall, app: AppContext, request: FastifyRequest): Promise<Who> {
  if (called.access === 'partner') {
    const partner = await authenticatePartner(app, requestKeyHash(request), request);
    rememberCaller(request, partner);
    const action = called.partner?.action;
    if (action && !partner.actions.includes(PARTNER_ACTIONS[action]))
      throw new Forbidden(`No course group grants you: ${action}.`);
    return { partner };
  }
  // A HEAD request changes nothing, so it does not count as a person's input.
  const how = request.method === 'HEAD' ? { ...called, isInput: false } : called;
  const staff = called.access === 'public' ? null : await requireSignedInStaff(app, request, how);
  if (staff) rememberCaller(request, staff);
  if (called.access === 'admin' && staff?.level !== 'admin') throw new Forbidden();
  return { staff };
}

function callerOf(request: FastifyRequest): Caller {
  const caller = CALLERS.get(request);
  if (!caller) throw new Error('Who calls is found before a call is answered.');
  return caller;
}

type Turn = IncomingCall & { handler: (input: unknown) => Promise<unknown> };

async function answerCall({ app: shared, ...incoming }: Turn): Promise<unknown> {
  const { who, permit } = callerOf(incoming.request);
  permit.reacquire();
  try {
    return await answerOf({ ...incoming, who, app: { ...withDatabaseDeadline(shared), permit } });
  } finally {
    permit.release();
  }
}

async function answerOf({ called, handler, app, who, request, reply }: Turn & { who: Who }) {
  if (called.upload) await releasePermitDuring(app, () => readUpload(request, called.upload));
  if (called.access === 'partner') checkSent(called, request);
  const input = { ...parseCallInput(called, request), ...contextOf(app, request, reply), ...who };
  const run = (db: CallContext['db'], at = app) => handler({ ...input, app: at, db });
  const answer = mayReadReplica(called)
    ? await readFromReplica(app, (at) => run(at.db, at))
    : await answered(called, app, run);
  if (answer instanceof PendingAnswer && called.pending)
    return reply
      .status(202)
      .send({
        ...(called.pending.parse(answer.body) as object),
        ...('partner' in who && { request_id: request.id }),
      });
  if (answer instanceof WorkbookDownload) return sendWorkbook(reply, answer);
  return reply.send(JSON.stringify(called.answer.parse(answer)));
}

async function answered(called: HttpCall, app: AppContext, run: (db: CallContext['db']) => Promise<unknown>) {
  const tell = () => app.live.tell(...(called.changes ?? []));
  // A handler with several transactions may have committed some of them even if the last one failed, so the event is
  // published in any case.
  if (called.transaction === 'own') return run(app.db).finally(tell);
  const answer = await (changesData(called) ? runTransaction(app.db, run).catch(asSaved) : run(app.db));
  tell();
  return answer;
}

function asSaved(error: unknown): { id: number } {
  if (error instanceof AlreadySaved) return { id: error.id };
  throw error;
}

// Rejects cross-site use of a GET that changes something: the request must come from RIC's own screens, never from a
// link, an image or a prefetch of another site.
function refuseForeign(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  const purpose = `${String(request.headers['sec-purpose'] ?? '')} ${String(request.headers['purpose'] ?? '')}`;
  if (site === 'cross-site' || site === 'same-site' || /prefetch|prerender/.test(purpose)) {
    throw new Forbidden('This call changes something and may not be followed as a link.');
  }
}

function contextOf(app: AppContext, request: FastifyRequest, reply: FastifyReply) {
  return {
    app,
    address: clientAddress(request),
    device: browserDeviceOf(request, reply),
    host: request.hostname,
    gone: () => clientGoneSignal(reply),
    idempotencyKey: keyOf(request),
    setHeader: (name: string, value: string) => void reply.header(name, value),
  };
}

/** Returns a signal that aborts when the client goes away before the answer has ended. */
export function clientGoneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const leave = () => {
    if (!raw.writableFinished) gone.abort();
  };
  if (raw.destroyed) leave();
  // This listens to the response, because its connection carries one request after another.
  raw.once('close', leave);
  return gone.signal;
}

// Rejects a partner's request that contains a card number, or that changes something without an idempotency key.
function checkSent(called: HttpCall, request: FastifyRequest): void {
  const errors: Record<string, string[]> = {};
  const key = keyOf(request);
  if (key === null && changesData(called)) errors['idempotency_key'] = ['is required'];
  // A random key never looks like a card number: it contains letters, or has more digits than any card number.
  if (key !== null && /^[\d -]+$/.test(key) && hasCardNumber(key)) errors['idempotency_key'] = [CARD_IN_IT];
  for (const part of [request.params, request.query, request.body]) {
    const path = pathToCardNumber(part);
    if (path) errors[fieldNameOfPath(path, called.envelope)] = [CARD_IN_IT];
  }
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors);
}
const CARD_IN_IT = 'must not have a card number in it';

function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(key)) {
    throw new InvalidFields({ idempotency_key: ['must be 8 to 200 printable characters'] });
  }
  return key;
}

/**
 * Parses the parameters, query and body of a request by the call's contract; throws InvalidFields with a sentence for each
 * wrong field.
 */
export function parseCallInput(
  called: Pick<HttpCall, 'params' | 'query' | 'body' | 'envelope'>,
  request: FastifyRequest,
): Record<string, unknown> {
  const errors: Record<string, string[]> = {};
  const input: Record<string, unknown> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = called[part];
    if (!schema) continue;
    const read = schema.safeParse(toNfcDeep(request[part] ?? {}), { error: issueSentence });
    if (read.success) input[part] = read.data;
    else {
      Object.assign(errors, errorSentencesByField(read.error, [], called.envelope));
      if (part === 'body') Object.assign(errors, formErrorsInBody(schema, request.body));
    }
    const unkeepable = pathToUnstorableText(input[part]);
    if (unkeepable) errors[fieldNameOfPath(unkeepable, called.envelope)] = [UNSTORABLE_TEXT];
  }
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors);
  return input;
}
