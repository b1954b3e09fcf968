import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { bookedPage, submitBooking, cancelFromSite, teeTimeFormPage } from './book.ts';
import { buyCertificate, certificatePage } from './certificates.ts';
import { hiddenFields } from './forms.ts';
import { html, type SafeHtml } from './html.ts';
import {
  withFormKey,
  renderPage,
  visitorMessage,
  type PageAnswer,
  type PageHandler,
  type PageRequest,
  type PageVisit,
} from './page.ts';
import { RicRejection, partnerApiClient, type CardFields } from './ric.ts';
import { searchPage } from './search.ts';
import { submitLead, leadFormPage } from './wait.ts';

/** The pages by method and address, in which * is the visit's `rest`. */
const PAGES: Record<string, PageHandler> = {
  'GET /': () => Promise.resolve({ to: '/golf_courses' }),
  'GET /golf_courses': searchPage,
  'GET /book/*': withFormKey(teeTimeFormPage),
  'POST /book/*': submitBooking,
  'GET /booked/*': bookedPage,
  'POST /booked/*': cancelFromSite,
  'GET /gift_certificates': withFormKey(certificatePage),
  'POST /gift_certificates': buyCertificate,
  'GET /wait': withFormKey(leadFormPage),
  'POST /wait': submitLead,
};
const FILES: Record<string, string> = { '/page.css': 'text/css', '/card.js': 'text/javascript' };
const MOST_BYTES = 64 * 1024;
type Request = { request: IncomingMessage; path: string; query: string };

export type PublicSite = {
  port: number;
  /** Starts to answer requests, with RIC at this address and this API key. */
  serve(address: string, apiKey: string): void;
  close(): Promise<void>;
};

/**
 * Opens a public booking site, such as a reseller has beside its office; the site knows RIC by the partner API alone. The
 * site listens at once and answers once it has RIC's address. `folder` holds its style sheet and script.
 */
export async function openPublicSite(host: string, folder: string): Promise<PublicSite> {
  const files = new Map(Object.keys(FILES).map((path) => [path, readFileSync(join(folder, path))]));
  const refusals = new Map<string, number>();
  let open: Pick<PageVisit, 'ric' | 'seal'> | undefined;
  let cardFields: CardFields | undefined;

  async function visited({ request, path, query }: Request): Promise<[status: number, PageAnswer]> {
    const [, first = '', rest = ''] = /^(\/[^/]*)(?:\/([^/]+))?$/.exec(path) ?? [];
    const handler = PAGES[`${methodOf(request)} ${first}${rest && '/*'}`];
    const asked = { path, sent: new URLSearchParams(query) };
    try {
      if (!open || !handler) throw new RicRejection('not_found', 'There is nothing here.');
      if (request.method === 'POST') asked.sent = await formOf(request);
      cardFields ??= await open.ric.cardFields();
      return [200, await handler({ ...asked, ...open, cardFields, rest, refusals, kept: keptBy(request) })];
    } catch (error) {
      const known = error instanceof RicRejection ? error : new RicRejection('internal');
      return [known.code === 'not_found' ? 404 : 503, failedPage(asked, request, known)];
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const [path = '/', query = ''] = (request.url ?? '/').split('?');
    const file = files.get(path);
    if (file) return response.writeHead(200, { 'content-type': FILES[path] }).end(file);
    const [status, made] = await visited({ request, path, query });
    if ('to' in made) return response.writeHead(303, headersTo(made, path)).end();
    return response.writeHead(status, headersFor(cardFields)).end(made.text);
  }

  // A request that fails unexpectedly gets no answer, while all other requests are still answered.
  const server = createServer(
    (request, response) => void answer(request, response).catch(() => response.destroy()),
  );
  await once(server.listen(0, host), 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    serve: (at, apiKey) => {
      const seal = (id: number) =>
        `${id}-${createHmac('sha256', apiKey).update(`booking ${id}`).digest('hex')}`;
      open = { ric: partnerApiClient(at, apiKey), seal };
    },
    close: async () => {
      server.close().closeAllConnections();
      await once(server, 'close');
    },
  };
}

// A HEAD request is handled like GET, because Node.js leaves the body out of its answer.
const methodOf = ({ method }: IncomingMessage) => (method === 'HEAD' ? 'GET' : method);
const keptBy = ({ headers }: IncomingMessage): string =>
  /(?:^|; )booked=([^;]*)/.exec(headers.cookie ?? '')?.[1] ?? '';
const headersTo = ({ to: location, kept }: { to: string; kept?: string }, path: string) => ({
  location,
  ...(kept && { 'set-cookie': `booked=${kept}; Path=${path}; HttpOnly; SameSite=Lax` }),
});

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  // A browser sends the length of its form, so a request without a length is rejected as too long.
  const bytes = Number(request.headers['content-length'] ?? Infinity);
  if (bytes > MOST_BYTES) throw new RicRejection('too_large', 'That is too much.');
  return new URLSearchParams(await textOf(request));
}

/**
 * Shows an error page; offers to send a form again that may have reached RIC, because with the same key nothing is done
 * twice.
 */
function failedPage(
  asked: PageRequest,
  { method, url = '/' }: IncomingMessage,
  error: RicRejection,
): SafeHtml {
  const again = html`<form method="post" data-again>
    ${hiddenFields(Object.fromEntries(asked.sent))}
    <p>Nothing is charged twice.</p>
    <button>Send again</button>
  </form>`;
  const isAgain = method === 'POST' && error.isOpen;
  return renderPage(
    asked,
    isAgain ? 'Please send it again' : 'This did not work',
    html`<p class="alert" role="alert">${visitorMessage(error)}</p>
      ${isAgain ? again : html`<p><a href="/${url.replace(/^[/\\]+/, '')}">Try again</a></p>`}`,
  );
}

/** Returns the response headers, which let pages run only this site's own files and the gateway's card fields. */
function headersFor(cardFields: CardFields | undefined) {
  const gateway = cardFields ? new URL(cardFields.script).origin : '';
  const policy = `default-src 'self'; script-src 'self' ${gateway}; frame-src ${gateway || "'none'"}; img-src 'self' data:; base-uri 'none'; form-action 'self'`;
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}
