// Retries an HTTP call that RIC was too busy to begin. Each retry waits as long as RIC asks plus a random delay; without
// the delay, calls that were rejected together would return together.
const MOST_TRIES = 8;

type Reached = { response: Response; text: string };
type Waiting = {
  signal: AbortSignal | null;
  /** True if a person waits for the answer and must be told why the answer takes so long. */
  isAwaited: boolean;
};

let waiting = 0;
const listeners = new Set<() => void>();
const count = (by: number): void => {
  waiting += by;
  for (const listener of listeners) listener();
};

/** Returns true while an HTTP call that a person waits for is being retried. */
export const isRetryingBusyCall = (): boolean => waiting > 0;
export const onBusyRetryChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * Sends a request until the server answers it or has rejected it eight times. Throws the errors of `ask`, and AbortError if
 * `signal` aborts.
 */
export async function sendUntilAnswered(
  ask: () => Promise<Reached>,
  { signal, isAwaited }: Waiting,
): Promise<Reached> {
  for (let tries = 1; ; tries += 1) {
    const reached = await ask();
    if (tries === MOST_TRIES || !wasBusy(reached)) return reached;
    const seconds = Number(reached.response.headers.get('retry-after')) || 1;
    if (isAwaited) count(1);
    await pause(seconds * 1000 * (1 + Math.random()), signal).finally(() => isAwaited && count(-1));
  }
}

// Only a `busy` answer may be retried automatically, because the server sends `busy` only if it began nothing
// (src/server/load-shedding).
const wasBusy = ({ response, text }: Reached): boolean =>
  response.status === 503 && text.includes('"busy":true');

function pause(ms: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new DOMException('nobody waits any more', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop);
  });
}
