import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startWebhookListener, type WebhookListener } from '../../../test/support/listener.ts';
import { webhookPoster, type ResolveHostName, type ResolvedAddress } from './poster.ts';

let listener: WebhookListener;
beforeAll(async () => {
  listener = await startWebhookListener();
});
beforeEach(() => {
  listener.heard.length = 0;
  listener.answers(200);
});
afterAll(() => listener.close());

const port = () => Number(listener.host.split(':')[1]);
const LOOPBACK: ResolvedAddress = { address: '127.0.0.1', family: 4 };
/** Returns a name resolver that yields these addresses one after the other, the last ones repeatedly, and records the calls. */
function resolver(...turns: ResolvedAddress[][]) {
  const asked: string[] = [];
  const resolve: ResolveHostName = (host) => {
    asked.push(host);
    return Promise.resolve(turns[Math.min(asked.length, turns.length) - 1] ?? []);
  };
  return { asked, resolve };
}
const poster = (given: { resolve?: ResolveHostName; privateHosts?: string[]; tryMs?: number } = {}) =>
  webhookPoster({ tryMs: 1_000, privateHosts: [listener.host], ...given });
const sending = (url: string) => ({ url, headers: { 'x-ric': '1' }, body: '{"a":"ü"}' });

test('sends the body and the headers, and answers the beginning of the answer', async () => {
  listener.answers((response) => void response.writeHead(202).end(`got it\0${'x'.repeat(600)}`));
  const posted = await poster().post(sending(listener.url));
  expect(posted).toEqual({ status: 202, answer: `got it\uFFFD${'x'.repeat(493)}` });
  expect(listener.heard).toMatchObject([{ path: '/ric', body: '{"a":"ü"}', headers: { 'x-ric': '1' } }]);
});

test('a redirect is an answer, and is not followed', async () => {
  const other = await startWebhookListener();
  listener.answers((response) => void response.writeHead(307, { location: other.url }).end());
  expect(await poster({ privateHosts: [listener.host, other.host] }).post(sending(listener.url))).toEqual({
    status: 307,
    answer: '',
  });
  expect(other.heard).toEqual([]);
  await other.close();
});

test('who would speak another protocol has answered, and is left at once', async () => {
  const other = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    );
  });
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const at = other.address();
  const host = `127.0.0.1:${typeof at === 'object' ? at?.port : 0}`;
  expect(await poster({ privateHosts: [host] }).post(sending(`http://${host}/`))).toEqual({
    status: 101,
    answer: '',
  });
  other.close();
});

test('who says nothing is left after the time of a try', async () => {
  listener.answers(() => undefined);
  await expect(poster({ tryMs: 200 }).post(sending(listener.url))).rejects.toThrow(
    'Nobody answered in time.',
  );
});

test('who resolves nothing in time is left as well', async () => {
  const resolve: ResolveHostName = () => new Promise(() => undefined);
  await expect(poster({ tryMs: 100, resolve }).post(sending('https://slow.example/'))).rejects.toThrow(
    'Nobody answered in time.',
  );
});

test('an answer without an end is read to its beginning', async () => {
  let sent = 0;
  let left: Promise<unknown> | undefined;
  listener.answers((response) => {
    left = once(response, 'close');
    response.writeHead(200);
    const more = (): void => {
      while (!response.destroyed && response.write('y'.repeat(65_536))) sent += 65_536;
    };
    response.on('drain', more);
    more();
  });
  // The attempt may take an hour, but it ends because enough of the answer was read.
  const posted = await poster({ tryMs: 3_600_000 }).post(sending(listener.url));
  expect(posted).toEqual({ status: 200, answer: 'y'.repeat(500) });
  await left;
  expect(sent).toBeLessThan(50_000_000);
});

test('a body that trickles is cut off with the status that was said', async () => {
  listener.answers((response) => void response.writeHead(200).write('so far'));
  expect(await poster({ tryMs: 300 }).post(sending(listener.url))).toEqual({ status: 200, answer: 'so far' });
});

test('headers without an end are no answer', async () => {
  const flood = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('HTTP/1.1 200 OK\r\n');
    for (let at = 0; at < 5_000; at += 1) socket.write(`x-${at}: ${'z'.repeat(100)}\r\n`);
  });
  await new Promise<void>((done) => flood.listen(0, '127.0.0.1', done));
  const at = flood.address();
  const host = `127.0.0.1:${typeof at === 'object' ? at?.port : 0}`;
  await expect(poster({ privateHosts: [host] }).post(sending(`http://${host}/`))).rejects.toThrow(
    /overflow/i,
  );
  flood.close();
});

describe('where nothing is allowed', () => {
  const strict = (resolve?: ResolveHostName) => poster({ privateHosts: [], ...(resolve && { resolve }) });

  test.each([
    'http://partner.example/',
    'ftp://partner.example/',
    'https://user:word@partner.example/',
    'https://user@partner.example/',
    'https://partner.example/#part',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00:ec2::254]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.7:8443/',
    'https://localhost/',
    'https://ric.localhost/',
    'https://metadata.google.internal/',
    'https://intranet/',
    'partner.example',
    'javascript:alert(1)',
  ])('%s is refused before anything is asked', async (url) => {
    const { asked, resolve } = resolver([LOOPBACK]);
    expect(strict(resolve).refusalOf(url)).toMatch(/^must /);
    await expect(strict(resolve).post(sending(url))).rejects.toThrow(/must/);
    expect(asked).toEqual([]);
  });

  test.each(['https://partner.example/', 'https://partner.example:8443/a?b=c', 'https://8.8.8.8/'])(
    '%s may be tried',
    (url) => expect(strict().refusalOf(url)).toBeNull(),
  );

  test.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00::1'])(
    'a name that is %s is refused, also as one of several',
    async (address) => {
      const priv = { address, family: address.includes(':') ? 6 : 4 };
      const pub = { address: '8.8.8.8', family: 4 };
      for (const found of [[priv], [pub, priv]])
        await expect(
          strict(resolver(found).resolve).post(sending(`https://hooks.example:${port()}/`)),
        ).rejects.toThrow('The address of hooks.example is not public.');
      expect(listener.heard).toEqual([]);
    },
  );
});

describe('a name that is another address at the next look', () => {
  test('is asked at the address that was looked at, and looked up once', async () => {
    // A second look-up would yield an address where nobody listens, so a poster that resolves the name twice would fail.
    const { asked, resolve } = resolver([LOOPBACK], [{ address: '127.0.0.2', family: 4 }]);
    const host = `hooks.example:${port()}`;
    const posted = await poster({ privateHosts: [host], resolve }).post(sending(`http://${host}/x`));
    expect(posted.status).toBe(200);
    expect(asked).toEqual(['hooks.example']);
    expect(listener.heard).toMatchObject([{ headers: { host } }]);
  });

  test('never reaches what is private', async () => {
    // The name resolves to a public address in the look-up that is checked, and to this machine in any other.
    const { asked, resolve } = resolver([{ address: '240.0.0.1', family: 4 }], [LOOPBACK]);
    const first = resolver([{ address: '8.8.8.8', family: 4 }], [LOOPBACK]);
    await expect(
      poster({ privateHosts: [], resolve, tryMs: 300 }).post(sending(`https://a.example:${port()}/`)),
    ).rejects.toThrow('not public');
    await expect(
      poster({ privateHosts: [], resolve: first.resolve, tryMs: 300 }).post(
        sending(`https://a.example:${port()}/`),
      ),
    ).rejects.toThrow();
    expect([asked.length, first.asked.length]).toEqual([1, 1]);
    expect(listener.heard).toEqual([]);
  });
});

test('an allowed host is so with its port alone', () => {
  const { refusalOf } = poster({ privateHosts: ['hooks.office.example:8443', '10.0.0.7:80'] });
  expect(refusalOf('http://hooks.office.example:8443/')).toBeNull();
  expect(refusalOf('http://10.0.0.7/')).toBeNull();
  expect(refusalOf('http://HOOKS.office.example:8443/')).toBeNull();
  expect(refusalOf('http://hooks.office.example/')).toMatch(/https/);
  expect(refusalOf('https://10.0.0.7/')).toMatch(/public/);
  expect(refusalOf('http://u:p@10.0.0.7/')).toMatch(/password/);
});
