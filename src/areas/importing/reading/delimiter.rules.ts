const DELIMITERS = [',', ';', '\t'] as const;
type Counted = { delimiter: string; times: number };

const unquoted = (text: string): string => text.replaceAll(/"(?:[^"]|"")*"/g, '');

/** The most lines of a file, such as titles, that may precede its headings. */
export const MOST_LINES_ABOVE_HEADINGS = 10;

/** Returns true if the beginning of a file is long enough to contain all headings and a row below them. */
export const hasHeadings = (start: string): boolean =>
  unquoted(start).split('\n').length > MOST_LINES_ABOVE_HEADINGS + 1;

// The line `sep=;` that Excel writes above the headings, so that Excel itself opens the file correctly.
const SEPARATOR = /^"?sep=(.)"?\n/i;

/** Splits off a first line that only names the delimiter; `delimiter` is null without such a line. */
export function splitDelimiterLine(start: string): { delimiter: string | null; text: string } {
  const [line = '', delimiter = null] = SEPARATOR.exec(start) ?? [];
  return { delimiter, text: start.slice(line.length) };
}

/**
 * Returns the delimiter between a file's cells: the most frequent of comma, semicolon and tab in the headings. The headings are
 * the first line whose delimiter is as frequent in the next line.
 */
export function guessDelimiter(start: string): string {
  const lines = unquoted(start)
    .split('\n')
    .slice(0, MOST_LINES_ABOVE_HEADINGS + 2)
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
