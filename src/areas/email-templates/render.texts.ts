import { Liquid, type Template } from 'liquidjs';
import { plainTextOf } from './plain-text.texts.ts';

// An author of templates is staff, not a programmer of this server: no files, no prototypes, bounded work.
export const engine = new Liquid({
  ownPropertyOnly: true,
  outputEscape: 'escape',
  strictVariables: true,
  strictFilters: true,
  templates: {},
  dynamicPartials: false,
  parseLimit: 1e5,
  // By the clock, and so long that a machine busy with other work does not fail a booking's e-mail.
  renderLimit: 2_000,
  memoryLimit: 1e6,
  timezoneOffset: 0,
});

// Removes what an e-mail does not need: other files, counters that outlive their scope, HTML made from what customers typed, and
// expressions in texts, which the name check cannot see.
for (const name of 'include render layout block tablerow cycle increment decrement liquid'.split(' '))
  delete engine.tags[name];
for (const name of Object.keys(engine.filters)) {
  if (name === 'raw' || name.endsWith('_exp')) delete engine.filters[name];
}

/** The most characters of HTML: mail readers cut an e-mail off long before. */
export const MOST_CHARACTERS = 200_000;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

// Typed line breaks become <br> after the text is escaped.
engine.registerFilter('newline_to_br', {
  raw: true,
  handler: (text: unknown) => escaped(String(text)).replace(/\r?\n/g, '<br>'),
});

export const SUBJECT = 'Subject:';
export const NO_SUBJECT = 'The first line must be the subject: Subject: ...';
const TOO_LONG = `The e-mail would have more than ${MOST_CHARACTERS} characters.`;

export type RenderedEmail = { subject: string; html: string; text: string };

type Limits = { renderLimit?: number };

/**
 * Renders a template: `Subject: ...` on its first line, HTML below. Throws if it cannot be parsed or names an unknown variable.
 */
export function renderEmail(
  template: string,
  variables: Record<string, unknown>,
  limits: Limits = {},
): RenderedEmail {
  const [first = '', ...rest] = template.split('\n');
  if (!first.startsWith(SUBJECT)) throw new Error(NO_SUBJECT);
  const subject = plainTextOf(rendered(first.slice(SUBJECT.length), variables, limits))
    .replace(/\s+/g, ' ')
    .trim();
  const html = rendered(rest.join('\n'), variables, limits);
  if (html.length > MOST_CHARACTERS) throw new Error(TOO_LONG);
  return { subject, html, text: plainTextOf(html) };
}

// There are few templates in use, each is rendered often, and they only change when one is saved.
const MOST_PARSED = 50;
const parsed = new Map<string, Template[]>();

function parse(template: string): Template[] {
  const known = parsed.get(template);
  if (known) return known;
  if (parsed.size >= MOST_PARSED) parsed.clear();
  const fresh = engine.parse(template);
  parsed.set(template, fresh);
  return fresh;
}

function rendered(template: string, variables: Record<string, unknown>, limits: Limits): string {
  return String(engine.renderSync(parse(template), variables, limits));
}
