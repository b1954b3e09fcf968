import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { bookedPage, book, bookingPage, cancel, followedPage } from './book.ts';
import { boughtPage, buy, certificatePage } from './certificates.ts';
import { html, type Html } from './html.ts';
import { againPage, keyed, page, wordsFor, type Answer, type Kept, type Visit } from './page.ts';
import { Refused, ricAt, type CardFields, type Ric } from './ric.ts';
import { searchPage } from './search.ts';
import { leave, waitPage } from './wait.ts';

type Handler = (visit: Visit) => Promise<Answer> | Answer;
/** By method and the address, in which * is the visit's `rest`. */
const PAGES: Record<string, Handler> = {
  'GET /': () => ({ to: '/golf_courses' }),
  'GET /golf_courses': searchPage,
  'GET /book/*': keyed('/book/', bookingPage),
  'POST /book/*/price': (visit) => bookingPage(visit),
  'POST /book/*': book,
  'GET /booked/*': (visit) => bookedPage(visit),
  'POST /booked/*/cancel': cancel,
  'GET /followed/*': followedPage,
  'GET /gift_certificates': keyed('/gift_certificates', certificatePage),
  'POST /gift_certificates': buy,
  'GET /bought/*': boughtPage,
  'GET /wait': keyed('/wait', waitPage),
  'POST /wait': leave,
};
const FILES: Record<string, string> = { '/page.css': 'text/css', '/card.js': 'text/javascript' };
const MOST_BYTES = 64 * 1024;
const SELF = 'http://site';
const MOST_KEPT = 10_000;

export type PublicSite = {
  port: number;
  /** From here on it answers, by what RIC at this address answers whoever has this key. */
  serve(address: string, apiKey: string): void;
  close(): Promise<void>;
};

/**
 * A public booking site, as a reseller has one beside its office: it knows RIC by the partner interface alone. It listens at once
 * and answers once it is told where RIC is. `folder` holds its style and script.
 */
export async function openPublicSite(host: string, folder: string): Promise<PublicSite> {
  const files = new Map(Object.keys(FILES).map((path) => [path, readFileSync(join(folder, path))]));
  const memory = memoryOf(MOST_KEPT);
  let ric: Ric | undefined;
  let cardFields: Promise<CardFields> | undefined;

  async function visited(request: IncomingMessage, url: URL): Promise<Answer> {
    const [route, rest] = routeOf(url.pathname);
    const handler = PAGES[`${request.method} ${route}`];
    if (!ric || !handler) throw new Refused('not_found', 'There is nothing here.');
    const sent = request.method === 'POST' ? await formOf(request) : url.searchParams;
    try {
      return await handler({ ric, cardFields: await fieldsOf(ric), rest, sent, ...memory });
    } catch (error) {
      const isSent = request.method === 'POST' && error instanceof Refused && error.isOpen;
      if (!isSent) throw error;
      return againPage({ sent }, error);
    }
  }

  function fieldsOf(of: Ric): Promise<CardFields> {
    cardFields ??= of.cardFields();
    // What could not be asked is asked again by the next visit.
    cardFields.catch(() => (cardFields = undefined));
    return cardFields;
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = addressIn(request);
    const file = files.get(url.pathname);
    if (file) return response.writeHead(200, { 'content-type': FILES[url.pathname] ?? '' }).end(file);
    const [status, made] = await visited(request, url)
      .then((told) => [200, told] as const)
      .catch((error: unknown) => failed(error, url));
    if ('to' in made) return response.writeHead(303, { location: made.to }).end();
    const { script } = (await cardFields?.catch(() => undefined)) ?? { script: '' };
    return response.writeHead(status, headersFor(script)).end(made.text);
  }

  // Whoever asks for something that nobody thought of gets no answer, and everybody else still does.
  const server = createServer(
    (request, response) => void answer(request, response).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    serve: (at, apiKey) => void (ric = ricAt(at, apiKey)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What visitors' pages are looked at again by, the newest. */
function memoryOf(most: number): Pick<Visit, 'keyNow' | 'renew' | 'keep' | 'kept'> {
  const pages = new Map<string, Kept>();
  const keys = new Map<string, string>();
  const put = <T>(into: Map<string, T>, name: string, what: T) => {
    into.set(name, what);
    const [oldest] = into.keys();
    if (into.size > most && oldest) into.delete(oldest);
  };
  const keyNow = (key: string): string => {
    const next = keys.get(key);
    return next === undefined ? key : keyNow(next);
  };
  return {
    keyNow,
    renew: (key) => put(keys, key, randomUUID()),
    keep: (what) => {
      const address = randomUUID();
      put(pages, address, what);
      return address;
    },
    kept: (address) => pages.get(address),
  };
}

// What is no address at all, such as //, is none of ours.
const addressIn = ({ url = '/' }: IncomingMessage): URL =>
  new URL(URL.canParse(url, SELF) ? url : '/nothing', SELF);

/** `/book/7/price` is the route `/book/*` + `/price` of 7. */
function routeOf(path: string): [route: string, rest: string] {
  const [first = '', rest, ...more] = path.split('/').slice(1);
  return rest === undefined ? [`/${first}`, ''] : [['', first, '*', ...more].join('/'), rest];
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const chunks: AsyncIterable<Buffer> = request;
  for await (const part of chunks) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Refused('too_large', 'That is too much.');
    parts.push(part);
  }
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'));
}

function failed(error: unknown, url: URL): [status: number, page: Html] {
  const known = error instanceof Refused ? error : new Refused('internal', 'Something went wrong here.');
  const { code } = known;
  const body = html`<div class="alert" role="alert"><p>${wordsFor(known)}</p></div>
    <p><a href="${url.pathname + url.search}">Try again</a></p>`;
  return [
    code === 'not_found' ? 404 : 503,
    page({ sent: url.searchParams }, { title: 'This did not work', body }),
  ];
}

/** Only this site's own files and the gateway's card fields are run on its pages. */
function headersFor(script: string) {
  const gateway = script === '' ? '' : new URL(script).origin;
  const policy = `default-src 'self'; script-src 'self' ${gateway}; frame-src ${gateway || "'none'"}; img-src 'self' data:; base-uri 'none'; form-action 'self'`;
  return {
    ...{ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
    ...{ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
  };
}
