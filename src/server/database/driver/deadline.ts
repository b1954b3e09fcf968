import { databaseBusy } from './failures.ts';

// How long RIC waits for its database, in three rules.
//
// Budget: a request has one deadline (DATABASE_WAIT_MS). All of its waits for a connection and for answers count together;
// what it waits for elsewhere, a payment gateway, does not. Work that nobody waits for, a timer's, has none.
//
// Cancel: when the deadline is over, the request is answered 503 with a sentence. The connection that kept it waiting is
// thrown away, and PostgreSQL is told to stop the statement, so that no transaction goes on behind the request's back
// (driver.ts). A transaction that lost its connection is rolled back; only a lost COMMIT leaves it open whether it is in.
//
// Retry: what an outside system has said already must be recorded, deadline or not. It is tried again until the database
// is back (retry.ts), also when the request could wait no longer and was answered. A transaction that lost a deadlock is another
// matter: nothing of it is left, and it is done again at once (transact.ts).

/** The time that one piece of work may still wait for the database, in milliseconds. */
export class Deadline {
  #waits = 0;
  #since = 0;
  #leftMs: number;

  /** `now` is the clock in milliseconds. */
  constructor(
    ms: number,
    private readonly now = () => performance.now(),
  ) {
    this.#leftMs = ms;
  }

  get leftMs(): number {
    return this.#leftMs - (this.#waits > 0 ? this.now() - this.#since : 0);
  }

  /** Starts a wait; overlapping waits count once. Throws NotReady if no time is left. */
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

/** Waits at most `ms` for a promise, then throws NotReady; `tooLate` receives a value that still comes. */
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
