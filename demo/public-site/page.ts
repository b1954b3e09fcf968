import { randomUUID } from 'node:crypto';
import { html, type Html, type Part } from './html.ts';
import {
  isPending,
  queryOf,
  Refused,
  type CardFields,
  type Outcome,
  type Price,
  type Query,
  type Ric,
} from './ric.ts';

/** What a visitor's page may be looked at again by: an address that nobody guesses, forgotten when this site ends. */
export type Kept = { operation: string; back: string } | { booking: number } | { certificate: string };

/** A visit of a page: who asks for what, and what this site has for it. */
export type Visit = {
  ric: Ric;
  cardFields: CardFields;
  /** The address behind its first part. */
  rest: string;
  /** The query, or the form that was sent. */
  sent: URLSearchParams;
  /** The key by which RIC knows a request again, by the one that its page began with: a new one once it was refused. */
  keyNow: (key: string) => string;
  renew: (key: string) => void;
  keep: (what: Kept) => string;
  kept: (address: string) => Kept | undefined;
};
export type Answer = Html | { to: string };
type Sent = Pick<Visit, 'sent'>;

export const SITE = 'Fairway Tee Times';
const ZONE = 'America/Los_Angeles';

/** Today in the courses' time zone, or so many days after. */
export const day = (after = 0): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(Date.now() + after * 86_400_000);
/** Whether a text is a day of the calendar. */
export const isDay = (date: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(date) &&
  !Number.isNaN(Date.parse(date)) &&
  new Date(date).toISOString().startsWith(date);
export const dayText = (date: string): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  }).format(Date.parse(date));

/** What was sent under a name, without blanks around it. */
export const text = ({ sent }: Sent, name: string): string => (sent.get(name) ?? '').trim();
export const number = (visit: Visit, name: string, otherwise: number): number =>
  Number.parseInt(text(visit, name), 10) || otherwise;

/** An address of this site that remembers whom of the staff the caller was sent by. */
export function linkTo(visit: Sent, path: string, query: Query = {}): string {
  const agent_email = text(visit, 'agent_email');
  const all = { ...query, ...(agent_email !== '' && { agent_email }) };
  return Object.keys(all).length > 0 ? `${path}?${queryOf(all)}` : path;
}

type Page = { title: string; at?: string; body: Part };
export const page = (visit: Sent, { title, at = '', body }: Page): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} - ${SITE}</title>
        <link rel="stylesheet" href="/page.css" />
        <link rel="icon" href="data:," />
        <script src="/card.js" defer></script>
      </head>
      <body>
        <header>
          <a class="name" href="${linkTo(visit, '/golf_courses')}">${SITE}</a>
          <nav>
            ${LINKS.map(
              ([path, name]) =>
                html`<a href="${linkTo(visit, path)}" ${path === at && html`aria-current="page"`}
                  >${name}</a
                >`,
            )}
          </nav>
        </header>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
        <footer>Part of the demonstration: no card is charged, nothing is booked at a course.</footer>
      </body>
    </html>`;
const LINKS = [
  ['/golf_courses', 'Tee times'],
  ['/gift_certificates', 'Gift certificates'],
] as const;

export const keyOf = (visit: Visit): string => visit.keyNow(text(visit, 'key'));
/** A form whose key stands in its address: whoever comes back to it, or loads it again, sends the same request and no second one. */
export const keyed =
  (path: string, form: (visit: Visit) => Promise<Answer>) =>
  (visit: Visit): Promise<Answer> | Answer => {
    if (text(visit, 'key') !== '') return form(visit);
    const query = { ...Object.fromEntries(visit.sent), key: randomUUID() };
    return { to: `${path}${visit.rest}?${queryOf(query)}` };
  };

/** What RIC said of a form that was sent: a sentence above it, and one beside each field that it names. */
export type Wrong = { message: string; fields: Record<string, string[]> };
export function wrongOf(error: unknown): Wrong {
  if (!(error instanceof Refused) || error.isOpen) throw error;
  return { message: wordsFor(error), fields: error.fields };
}

// What RIC tells a program is not what a visitor is told.
const WORDS: Record<string, string> = {
  invalid: 'Please look at what is marked.',
  key_used: 'This was sent before, and is not the same any more. Please look at it and send it again.',
  ...{ too_many: 'There is a rush just now. Please try again in a minute.' },
  ...{ unauthorized: 'Our reservation desk is closed. Please call us.', not_granted: 'We do not sell this.' },
};
export const wordsFor = ({ code, message }: Refused): string => WORDS[code] ?? message;

type Sending<T> = {
  send: (key: string) => Promise<Outcome<T>>;
  /** Where somebody tries anew of whose request nothing came. */
  back: string;
  done: (made: T) => Kept;
  /** The address that shows what is done. */
  shows: string;
  form: (wrong: Wrong) => Promise<Answer>;
};

/** Sends a form to RIC, and shows what came of it, who waits to hear, or the form with what is wrong. */
export async function sendForm<T extends object>(visit: Visit, how: Sending<T>): Promise<Answer> {
  try {
    const made = await how.send(keyOf(visit));
    return isPending(made)
      ? { to: `/followed/${visit.keep({ operation: made.operation.id, back: how.back })}` }
      : { to: `${how.shows}/${visit.keep(how.done(made))}` };
  } catch (error) {
    const wrong = wrongOf(error);
    visit.renew(keyOf(visit));
    return how.form(wrong);
  }
}

/**
 * What was sent may or may not have come through, and what it asked for may be its own by now: the same goes under the same key, so
 * that nothing is charged twice.
 */
export const againPage = (visit: Sent, error: Refused): Html =>
  page(visit, {
    title: 'Please send it again',
    body: html`<div class="alert" role="alert"><p>${wordsFor(error)}</p></div>
      <form method="post">
        ${[...visit.sent].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <p>Nothing is charged twice.</p>
        <button>Send again</button>
      </form>`,
  });

type Input = { type?: string; value?: string; wrong?: Wrong | undefined; isRequired?: boolean; more?: Html };
/** A labelled field, with what is wrong with it below. */
export function field(name: string, label: string, { type = 'text', value = '', ...how }: Input = {}): Html {
  const said = how.wrong?.fields[name];
  return html`<label
    >${label}
    <input
      name="${name}"
      type="${type}"
      value="${value}"
      ${how.isRequired && html`required`}
      ${said && html`aria-invalid="true" aria-describedby="wrong-${name}"`}
      ${how.more}
    />${said && html`<span class="wrong" id="wrong-${name}">${said.join(' ')}</span>`}</label
  >`;
}

/** The sentence above a form, with what belongs to no field of it. */
export function alert(wrong: Wrong | undefined, shown: readonly string[]): Part {
  if (!wrong) return null;
  const others = Object.entries(wrong.fields).filter(([name]) => !shown.includes(name));
  const sentences = others.map(
    ([name, said]) => html`<li>${name.replaceAll('_', ' ')} ${said.join(' ')}</li>`,
  );
  return html`<div class="alert" role="alert">
    <p>${wrong.message}</p>
    ${
      sentences.length > 0 &&
      html`<ul>
        ${sentences}
      </ul>`
    }
  </div>`;
}

export const CUSTOMER = ['first_name', 'last_name', 'email', 'primary_phone'] as const;
const NAMES = { first_name: 'First name', last_name: 'Last name', email: 'E-mail', primary_phone: 'Phone' };
const KINDS = { first_name: 'text', last_name: 'text', email: 'email', primary_phone: 'tel' };
/** The fields of a person, as they were sent. */
export const personFields = (visit: Visit, who: string, wrong?: Wrong): Html[] =>
  CUSTOMER.filter((name) => who !== 'recipient' || name !== 'primary_phone').map((name) =>
    field(`${who}.${name}`, NAMES[name], {
      ...{ type: KINDS[name], value: text(visit, `${who}.${name}`), wrong },
      isRequired: name !== 'primary_phone',
    }),
  );
export const personIn = (visit: Visit, who: string) => ({
  first_name: text(visit, `${who}.first_name`),
  last_name: text(visit, `${who}.last_name`),
  email: text(visit, `${who}.email`),
  primary_phone: text(visit, `${who}.primary_phone`),
});
export const namesOf = (who: string): string[] => CUSTOMER.map((name) => `${who}.${name}`);

/** Where the gateway's own fields go: the card is typed there, and this site gets its token. */
export const cardPlace = ({ cardFields }: Visit, wrong?: Wrong): Html => html`
  <fieldset class="card" data-script="${cardFields.script}" data-key="${cardFields.publishable_key}">
    <legend>Card</legend>
    <input type="hidden" name="token" />
    <label for="card-number">Number <span class="frame" id="card-number"></span></label>
    <label for="card-expiry">Expires <span class="frame" id="card-expiry"></span></label>
    <label for="card-cvc">Security code <span class="frame" id="card-cvc"></span></label>
    <p class="wrong" role="alert">${wrong?.fields['card.token']?.join(' ')}</p>
    <noscript><p class="wrong">Paying by card needs JavaScript.</p></noscript>
  </fieldset>
`;

export const priceTable = ({ charge, discount, gift_certificate, total }: Price): Html => {
  const lines = [
    ['Round', charge],
    ['Discount', discount],
    ['Gift certificate', gift_certificate],
  ].filter(([name, amount]) => name === 'Round' || Number(amount) > 0);
  return html`<dl class="price">
    ${lines.map(
      ([name, amount], at) =>
        html`<dt>${name}</dt>
          <dd>${at > 0 && '-'}$${amount}</dd>`,
    )}
    <dt class="sum">Total</dt>
    <dd class="sum">$${total}</dd>
  </dl>`;
};
