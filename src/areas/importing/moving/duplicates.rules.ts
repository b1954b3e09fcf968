export type RowKeys = { line: number; keys: readonly string[] };
export type DuplicateOf = { line: number; double_of_line: number };

/**
 * Returns the rows of a file that duplicate an earlier row, as if the rows were inserted one by one: the keys of a row count
 * only if that row itself is inserted.
 */
export function duplicatesWithin(rows: readonly RowKeys[]): DuplicateOf[] {
  const lines = new Map<string, number>();
  const doubles: DuplicateOf[] = [];
  for (const { line, keys } of rows) {
    const double_of_line = keys.map((key) => lines.get(key)).find((known) => known !== undefined);
    if (double_of_line === undefined) keys.forEach((key) => lines.set(key, line));
    else doubles.push({ line, double_of_line });
  }
  return doubles;
}
