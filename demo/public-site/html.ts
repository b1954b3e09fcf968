/** HTML that needs no escaping; any other value in a page is escaped. */
export class Html {
  constructor(readonly text: string) {}
}
export type Part = string | number | Html | false | null | undefined | readonly Part[];

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (part === false || part === null || part === undefined) return '';
  if (typeof part === 'object') return part.map(textOf).join('');
  return String(part).replaceAll(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
}

/** Builds a piece of a page, in which all inserted texts are escaped: html`<p>${whatever}</p>`. */
export const html = (markup: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(markup.map((piece, at) => piece + textOf(parts[at])).join(''));
