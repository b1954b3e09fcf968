const DELIMITERS = [',', ';', '\t'] as const;

const unquoted = (text: string): string => text.replaceAll(/"(?:[^"]|"")*"/g, '');

/** Whether the first line of a file is there as a whole. */
export const hasFirstLine = (start: string): boolean => unquoted(start).includes('\n');

/** What stands between the cells of a file: of a comma, a semicolon and a tab the one that its first line has most often. */
export function delimiterOf(start: string): string {
  const line = unquoted(start).split('\n', 1)[0] ?? '';
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, times: line.split(delimiter).length }));
  return counted.reduce((most, one) => (one.times > most.times ? one : most)).delimiter;
}
