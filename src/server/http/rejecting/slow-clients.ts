import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpRequestError } from '../errors.ts';

/** The most connections that wait for their first or next complete request. */
export const MOST_WAITING_CONNECTIONS = 512;

export type SlowClientLimits = {
  /** The longest time in milliseconds for a client to send a request's headers. */
  headersMs: number;
  /** The longest time in milliseconds for a client to send a whole request; uploads have a separate limit. */
  requestMs: number;
  uploadMs: number;
};

/** Ends connections whose clients send too slowly, and the connections that have waited longest when too many wait. */
export function limitSlowClients(app: FastifyInstance, patience: SlowClientLimits): void {
  const { server } = app;
  server.headersTimeout = patience.headersMs;
  server.requestTimeout = Math.max(patience.uploadMs, STREAMED_MS);
  limitWaiting(app);
  // Node.js has one time-out for all requests, which must be the longest one (for a streamed file). All other requests
  // are timed here once their headers have arrived, also those that were answered before their body had arrived.
  const bodyMs = (request: FastifyRequest) =>
    Math.max(1, (isUpload(request) ? patience.uploadMs : patience.requestMs) - patience.headersMs);
  const watched = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request.raw) || isStreamed(request)) return;
    const giveUp = () => {
      if (request.raw.complete) return;
      void reply
        .header('connection', 'close')
        .send(new HttpRequestError(408, 'The request came too slowly.'));
      reply.raw.once('finish', () => request.raw.destroy());
    };
    watched.set(request, setTimeout(giveUp, bodyMs(request)).unref());
  });
  const stop = (request: FastifyRequest) => clearTimeout(watched.get(request));
  app.addHook('preValidation', async (request) => {
    // The handler of an upload reads the body itself, so the timer goes on.
    if (!isUpload(request)) stop(request);
  });
  app.addHook('onResponse', async (request) => {
    stop(request);
    const { raw } = request;
    // A body that no handler reads gets no more time than a body that is read.
    if (!raw.complete) setTimeout(() => raw.complete || raw.destroy(), bodyMs(request)).unref();
  });
  app.addHook('onRequestAbort', async (request) => stop(request));
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
/**
 * The longest time for an upload that is processed while it arrives. Only admins send such uploads; others are
 * rejected by their headers.
 */
const STREAMED_MS = 15 * 60_000;
const isStreamed = ({ routeOptions: { config } }: FastifyRequest): boolean =>
  config.called?.upload === 'streamed';
const isUpload = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('multipart/form-data') ?? false;

// Limits the connections that wait for a request, ending the one that has waited longest: a client that really sends is
// soon done. A connection whose request is complete does not count.
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
