/** HTML that needs no escaping; any other value in a page is escaped. */
export class SafeHtml {
  constructor(readonly text: string) {}
}
export type HtmlPart = string | number | SafeHtml | false | null | undefined | readonly HtmlPart[];

function textOf(part: HtmlPart): string {
  if (part instanceof SafeHtml) return part.text;
  if (part === false || part === null || part === undefined) return '';
  if (typeof part === 'object') return part.map(textOf).join('');
  return String(part).replaceAll(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
}

/** Builds a piece of a page, in which all inserted texts are escaped: html`<p>${whatever}</p>`. */
export const html = (markup: TemplateStringsArray, ...parts: HtmlPart[]): SafeHtml =>
  new SafeHtml(markup.map((piece, at) => piece + textOf(parts[at])).join(''));
