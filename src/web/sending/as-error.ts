/** Converts a thrown value of any type to an error that a screen can show. */
export const toError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));
