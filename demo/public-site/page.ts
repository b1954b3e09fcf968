import { randomUUID } from 'node:crypto';
import { html, type SafeHtml, type HtmlPart } from './html.ts';
import {
  formatQueryString,
  RicRejection,
  type CardFields,
  type QueryValues,
  type PartnerApiClient,
} from './ric.ts';

/** A request to the public site: an address, with its query or the submitted form. */
export type PageRequest = { path: string; sent: URLSearchParams };
/** A request together with everything that a page needs to answer it. */
export type PageVisit = PageRequest & {
  ric: PartnerApiClient;
  cardFields: CardFields;
  /** The rest of the address's path after its first part. */
  rest: string;
  /** Returns a booking's id with a signature, for the booking page's address, so that nobody can guess it. */
  seal: (id: number) => string;
  /** The number of times that RIC rejected a form, by the form's key. */
  refusals: Map<string, number>;
  /** The booking that the browser stored for this address, with the key of its form. */
  kept: string;
  /** The errors of the submitted form. */
  wrong?: RicRejection;
};
export type PageAnswer = SafeHtml | { to: string; kept?: string };
export type PageHandler = (visit: PageVisit) => Promise<PageAnswer>;

const SITE = 'Fairway Tee Times';
const MOST_KEPT = 10_000;

/** Returns today in the courses' time zone, or the day this many days later. */
export const siteDay = (after = 0): string =>
  new Date(Date.now() + after * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'America/Los_Angeles' });
export const formatLongDay = (date: string): string =>
  new Date(date).toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'full' });
export const formatGolfers = (players: number): string => (players === 1 ? '1 golfer' : `${players} golfers`);

/** Returns the submitted value of a field, trimmed. */
export const submittedText = ({ sent }: PageRequest, name: string): string => (sent.get(name) ?? '').trim();
/** Returns a link within this site that keeps the e-mail address of the staff user who sent the caller here. */
export const linkWithAgent = (asked: PageRequest, path: string, query: QueryValues = {}): string =>
  `${path}?${formatQueryString({ ...query, agent_email: submittedText(asked, 'agent_email') })}`;
/** Returns a link that keeps the staff user's e-mail address, or a plain address if nobody sent the caller here. */
export const linkKeepingAgent = (asked: PageRequest, path: string): string =>
  submittedText(asked, 'agent_email') === '' ? path : linkWithAgent(asked, path);

export const renderPage = (asked: PageRequest, title: string, body: HtmlPart): SafeHtml =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} - ${SITE}</title>
        <link rel="stylesheet" href="/page.css" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <header>
          <b>${SITE}</b>
          <a href="${linkWithAgent(asked, '/golf_courses')}">Tee times</a>
          <a href="${linkWithAgent(asked, '/gift_certificates')}">Gift certificates</a>
        </header>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
        <footer>Part of the demonstration: no card is charged, nothing is booked at a course.</footer>
        <script src="/card.js" defer></script>
      </body>
    </html>`;

/**
 * Puts a form's idempotency key into the form's address, so that going back or reloading sends the same request and not a
 * second one.
 */
export const withFormKey =
  (form: PageHandler): PageHandler =>
  async (visit) =>
    submittedText(visit, 'key') !== ''
      ? form(visit)
      : {
          to: `${visit.path}?${formatQueryString({ ...Object.fromEntries(visit.sent), key: randomUUID() })}`,
        };

/**
 * Sends a form to RIC, under its idempotency key and the number of its rejections: pressing twice, or going back and
 * sending again, does one thing, while another card after a declined one is a new request. On an error the form is shown
 * again with that error.
 */
export async function sendFormOnce(
  visit: PageVisit,
  form: PageHandler,
  send: (key: string) => Promise<PageAnswer>,
) {
  const key = submittedText(visit, 'key');
  const times = visit.refusals.get(key) ?? 0;
  try {
    return await send(`${key}-${times}`);
  } catch (error) {
    const wrong = rejectionFromRic(error);
    if (visit.refusals.size >= MOST_KEPT) visit.refusals.clear();
    visit.refusals.set(key, times + 1);
    return form({ ...visit, wrong });
  }
}

/** Returns RIC's rejection; rethrows an uncertain outcome, because no change of the form could correct it. */
export function rejectionFromRic(error: unknown): RicRejection {
  if (error instanceof RicRejection && !error.isOpen) return error;
  throw error;
}

const WORDS: Record<string, string> = {
  invalid: 'Please look at what is marked.',
  key_used: 'This was sent before, and is not the same any more. Please look at it and send it again.',
  outcome_unknown: 'Your bank has not answered yet, which can take some minutes. Please do not book again.',
};
const FOR_VISITORS = /^(card_declined|not_available|not_cancelable|not_found|price_changed|too_large)$/;
const AWAY = 'We cannot reach our reservation desk. Please try again.';
/** Returns the message for a visitor, because most of RIC's messages are meant for programs. */
export const visitorMessage = ({ code, message }: RicRejection): string =>
  FOR_VISITORS.test(code) ? message : (WORDS[code] ?? AWAY);
