import { lookup } from 'node:dns/promises';
import { request as overHttp, type IncomingMessage } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export type WebhookRequest = { url: string; headers: Record<string, string>; body: string };
/** The answer to a webhook request: its status, and the beginning of its body. */
export type WebhookAnswer = { status: number; answer: string };

/**
 * Sends webhook requests to addresses that partners choose. It connects only to public addresses, even if a host name
 * resolves to another address later.
 */
export interface WebhookPoster {
  /** Returns why RIC never sends anything to an address, worded to follow a field's name; null if the address may be tried. */
  refusalOf(url: string): string | null;
  /**
   * Sends a webhook request. Throws if no answer came in time, or if the address is rejected. A redirect counts as an
   * answer and is not followed.
   */
  post(posting: WebhookRequest): Promise<WebhookAnswer>;
}

export type ResolvedAddress = { address: string; family: number };
export type ResolveHostName = (host: string) => Promise<ResolvedAddress[]>;
type Options = {
  tryMs: number;
  /** The hosts (`host:port`) that may have a private address and no TLS. */
  privateHosts: readonly string[];
  resolve?: ResolveHostName;
};

const MOST_BYTES = 4096;
const MOST_ANSWER = 500;

const byDns: ResolveHostName = (host) => lookup(host, { all: true });

export function webhookPoster({ tryMs, privateHosts, resolve = byDns }: Options): WebhookPoster {
  const isAllowed = (url: URL): boolean => privateHosts.includes(`${url.hostname}:${portOf(url)}`);
  const refusal = (text: string): string | null => {
    if (!URL.canParse(text)) return 'must be an address like https://partner.example/ric';
    const url = new URL(text);
    return isAllowed(url) ? unfitting(url) : (unfitting(url) ?? notPublic(url));
  };
  return {
    refusalOf: refusal,
    post: async ({ url: text, headers, body }) => {
      const why = refusal(text);
      if (why !== null) throw new Error(`The address ${why}.`);
      const url = new URL(text);
      const signal = AbortSignal.timeout(tryMs);
      const addresses = await Promise.race([addressesOf(url, resolve), ended(signal)]);
      if (!isAllowed(url) && !addresses.every(({ address }) => isPublicAddress(address)))
        throw new Error(`The address of ${url.hostname} is not public.`);
      return exchange({ url, headers, body, addresses, signal });
    },
  };
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'http:' ? '80' : '443');
/** Returns the host of an address, without the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

function unfitting(url: URL): string | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not have a user or a password in it';
  return url.hash === '' ? null : 'must not have a # in it';
}

function notPublic(url: URL): string | null {
  if (url.protocol !== 'https:') return 'must begin with https://';
  const host = hostOf(url);
  if (isIP(host) !== 0) return isPublicAddress(host) ? null : 'must be a public address';
  return /(^|\.)(localhost|local|internal)\.?$/.test(host) || !host.includes('.')
    ? 'must be a public address'
    : null;
}

async function addressesOf(url: URL, resolve: ResolveHostName): Promise<ResolvedAddress[]> {
  const host = hostOf(url);
  const family = isIP(host);
  const found = family === 0 ? await resolve(host) : [{ address: host, family }];
  if (found.length === 0) throw new Error(`${host} has no address.`);
  return found;
}

const ended = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error('Nobody answered in time.')), { once: true }),
  );

type Exchange = Omit<WebhookRequest, 'url'> & { url: URL; addresses: ResolvedAddress[]; signal: AbortSignal };

/** Sends the request only to the IP addresses that were checked; the host name is not resolved a second time. */
function exchange({ url, headers, body, addresses, signal }: Exchange): Promise<WebhookAnswer> {
  const request = url.protocol === 'https:' ? overHttps : overHttp;
  const bytes = Buffer.from(body);
  let isAnswered = false;
  return new Promise((done, fail) => {
    const sending = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': bytes.length },
        lookup: pinnedTo(addresses),
        // Each request gets a new connection, because a reused connection would outlive the check of its address.
        agent: false,
        signal,
      },
      (answered) => {
        isAnswered = true;
        void read(answered).then(done, fail);
      },
    );
    // A server that wants to switch to another protocol has answered with its status, so the connection ends here.
    sending.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy();
      done({ status: statusCode, answer: '' });
    });
    // An error after the status has arrived is reported to the reader of the body instead.
    sending.on('error', (error) => {
      if (!isAnswered) fail(signal.aborted ? new Error('Nobody answered in time.') : error);
    });
    sending.end(bytes);
  });
}

const pinnedTo =
  (addresses: ResolvedAddress[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, addresses);
    else done(null, first?.address ?? '', first?.family);
  };

/** Reads the beginning of an answer's body, without waiting for a long or slow rest. */
async function read(answered: IncomingMessage): Promise<WebhookAnswer> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of answered) {
      const bytes: unknown = part;
      if (!(bytes instanceof Buffer)) continue;
      parts.push(bytes);
      size += bytes.length;
      if (size >= MOST_BYTES) break;
    }
  } catch {
    // The status is known, so a missing rest of the body changes nothing.
  }
  answered.destroy();
  const text = Buffer.concat(parts).subarray(0, MOST_BYTES).toString('utf8');
  // NUL characters are replaced, because PostgreSQL cannot store them.
  return { status: answered.statusCode ?? 0, answer: text.replaceAll('\0', '\uFFFD').slice(0, MOST_ANSWER) };
}
