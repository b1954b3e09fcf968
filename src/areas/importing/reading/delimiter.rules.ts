const DELIMITERS = [',', ';', '\t'] as const;
type Counted = { delimiter: string; times: number };

const unquoted = (text: string): string => text.replaceAll(/"(?:[^"]|"")*"/g, '');

/** The most lines that may precede the headings. */
export const MOST_ABOVE = 10;

/** Returns true once the start of a file contains all headings, and a row below them. */
export const hasHeadings = (start: string): boolean => unquoted(start).split('\n').length > MOST_ABOVE + 1;

// Excel writes it above the headings, so that it opens the file correctly itself.
const SEPARATOR = /^"?sep=(.)"?\n/i;

/** Removes a first line that only names the delimiter; `delimiter` is null if there is none. */
export function withoutSeparator(start: string): { delimiter: string | null; text: string } {
  const [line = '', delimiter = null] = SEPARATOR.exec(start) ?? [];
  return { delimiter, text: start.slice(line.length) };
}

/**
 * Returns the delimiter of a file's cells: of comma, semicolon and tab, the most frequent one in its headings. The headings are
 * the first line whose delimiter is as frequent in the next line.
 */
export function delimiterOf(start: string): string {
  const lines = unquoted(start)
    .split('\n')
    .slice(0, MOST_ABOVE + 2)
    .filter((line) => line.trim() !== '');
  const counted = lines.map(mostIn);
  const isHeading = ({ delimiter, times }: Counted, at: number): boolean =>
    times > 1 && (lines[at + 1]?.split(delimiter).length ?? times) >= times;
  const heading = counted.find(isHeading) ?? counted.find(({ times }) => times > 1);
  return heading?.delimiter ?? ',';
}

function mostIn(line: string): Counted {
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, times: line.split(delimiter).length }));
  return counted.reduce((most, one) => (one.times > most.times ? one : most));
}
