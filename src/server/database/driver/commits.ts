/** Rows that may have changed, by the statement that changed them. `for update` is a lock and no change. */
const CHANGES_ROWS = /\b(insert into|(?<!for )(?<!for no key )update|delete from)\b/i;

/** Returns true if a statement has changed rows: one that changed none and returned none has not. */
export const hasChanged = (sql: string, rowCount: number | null): boolean =>
  (rowCount ?? 0) > 0 && CHANGES_ROWS.test(sql);

type Listener = { pattern: RegExp; hear: () => void };

/**
 * Tells which statements were committed, so that whoever waits for rows need not poll. Only for a database that this process
 * alone writes to.
 */
export class Commits {
  readonly #listeners = new Set<Listener>();

  /** Calls `hear` after each commit with a changing statement whose text matches; returns how to stop. */
  listen(pattern: RegExp, hear: () => void): () => void {
    const listener = { pattern, hear };
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called by the driver with what a commit has changed. */
  publish(statements: readonly string[]): void {
    for (const { pattern, hear } of this.#listeners) if (statements.some((sql) => pattern.test(sql))) hear();
  }
}
