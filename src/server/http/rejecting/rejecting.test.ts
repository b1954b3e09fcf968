import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { MOST_WAITING_CONNECTIONS } from './slow-clients.ts';
import { testApp, callUrl, type HeaderFields } from '../../../../test/support/app.ts';
import { holidays } from '../../../areas/holidays/holidays.contract.ts';
import { images } from '../../../areas/images/images.contract.ts';
import { session } from '../../../areas/session/session.contract.ts';

const app = testApp({
  settings: {
    HEADERS_MS: '300',
    REQUEST_MS: '700',
    UPLOAD_MS: '1500',
    PUBLIC_HOSTS: 'ric.example, 127.0.0.1',
  },
});
let port: number;
let headers: HeaderFields;

beforeAll(async () => {
  const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
  port = Number(new URL(address).port);
  headers = await app.signedIn('admin');
});

type Line = { socket: Socket; said: () => string; gone: Promise<void> };
/** Opens a raw connection and sends exactly these bytes. */
async function line(text = ''): Promise<Line> {
  const socket = connect({ host: '127.0.0.1', port });
  let said = '';
  socket.on('data', (bytes) => (said += String(bytes)));
  socket.on('error', () => undefined);
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  socket.write(text);
  return { socket, said: () => said, gone };
}
/** Sends a request with these lines; returns the status and the whole answer. */
async function answered(lines: string[], body = ''): Promise<{ status: number; text: string }> {
  const { said, gone } = await line(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`);
  await gone;
  return { status: Number(/^HTTP\/1.1 (\d+)/.exec(said())?.[1]), text: said() };
}
/** Returns the first text that a connection receives. */
const firstOf = async (said: () => string) => {
  await vi.waitUntil(() => said() !== '', { timeout: 30_000, interval: 5 });
  return said();
};
const HOST = 'Host: ric.example';
const HEALTH = 'GET /api/health HTTP/1.1';
const auth = () => Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
const json = (bytes: number) => ['Content-Type: application/json', `Content-Length: ${bytes}`];

describe('a stranger', () => {
  const sent = async (url: string, payload: string) => {
    const sentBy = { method: 'POST' as const, url, payload, headers: { 'content-type': 'application/json' } };
    const { statusCode, body } = await app.server.inject({
      ...sentBy,
      headers: { ...sentBy.headers, host: 'ric.example' },
    });
    return { statusCode, body: JSON.parse(body) as unknown };
  };

  test.each([
    ['a call for staff', callUrl(holidays.create), 401],
    ['the sign-in', callUrl(session.signIn), 413],
    ['an address where there is nothing', '/api/nothing', 413],
  ])('blocks nobody with four mebibytes of brackets to %s: they are not read', async (_, url, status) => {
    const text = '['.repeat(4 * 1024 * 1024);
    expect((await sent(url, text)).statusCode).toBe(status);
    // The same answer comes even without the body, which proves that the body was not parsed.
    const { said, gone, socket } = await line(
      [`POST ${url} HTTP/1.1`, HOST, ...json(text.length), '\r\n'].join('\r\n'),
    );
    expect(await firstOf(said)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    socket.destroy();
    await gone;
  });

  test('is told that they are to sign in before a body is read, whatever it is', async () => {
    const { said, gone, socket } = await line(
      [`POST ${callUrl(holidays.create)} HTTP/1.1`, HOST, ...json(1_000_000), '\r\n'].join('\r\n'),
    );
    expect(await firstOf(said)).toMatch(/^HTTP\/1.1 401 /);
    socket.destroy();
    await gone;
  });

  test('is refused what is nested deeper than twenty levels, and nothing less', async () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expect(await sent(callUrl(session.signIn), nested(20))).toMatchObject({ statusCode: 422 });
    expect(await sent(callUrl(session.signIn), nested(21))).toMatchObject({
      statusCode: 400,
      body: { message: 'The request is nested too deep.' },
    });
    // Brackets inside a text do not count as nesting levels.
    const password = '[{"\\'.repeat(30);
    expect(
      await sent(callUrl(session.signIn), JSON.stringify({ email: 'a@b.example', password })),
    ).toMatchObject({ statusCode: 401 });
  });

  test('is refused a list of more than 5,000 entries, wherever it stands, and nothing less', async () => {
    const listed = (entries: number) =>
      JSON.stringify({ a: { b: Array.from({ length: entries }, () => ({})) } });
    expect(await sent(callUrl(session.signIn), listed(5_000))).toMatchObject({ statusCode: 422 });
    expect(await sent(callUrl(session.signIn), listed(5_001))).toMatchObject({
      statusCode: 400,
      body: { message: 'The request has a list of more than 5000 entries.' },
    });
    // Commas inside a text do not count as list separators.
    const password = ','.repeat(6_000);
    expect(
      await sent(callUrl(session.signIn), JSON.stringify({ email: 'a@b.example', password })),
    ).toMatchObject({ statusCode: 422 });
  });

  test('is refused a body above 256 KiB', async () => {
    expect(
      await sent(callUrl(session.signIn), JSON.stringify({ email: 'x'.repeat(256 * 1024) })),
    ).toMatchObject({ statusCode: 413 });
  });
});

test('a list refuses filters that are nested too deep, beside their name', async () => {
  const filters = `${'['.repeat(21)}${']'.repeat(21)}`;
  const more = { ...headers, host: 'ric.example' };
  expect(await app.call(holidays.index, { query: { filters } }, more)).toMatchObject({
    status: 422,
    body: { errors: { filters: ['must be a JSON object'] } },
  });
});

describe('a request', () => {
  test('with more than sixty headers is refused, with fewer not', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `X-${at}: 1`);
    expect(await answered([HEALTH, HOST, ...many(58)])).toMatchObject({ status: 200 });
    const { status, text } = await answered([HEALTH, HOST, ...many(59)]);
    expect(status).toBe(431);
    expect(text).toContain('The request has more than 60 headers.');
    expect(text).toContain('Content-Security-Policy');
  });

  test('that names two hosts, or none, is refused', async () => {
    expect((await answered([HEALTH, HOST, 'Host: ric.example'])).status).toBe(400);
    expect((await answered([HEALTH])).status).toBe(400);
  });

  test.each([
    ['RIC.example', 200],
    ['ric.example:8443', 200],
    ['127.0.0.1', 200],
    ['evil.example', 421],
    ['ric.example.evil.example', 421],
    ['', 421],
  ])('for the host %s where others are ours is answered %d', async (host, status) => {
    expect((await answered([HEALTH, `Host: ${host}`])).status).toBe(status);
  });

  test.each([
    ['DELETE', '/api/health', 'GET, HEAD'],
    ['POST', '/api/holidays/show/7', 'GET, HEAD'],
    ['GET', '/api/auth/sign_in?x=/api/health', 'POST'],
    ['HEAD', '/api/tee_times/receipt/7', 'GET'],
    ['OPTIONS', '/api/tee_times/cancel', 'POST'],
    ['POST', '/images/x.jpg', 'GET, HEAD'],
  ])('with the method %s for %s is a 405 that allows %s', async (method, address, allow) => {
    const { status, text } = await answered([`${method} ${address} HTTP/1.1`, HOST]);
    expect({ status, allow: /^allow: (.*)$/im.exec(text)?.[1] }).toEqual({ status: 405, allow });
  });

  test('for an address where there is nothing is a 404', async () => {
    expect((await answered(['POST /api/nothing HTTP/1.1', HOST])).status).toBe(404);
  });
});

describe('who sends slowly', () => {
  /** Sends exactly this part of a request and waits until the server ends the connection; returns the answer. */
  const untilLetGo = async (text: string) => {
    const { said, gone } = await line(text);
    await gone;
    return said();
  };
  const slowBody = () =>
    [`POST ${callUrl(session.signIn)} HTTP/1.1`, HOST, ...json(100), '', '{"email'].join('\r\n');

  test('is let go in the middle of their headers', async () => {
    expect(await untilLetGo(`${HEALTH}\r\n${HOST}\r\nX-Slow: `)).toMatch(/^HTTP\/1.1 408 /);
  });

  test('is let go in the middle of a body, with a sentence', async () => {
    const said = await untilLetGo(slowBody());
    expect(said).toMatch(/^HTTP\/1.1 408 /);
    expect(said).toContain('The request came too slowly.');
  });

  test('has longer for a file', async () => {
    const upload = await line(
      [
        `POST ${callUrl(images.create)} HTTP/1.1`,
        HOST,
        ...auth(),
        'Content-Type: multipart/form-data; boundary=x',
        'Content-Length: 1000',
        '',
        '--x\r\n',
      ].join('\r\n'),
    );
    const order: string[] = [];
    const ended = upload.gone.then(() => order.push('file'));
    // This request started later than the other one, but ended sooner.
    await untilLetGo(slowBody()).then(() => order.push('body'));
    await ended;
    expect(order).toEqual(['body', 'file']);
    expect(upload.said()).toMatch(/^HTTP\/1.1 408 /);
  });
});

test('of a body that nobody reads the rest is waited for no longer than for one that is read', async () => {
  const order: string[] = [];
  const multipart = [...auth(), 'Content-Type: multipart/form-data; boundary=x', 'Content-Length: 1000'];
  const upload = await line(
    [`POST ${callUrl(images.create)} HTTP/1.1`, HOST, ...multipart, '', '--x\r\n'].join('\r\n'),
  );
  const uploaded = upload.gone.then(() => order.push('file'));
  // This request started later than the other one, but ended sooner.
  const refused = await line(
    [`POST ${callUrl(holidays.create)} HTTP/1.1`, HOST, ...json(100), '', '{'].join('\r\n'),
  );
  expect(await firstOf(refused.said)).toMatch(/^HTTP\/1.1 401 /);
  await refused.gone.then(() => order.push('body'));
  await uploaded;
  expect(order).toEqual(['body', 'file']);
});

test('of connections that send nothing the oldest make room, and who asks is answered', async () => {
  const idle = await Promise.all(Array.from({ length: MOST_WAITING_CONNECTIONS }, () => line()));
  const asks = await line(`${HEALTH}\r\n${HOST}\r\n\r\n`);
  await Promise.race(idle.map(({ gone }) => gone));
  expect(await firstOf(asks.said)).toMatch(/^HTTP\/1.1 200 /);
  const gone = idle.filter(({ socket }) => socket.destroyed).length;
  expect(gone).toBeGreaterThanOrEqual(1);
  expect(gone).toBeLessThanOrEqual(2);
  for (const { socket } of [...idle, asks]) socket.destroy();
});
