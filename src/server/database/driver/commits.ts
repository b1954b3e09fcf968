/** Matches the statements that may change rows. `for update` is a lock, not a change. */
const CHANGES_ROWS = /\b(insert into|(?<!for )(?<!for no key )update|delete from)\b/i;

/** Returns true if a statement has changed rows: its text is of a changing kind, and its row count is above 0. */
export const statementChangedRows = (sql: string, rowCount: number | null): boolean =>
  (rowCount ?? 0) > 0 && CHANGES_ROWS.test(sql);

type Listener = { pattern: RegExp; hear: () => void };

/**
 * Reports the statements of each commit, so that code that waits for rows need not poll. Works only for a database to
 * which no other process writes.
 */
export class CommitReporter {
  readonly #listeners = new Set<Listener>();

  /**
   * Calls `hear` after each commit that has a changing statement whose text matches the pattern; returns a function
   * that stops the calls.
   */
  listen(pattern: RegExp, hear: () => void): () => void {
    const listener = { pattern, hear };
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reports a commit to the listeners; called by the driver with the changing statements of the commit. */
  publish(statements: readonly string[]): void {
    for (const { pattern, hear } of this.#listeners) if (statements.some((sql) => pattern.test(sql))) hear();
  }
}
