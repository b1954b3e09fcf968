const DELIMITERS = [',', ';', '\t'] as const;

/** What stands between the cells of a file: of a comma, a semicolon and a tab the one that its first line has most often. */
export function delimiterOf(start: string): string {
  const line = start.replaceAll(/"(?:[^"]|"")*"/g, '').split('\n', 1)[0] ?? '';
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, times: line.split(delimiter).length }));
  return counted.reduce((most, one) => (one.times > most.times ? one : most)).delimiter;
}
