import compress from '@fastify/compress';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { rejectOverload } from '../load-shedding/admit.ts';
import type { AppContext } from '../process/context.ts';
import { DEFAULT_MAX_BODY_BYTES } from '../../contract/call.ts';
import { isPartnerAddress } from '../partners/addresses.ts';
import { toPartnerError } from '../partners/rejections.ts';
import { callerName, noteRejection } from '../access/rejections.ts';
import { errorToHttpAnswer, ServiceUnavailable, type HttpAnswer } from './errors.ts';
import { addSecurityHeaders } from './policy.ts';
import { addJsonBodyParser } from './rejecting/bodies.ts';
import { checkRequestHeaders } from './rejecting/headers.ts';
import { limitSlowClients } from './rejecting/slow-clients.ts';

/**
 * Builds an HTTP server with its error handling, log, compression and security headers, but without routes. It does
 * not listen yet.
 */
export async function buildHttpServer(
  app: AppContext,
  { logger }: { logger: boolean },
): Promise<FastifyInstance> {
  const { settings } = app;
  const { businessTimeZone: timeZone } = settings;
  const server = fastify({
    bodyLimit: DEFAULT_MAX_BODY_BYTES,
    // The interval in milliseconds at which Node.js looks for slow clients.
    http: { connectionsCheckingInterval: Math.min(1_000, settings.headersMs) },
    logger: logger && { level: settings.logLevel, serializers: { req: withoutQuery } },
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: settings.trustProxy ?? false,
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    // An address that cannot be decoded, or is too long for its route, never reaches the error handler, so it is answered here.
    frameworkErrors: (error, request, reply) => {
      const { status, body, headers } = failureOf(error, request, timeZone);
      reply.raw.writeHead(status, { 'content-type': JSON_TYPE, 'cache-control': 'no-store', ...headers });
      reply.raw.end(JSON.stringify(body));
    },
  });
  server.setErrorHandler((error, request, reply) => {
    noteRejection(app, request, error);
    const { status, body, headers = {} } = failureOf(error, request, timeZone);
    if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
    forgetFile(reply);
    return reply.status(status).type(JSON_TYPE).headers(headers).send(body);
  });
  server.addHook('onRequest', rejectOverload(app));
  addSecurityHeaders(server, app.integrations.cardFields);
  await server.register(compress, { threshold: 1400, encodings: ['br', 'gzip'], globalDecompression: false });
  server.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/') || isPartnerAddress(request.url))
      reply.header('cache-control', 'no-store').type(JSON_TYPE);
  });
  server.addHook('onRequest', async ({ raw }) => checkRequestHeaders(raw, settings.publicHosts));
  limitSlowClients(server, settings);
  addJsonBodyParser(server);
  return server;
}

// A query may contain names, e-mail addresses or credentials, so only the path is logged.
const withoutQuery = (request: { method: string; url: string }) => ({
  method: request.method,
  // A client may put anything into a path, so digits that could be a card number are removed.
  url: request.url.replace(/\?.*/s, '').replace(/\d[\d .%-]{10,}\d/g, '...'),
});

/**
 * Removes the headers of a download if the file fails before its first byte, because an error message is sent instead
 * of the file.
 */
function forgetFile(reply: FastifyReply): void {
  reply.removeHeader('content-disposition');
  reply.raw.removeHeader('content-disposition');
}

const JSON_TYPE = 'application/json; charset=utf-8';
/** The seconds in the header Retry-After of an answer with status 503. */
const RETRY_AFTER_SECONDS = 1;
const FATAL = 'A fatal error occured. Please escalate.';

function failureOf(error: unknown, request: FastifyRequest, timeZone: string): HttpAnswer {
  const answer = answerTo(error, request, timeZone);
  const { accept } = request.headers;
  return isPartnerAddress(request.url) ? toPartnerError({ error, accept }, answer) : answer;
}

function answerTo(error: unknown, request: FastifyRequest, timeZone: string): HttpAnswer {
  const { id, log } = request;
  if (error instanceof ServiceUnavailable) log.warn({ err: error }, 'a call could not be served');
  const known = errorToHttpAnswer(error, timeZone, callerName(request));
  if (known) return { ...known, body: { ...known.body, request_id: id } };
  const status = statusOfRequestError(error);
  if (status) {
    const isTooLarge = status === 413 || status === 414;
    const message = isTooLarge ? 'The request is too large.' : 'The request cannot be read.';
    return { status, body: { message, request_id: id } };
  }
  log.error({ err: error }, 'a call failed');
  return { status: 500, body: { message: FATAL, request_id: id } };
}

// Returns the status of an error that Fastify throws before a handler runs: broken JSON, a body too large, a wrong content type.
function statusOfRequestError(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return null;
  const { statusCode } = error;
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : null;
}
