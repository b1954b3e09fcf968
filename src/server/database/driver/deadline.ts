import { databaseBusy } from './failures.ts';

// Three rules limit how long RIC waits for its database.
//
// Budget: a request has one deadline (DATABASE_WAIT_MS). Its waits for a connection and for answers of the database
// count together; its waits for other systems, such as a payment gateway, do not. Work for which no person waits, such
// as a timer's, has no deadline.
//
// Cancel: when the deadline is over, the request is answered 503 with a sentence. The connection that kept the request
// waiting is destroyed, and PostgreSQL is told to stop the statement, so that no transaction goes on unnoticed
// (driver.ts). A transaction that lost its connection is rolled back; only if the connection was lost during COMMIT is
// it unknown if the transaction was committed.
//
// Retry: the answer of an outside system must be recorded, even after the deadline. RIC retries until the database is
// available again (retry.ts), even if the request has been answered already. A transaction that PostgreSQL ended to
// resolve a deadlock left nothing behind and is repeated at once (transact.ts).

/** The time that one piece of work may still wait for the database, in milliseconds. */
export class DatabaseDeadline {
  #waits = 0;
  #since = 0;
  #leftMs: number;

  /** `now` returns the clock in milliseconds. */
  constructor(
    ms: number,
    private readonly now = () => performance.now(),
  ) {
    this.#leftMs = ms;
  }

  get leftMs(): number {
    return this.#leftMs - (this.#waits > 0 ? this.now() - this.#since : 0);
  }

  /** Starts a wait for the database; overlapping waits count once. Throws ServiceUnavailable if no time is left. */
  beginWait() {
    if (this.leftMs <= 0) throw databaseBusy();
    if (this.#waits === 0) this.#since = this.now();
    this.#waits += 1;
  }

  endWait() {
    const left = this.leftMs;
    this.#waits -= 1;
    if (this.#waits === 0) this.#leftMs = left;
  }
}

/** Waits at most `ms` for a promise, then throws ServiceUnavailable; `tooLate` receives the value if the promise still resolves later. */
export async function withTimeout<T>(
  ms: number,
  awaited: Promise<T>,
  tooLate?: (came: T) => unknown,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        reject(databaseBusy());
        awaited.then(tooLate, () => undefined);
      },
      Math.max(0, ms),
    );
  });
  try {
    return await Promise.race([awaited, late]);
  } finally {
    clearTimeout(timer);
  }
}
