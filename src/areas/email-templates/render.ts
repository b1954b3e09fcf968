import { Liquid } from 'liquidjs';

// An author of templates is staff, not a programmer of this server: no files, no prototypes, bounded work.
const engine = new Liquid({
  ownPropertyOnly: true,
  outputEscape: 'escape',
  strictVariables: true,
  strictFilters: true,
  templates: {},
  dynamicPartials: false,
  parseLimit: 1e5,
  renderLimit: 200,
  memoryLimit: 1e7,
  timezoneOffset: 0,
});

// Typed line breaks become <br> after the text is escaped.
engine.registerFilter('newline_to_br', {
  raw: true,
  handler: (text: unknown) => escaped(String(text)).replace(/\r?\n/g, '<br>'),
});

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export type Letter = { subject: string; html: string; text: string };

/** Renders a template: `Subject: ...` on its first line, HTML below. Throws on what does not parse or an unknown variable. */
export function renderLetter(template: string, variables: Record<string, unknown>): Letter {
  const [first = '', ...rest] = template.split('\n');
  const subject = textOf(rendered(first.replace(/^Subject:\s*/, ''), variables))
    .replace(/\s+/g, ' ')
    .trim();
  const html = rendered(rest.join('\n'), variables);
  return { subject, html, text: textOf(html) };
}

function rendered(template: string, variables: Record<string, unknown>): string {
  return String(engine.parseAndRenderSync(template, variables));
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** The plain text beside the HTML: one line per row or paragraph, tags gone, entities read. */
export function textOf(html: string): string {
  return html
    .replace(/<br>|<\/(p|tr|h1|div)>/g, '\n')
    .replace(/<\/td><td[^>]*>/g, ': ')
    .replace(/<hr[^>]*>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&([a-z]+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
