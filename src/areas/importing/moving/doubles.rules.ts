export type Known = { line: number; keys: readonly string[] };
export type DoubleOf = { line: number; double_of_line: number };

/**
 * Which rows of a file double one above them, in the order of their lines: as if they were put in one after the other, so that
 * what a row is known by counts only where the row itself goes in.
 */
export function doublesWithin(rows: readonly Known[]): DoubleOf[] {
  const lines = new Map<string, number>();
  const doubles: DoubleOf[] = [];
  for (const { line, keys } of rows) {
    const double_of_line = keys.map((key) => lines.get(key)).find((known) => known !== undefined);
    if (double_of_line === undefined) keys.forEach((key) => lines.set(key, line));
    else doubles.push({ line, double_of_line });
  }
  return doubles;
}
