import { Liquid, type Template } from 'liquidjs';

// An author of templates is staff, not a programmer of this server: no files, no prototypes, bounded work.
const engine = new Liquid({
  ownPropertyOnly: true,
  outputEscape: 'escape',
  strictVariables: true,
  strictFilters: true,
  templates: {},
  dynamicPartials: false,
  parseLimit: 1e5,
  // By the clock, so long that a machine that is busy with something else does not fail a booking's letter.
  renderLimit: 2_000,
  memoryLimit: 1e7,
  timezoneOffset: 0,
});

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

// Typed line breaks become <br> after the text is escaped.
engine.registerFilter('newline_to_br', {
  raw: true,
  handler: (text: unknown) => escaped(String(text)).replace(/\r?\n/g, '<br>'),
});

export type Letter = { subject: string; html: string; text: string };

/** Renders a template: `Subject: ...` on its first line, HTML below. Throws on what does not parse or an unknown variable. */
export function renderLetter(template: string, variables: Record<string, unknown>): Letter {
  const [first = '', ...rest] = template.split('\n');
  if (!first.startsWith('Subject:')) throw new Error('The first line must be the subject: Subject: ...');
  const subject = textOf(rendered(first.slice('Subject:'.length), variables))
    .replace(/\s+/g, ' ')
    .trim();
  const html = rendered(rest.join('\n'), variables);
  return { subject, html, text: textOf(html) };
}

// The templates in use are a few, and each is rendered again and again; which ones changes only when one is saved.
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

function rendered(template: string, variables: Record<string, unknown>): string {
  return String(engine.renderSync(parse(template), variables));
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['nbsp', ' '],
]);

// One pass: `&amp;lt;` is the text `&lt;`, not a sign of HTML.
const withoutEntities = (html: string): string =>
  html.replace(/&(?:#(\d{1,6})|([a-z]+));/g, (whole, code: string | undefined, name: string | undefined) =>
    code === undefined ? (ENTITIES.get(name ?? '') ?? whole) : String.fromCodePoint(Number(code)),
  );

/** The plain text beside the HTML: one line per row or paragraph, tags gone, entities read. */
function textOf(html: string): string {
  const lines = html
    .replace(/<(head|style|script)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/<\/td>\s*<td\b[^>]*>/gi, ': ')
    .replace(/<(br|hr)\b[^>]*>|<\/(p|tr|h1|h2|div|table)>/gi, '\n')
    .replace(/<[^>]+>/g, '');
  return withoutEntities(lines)
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
