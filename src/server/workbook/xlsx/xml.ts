// Matches characters that XML escapes or cannot contain, and text that would be read as such an escape.
// oxlint-disable-next-line no-control-regex
const SPECIAL = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;
const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const hexOf = (one: string): string => one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
/** Escapes text for a workbook's XML: a control character becomes `_x0007_` (ECMA-376 part 1, 22.9.2.19). */
export const escapeXml = (text: string): string =>
  text.replace(SPECIAL, (one) => NAMED[one] ?? `_x${hexOf(one)}_`);

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Returns the XML of a workbook's part, with its root element in the namespace of spreadsheets. */
export const spreadsheetPartXml = (root: string, inner: string, further = ''): string =>
  `${XML_DECLARATION}<${root} xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"${further}>${inner}</${root}>`;
