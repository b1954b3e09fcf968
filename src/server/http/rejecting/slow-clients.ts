import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RequestError } from '../errors.ts';

/** The most connections that have not sent a whole request yet, or wait for their next. */
export const MOST_WAITING_CONNECTIONS = 512;

export type SlowClientLimits = {
  /** The limit in milliseconds until a request's headers are there. */
  headersMs: number;
  /** The limit in milliseconds until the whole request is there, with a separate one for uploads. */
  requestMs: number;
  uploadMs: number;
};

/** Ends connections that send too slowly, and the oldest idle ones when there are too many. */
export function limitSlowClients(app: FastifyInstance, patience: SlowClientLimits): void {
  const { server } = app;
  server.headersTimeout = patience.headersMs;
  server.requestTimeout = Math.max(patience.uploadMs, STREAMED_MS);
  limitWaiting(app);
  // Node.js has one time-out for all requests, which must be the longest (a streamed file). All other requests are
  // timed here once their headers are there, also those that were answered before all of it came.
  const bodyMs = (request: FastifyRequest) =>
    Math.max(1, (isUpload(request) ? patience.uploadMs : patience.requestMs) - patience.headersMs);
  const watched = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request.raw) || isStreamed(request)) return;
    const giveUp = () => {
      if (request.raw.complete) return;
      void reply.header('connection', 'close').send(new RequestError(408, 'The request came too slowly.'));
      reply.raw.once('finish', () => request.raw.destroy());
    };
    watched.set(request, setTimeout(giveUp, bodyMs(request)).unref());
  });
  const stop = (request: FastifyRequest) => clearTimeout(watched.get(request));
  app.addHook('preValidation', async (request) => {
    // The handler reads the body of an upload.
    if (!isUpload(request)) stop(request);
  });
  app.addHook('onResponse', async (request) => {
    stop(request);
    const { raw } = request;
    // An unread body gets no more time than one that is read.
    if (!raw.complete) setTimeout(() => raw.complete || raw.destroy(), bodyMs(request)).unref();
  });
  app.addHook('onRequestAbort', async (request) => stop(request));
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
/** How long an upload that is read as it arrives may take. Only admins send these; others are rejected by their headers. */
const STREAMED_MS = 15 * 60_000;
const isStreamed = ({ routeOptions: { config } }: FastifyRequest): boolean =>
  config.called?.upload === 'streamed';
const isUpload = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('multipart/form-data') ?? false;

// Limits the connections that wait for a request. The oldest goes first: a client that sends at all is soon done. A
// complete request is being answered and does not count.
function limitWaiting({ server }: FastifyInstance): void {
  const waiting = new Set<Socket>();
  const wait = (socket: Socket) => {
    if (socket.destroyed) return;
    waiting.add(socket);
    const [oldest] = waiting;
    if (waiting.size > MOST_WAITING_CONNECTIONS && oldest) {
      waiting.delete(oldest);
      oldest.destroy();
    }
  };
  server.on('connection', (socket: Socket) => {
    wait(socket);
    socket.once('close', () => waiting.delete(socket));
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (hasBody(request)) request.once('end', () => waiting.delete(socket));
    else waiting.delete(socket);
    response.once('close', () => wait(socket));
  });
}
