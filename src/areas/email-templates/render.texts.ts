import { Liquid, type Template } from 'liquidjs';
import { htmlToPlainText } from './plain-text.texts.ts';

// The Liquid engine. Its limits exist because authors of templates are staff, not programmers of this server: no access to
// files or prototypes, and bounded work.
export const liquidEngine = new Liquid({
  ownPropertyOnly: true,
  outputEscape: 'escape',
  strictVariables: true,
  strictFilters: true,
  templates: {},
  dynamicPartials: false,
  parseLimit: 1e5,
  // The limit of a rendering in milliseconds is long, so that a machine that is busy does not fail a booking's e-mail.
  renderLimit: 2_000,
  memoryLimit: 1e6,
  timezoneOffset: 0,
});

// Removes the tags and filters that an e-mail does not need: other files, counters that outlive their scope, unescaped HTML
// from what customers typed, and expressions inside texts, which the check of variables cannot see.
for (const name of 'include render layout block tablerow cycle increment decrement liquid'.split(' '))
  delete liquidEngine.tags[name];
for (const name of Object.keys(liquidEngine.filters)) {
  if (name === 'raw' || name.endsWith('_exp')) delete liquidEngine.filters[name];
}

/** The most characters of an e-mail's HTML; mail readers cut off an e-mail long before. */
export const MOST_EMAIL_CHARACTERS = 200_000;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

// Escapes the text first and then turns typed line breaks into <br>.
liquidEngine.registerFilter('newline_to_br', {
  raw: true,
  handler: (text: unknown) => escaped(String(text)).replace(/\r?\n/g, '<br>'),
});

export const SUBJECT_PREFIX = 'Subject:';
export const MISSING_SUBJECT_TEXT = 'The first line must be the subject: Subject: ...';
const TOO_LONG = `The e-mail would have more than ${MOST_EMAIL_CHARACTERS} characters.`;

export type RenderedEmail = { subject: string; html: string; text: string };

type Limits = { renderLimit?: number };

/**
 * Renders a template: `Subject: ...` on its first line, HTML below. Throws if the template cannot be parsed, names an unknown
 * variable, or makes too much text.
 */
export function renderEmail(
  template: string,
  variables: Record<string, unknown>,
  limits: Limits = {},
): RenderedEmail {
  const [first = '', ...rest] = template.split('\n');
  if (!first.startsWith(SUBJECT_PREFIX)) throw new Error(MISSING_SUBJECT_TEXT);
  const subject = htmlToPlainText(rendered(first.slice(SUBJECT_PREFIX.length), variables, limits))
    .replace(/\s+/g, ' ')
    .trim();
  const html = rendered(rest.join('\n'), variables, limits);
  if (html.length > MOST_EMAIL_CHARACTERS) throw new Error(TOO_LONG);
  return { subject, html, text: htmlToPlainText(html) };
}

// The most parsed templates that are kept in memory. Few templates are in use, and each is rendered often.
const MOST_PARSED = 50;
const parsed = new Map<string, Template[]>();

function parse(template: string): Template[] {
  const known = parsed.get(template);
  if (known) return known;
  if (parsed.size >= MOST_PARSED) parsed.clear();
  const fresh = liquidEngine.parse(template);
  parsed.set(template, fresh);
  return fresh;
}

function rendered(template: string, variables: Record<string, unknown>, limits: Limits): string {
  return String(liquidEngine.renderSync(parse(template), variables, limits));
}
