import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

/** A request as a stand-in sees it; `path` is split at the slashes and decoded. */
export type Asked = {
  method: string;
  path: string[];
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  /** The parsed JSON, undefined without a body. */
  body: unknown;
};
/** What a stand-in answers: JSON, a text as it is, or one of the ways in which a network fails. */
export type StandInAnswer =
  { status: number; body: unknown } | { status: number; text: string; type: string } | 'hang' | 'reset';
export type StandIn = { url: string; close(): Promise<void> };
export type ListenAt = { port?: number | undefined; host?: string | undefined };

const MOST_BYTES = 64 * 1024;

/** Starts an HTTP server (loopback and a free port by default) that plays an outside system; `close` cuts what still hangs. */
export async function startStandIn(
  at: ListenAt,
  answer: (asked: Asked) => Promise<StandInAnswer> | StandInAnswer,
): Promise<StandIn> {
  const host = at.host ?? '127.0.0.1';
  const server = createServer((request, response) => {
    void respond(request, response, answer);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port ?? 0, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The stand-in has no port.');
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

/** Waits without keeping the process alive. */
export const wait = (ms: number) => pause(Math.max(0, ms), undefined, { ref: false });

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (asked: Asked) => Promise<StandInAnswer> | StandInAnswer,
) {
  const given = await understood(request).then(answer).catch(failure);
  if (given === 'hang' || response.destroyed) return;
  if (given === 'reset') {
    request.socket.resetAndDestroy();
    return;
  }
  const type = 'text' in given ? given.type : 'application/json';
  const text = 'text' in given ? given.text : JSON.stringify(given.body);
  response.writeHead(given.status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
}

class NotUnderstood extends Error {}

async function understood(request: IncomingMessage): Promise<Asked> {
  const url = new URL(request.url ?? '/', 'http://stand-in');
  return {
    method: request.method ?? 'GET',
    path: url.pathname.split('/').filter(Boolean).map(decodeURIComponent),
    query: url.searchParams,
    headers: request.headers,
    body: await readBody(request),
  };
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const parts: AsyncIterable<Buffer> = request;
  for await (const part of parts) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new NotUnderstood('The body is too large.');
    chunks.push(part);
  }
  if (bytes === 0) return undefined;
  // A page in somebody's browser can post plain text across sites, but not JSON.
  if (!request.headers['content-type']?.startsWith('application/json')) throw new NotUnderstood('Send JSON.');
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new NotUnderstood('The body is not JSON.');
  }
}

function failure(error: unknown): StandInAnswer {
  if (error instanceof NotUnderstood || error instanceof URIError)
    return { status: 400, body: { message: error.message } };
  if (error instanceof z.ZodError) {
    // Only the names: a value could be a card number.
    const names = error.issues.map((issue) => issue.path.join('.'));
    return { status: 422, body: { message: `Not understood: ${names.join(', ')}` } };
  }
  return { status: 500, body: { message: 'The stand-in failed.' } };
}
