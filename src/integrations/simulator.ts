import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

/** An HTTP request to a simulator; `path` is split at the slashes and decoded. */
export type SimulatorRequest = {
  method: string;
  path: string[];
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  /** The parsed JSON of the body; undefined if there is no body or one of another type. */
  body: unknown;
  /** The body of the request as it was sent. */
  text: string;
  /** The IP address of the client. */
  from: string;
};
type HttpResponse = { status: number; headers?: Record<string, string> } & (
  | { body: unknown }
  | { text: string; type: string; /** Ends the connection in the middle of the text. */ isCut?: boolean }
);
/** A simulator's answer to a request: JSON, a text as it is, or one of the ways in which a network fails. */
export type SimulatorAnswer = HttpResponse | 'hang' | 'reset';
export type Simulator = { url: string; close(): Promise<void> };
export type ListenAddress = {
  port?: number | undefined;
  host?: string | undefined;
  /** The media types of request bodies that are accepted besides JSON, e.g. `text/xml`. */
  accepts?: readonly string[] | undefined;
};

const MOST_BYTES = 64 * 1024;

/**
 * Starts an HTTP server (by default on the loopback address and a free port) that simulates an outside system;
 * `close` aborts open requests.
 */
export async function startSimulator(
  at: ListenAddress,
  answer: (received: SimulatorRequest) => Promise<SimulatorAnswer> | SimulatorAnswer,
): Promise<Simulator> {
  const host = at.host ?? '127.0.0.1';
  const server = createServer((request, response) => {
    void respond({ request, response, accepts: at.accepts ?? [] }, answer);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port ?? 0, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The simulator has no port.');
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

/** Waits for some milliseconds without keeping the process alive. */
export const unrefDelay = (ms: number) => pause(Math.max(0, ms), undefined, { ref: false });

type Exchange = { request: IncomingMessage; response: ServerResponse; accepts: readonly string[] };

async function respond(
  { request, response, accepts }: Exchange,
  answer: (received: SimulatorRequest) => Promise<SimulatorAnswer> | SimulatorAnswer,
) {
  const given = await understood(request, accepts).then(answer).catch(failure);
  if (given === 'hang' || response.destroyed) return;
  if (given === 'reset') {
    request.socket.resetAndDestroy();
    return;
  }
  const type = 'text' in given ? given.type : 'application/json';
  const text = 'text' in given ? given.text : JSON.stringify(given.body);
  const headers = { 'content-type': type, 'cache-control': 'no-store', ...given.headers };
  if ('text' in given && given.isCut) {
    response.writeHead(given.status, { ...headers, 'content-length': Buffer.byteLength(text) });
    response.write(text.slice(0, text.length / 2), () => request.socket.destroy());
    return;
  }
  response.writeHead(given.status, headers).end(text);
}

class NotUnderstood extends Error {}

async function understood(request: IncomingMessage, accepts: readonly string[]): Promise<SimulatorRequest> {
  const url = new URL(request.url ?? '/', 'http://simulator');
  const text = await readText(request);
  return {
    method: request.method ?? 'GET',
    path: url.pathname.split('/').filter(Boolean).map(decodeURIComponent),
    query: url.searchParams,
    headers: request.headers,
    body: bodyOf(text, request.headers['content-type'] ?? '', accepts),
    text,
    from: request.socket.remoteAddress ?? '',
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const parts: AsyncIterable<Buffer> = request;
  for await (const part of parts) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new NotUnderstood('The body is too large.');
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function bodyOf(text: string, type: string, accepts: readonly string[]): unknown {
  if (text === '' || accepts.some((accepted) => type.startsWith(accepted))) return undefined;
  // A malicious page in somebody's browser can post plain text to another site, but not JSON, so only JSON is accepted.
  if (!type.startsWith('application/json')) throw new NotUnderstood('Send JSON.');
  try {
    return JSON.parse(text);
  } catch {
    throw new NotUnderstood('The body is not JSON.');
  }
}

function failure(error: unknown): SimulatorAnswer {
  if (error instanceof NotUnderstood || error instanceof URIError)
    return { status: 400, body: { message: error.message } };
  if (error instanceof z.ZodError) {
    // The error names only the fields, because a value could be a card number.
    const names = error.issues.map((issue) => issue.path.join('.'));
    return { status: 422, body: { message: `Not understood: ${names.join(', ')}` } };
  }
  return { status: 500, body: { message: 'The simulator failed.' } };
}
