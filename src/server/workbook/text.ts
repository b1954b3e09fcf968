const LONGEST = 32_767;
// What XML has a meaning for or can not hold, and what would be read as one of the latter's names.
// oxlint-disable-next-line no-control-regex
const SPECIAL = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;
const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as XML of a workbook has it: a control character is `_x0007_` there (ECMA-376 part 1, 22.9.2.19). */
export const escaped = (text: string): string =>
  text.replace(
    SPECIAL,
    (one) => NAMED[one] ?? `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );

/** Text as far as a cell holds it: 32,767 UTF-16 units, the last an ellipsis where something is left out. */
export const fitting = (text: string): string =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, '')}…`;

/** Whether a spreadsheet would take it for a formula when somebody types it. */
export const looksLikeFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text);
