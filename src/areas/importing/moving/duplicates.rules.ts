export type DuplicateKeysOfRow = { line: number; keys: readonly string[] };
/** A row that duplicates an earlier one, by a key that both have. */
export type DuplicateRow = { line: number; double_of_line: number; key: string };

/**
 * Returns the rows of a file that duplicate an earlier row, as if the rows were inserted one by one: the keys of a row count
 * only if that row itself is inserted.
 */
export function findDuplicateRows(rows: readonly DuplicateKeysOfRow[]): DuplicateRow[] {
  const lines = new Map<string, number>();
  const doubles: DuplicateRow[] = [];
  for (const { line, keys } of rows) {
    const key = keys.find((key) => lines.has(key));
    const double_of_line = key === undefined ? undefined : lines.get(key);
    if (key === undefined || double_of_line === undefined) keys.forEach((key) => lines.set(key, line));
    else doubles.push({ line, double_of_line, key });
  }
  return doubles;
}
