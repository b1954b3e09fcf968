const DELIMITERS = [',', ';', '\t'] as const;
type Counted = { delimiter: string; times: number };

const unquoted = (text: string): string => text.replaceAll(/"(?:[^"]|"")*"/g, '');

/** So many lines may stand above the headings. */
export const MOST_ABOVE = 10;

/** Returns true once the start of a file has the headings as a whole, and a row below them. */
export const hasHeadings = (start: string): boolean => unquoted(start).split('\n').length > MOST_ABOVE + 1;

// Excel writes it above the headings, so that it opens the file right itself.
const SEPARATOR = /^"?sep=(.)"?\n/i;

/** Takes the line off that only names the delimiter; `delimiter` is null where there is none. */
export function withoutSeparator(start: string): { delimiter: string | null; text: string } {
  const [line = '', delimiter = null] = SEPARATOR.exec(start) ?? [];
  return { delimiter, text: start.slice(line.length) };
}

/**
 * Returns what stands between the cells of a file: of a comma, a semicolon and a tab the one that its headings have most often. Those
 * are the first line whose delimiter the next line has as often.
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
