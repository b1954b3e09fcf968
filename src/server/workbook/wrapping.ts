/** The letters by which a column is wider than its longest text. */
export const PADDING_LETTERS = 2;
// The greatest height of a workbook's row, in lines of text.
const MOST_LINES = 27;

/** Returns true if a text needs more than one line in a column of this width. */
export const needsWrapping = (text: string, width: number): boolean =>
  text.length > width - PADDING_LETTERS || text.includes('\n');

/** Returns how many lines a text takes in this width: it breaks at blanks, and within a word that is longer than a line. */
export function wrappedLineCount(text: string, room: number): number {
  let lines = 0;
  let used = room;
  for (let at = 0; at <= text.length && lines < MOST_LINES;) {
    const end = endOfWord(text, at);
    const length = end - at;
    if (used + 1 + length > room) {
      lines += Math.max(1, Math.ceil(length / room));
      used = length % room;
    } else used += 1 + length;
    if (text.charCodeAt(end) === NEW_LINE) used = room;
    at = end + 1;
  }
  return Math.min(lines, MOST_LINES);
}

const [NEW_LINE, BLANK] = [10, 32];
// This function runs for every word of a workbook, so it creates no objects.
function endOfWord(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BLANK || code === NEW_LINE) return at;
  }
  return text.length;
}
