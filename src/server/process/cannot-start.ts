/** An error that keeps RIC from starting, as one sentence for the person at the terminal; nothing else is printed. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}

/** Returns one sentence for a failed start; an error other than CannotStart is a bug, whose stack a debug log level shows. */
export function startFailureText(error: unknown): string {
  if (error instanceof CannotStart) return error.message;
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) return error.stack ?? error.message;
  return `RIC could not start: ${error instanceof Error ? error.message : String(error)}`;
}
