import { ServiceUnavailable } from '../../http/errors.ts';
import { CannotStart } from '../../process/cannot-start.ts';
import { safeDatabaseAddress } from './hosts.ts';

const TRIES = 4;

/** Returns the name of a database for use in a sentence: its hosts and name, and the setting with its address. */
export const databaseDisplayName = (address: string, setting: string | null): string =>
  setting === null
    ? `The database ${safeDatabaseAddress(address)}`
    : `The database ${safeDatabaseAddress(address)} of ${setting}`;

/** Sends the first statement to a database server; throws CannotStart, naming the server, if it cannot be reached. */
export const sendFirstStatement = <Answer>(database: string, ask: () => Promise<Answer>): Promise<Answer> =>
  askPatiently(ask, TRIES).catch((error: unknown) => {
    throw new CannotStart(`${database} cannot be reached: ${systemErrorText(error)}.`);
  });

const isLate = (error: unknown) => /time-?out|terminated|in time/i.test(systemErrorText(error));

/** Repeats a query after a time-out: on a busy machine the first attempt may time out while the rest of the program still loads. */
const askPatiently = <Answer>(ask: () => Promise<Answer>, tries: number): Promise<Answer> =>
  ask().catch((error: unknown) => {
    if (tries <= 1 || !isLate(error)) throw error;
    return askPatiently(ask, tries - 1);
  });

/** Returns the operating system's error message without a full stop, for use inside a sentence. */
export function systemErrorText(error: unknown): string {
  if (error instanceof ServiceUnavailable && error.cause !== undefined) return systemErrorText(error.cause);
  // If connections to several addresses of one host are refused, the combined error has no message, but its parts do.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message.replace(/\.$/, '') : String(first);
}
