import { busy } from './failures.ts';

/** How long one piece of work may still wait for the database. What it waits for elsewhere, a gateway, does not count. */
export class Patience {
  #waiting = 0;
  #since = 0;
  #leftMs: number;

  constructor(ms: number) {
    this.#leftMs = ms;
  }

  get leftMs(): number {
    return this.#leftMs - (this.#waiting > 0 ? performance.now() - this.#since : 0);
  }

  begin() {
    if (this.#waiting === 0) this.#since = performance.now();
    this.#waiting += 1;
  }

  end() {
    const left = this.leftMs;
    this.#waiting -= 1;
    if (this.#waiting === 0) this.#leftMs = left;
  }
}

/** Waits for something at most `ms`; then throws NotReady, and `tooLate` gets what comes all the same. */
export async function within<T>(ms: number, awaited: Promise<T>, tooLate?: (came: T) => unknown): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        reject(busy());
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
