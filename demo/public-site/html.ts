/** Markup; whatever else is put into a page is escaped. */
export class Html {
  constructor(readonly text: string) {}
}
export type Part = string | number | Html | false | null | undefined | readonly Part[];

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (one) => ESCAPES[one] ?? one);

function textOf(part: Part): string {
  if (part === false || part === null || part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return part.map(textOf).join('');
}

/** A piece of a page: html`<p>${whatever}</p>`. */
export const html = (markup: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(markup.map((piece, at) => piece + textOf(parts[at])).join(''));
