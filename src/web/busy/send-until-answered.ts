// Retries a call that RIC was too busy to begin, at the time that RIC names plus a random delay: calls rejected
// together would otherwise return together.
const MOST_TRIES = 8;

type Reached = { response: Response; text: string };
type Waiting = {
  signal: AbortSignal | null;
  /** True if a person waits for the answer and is told why it takes so long. */
  isAwaited: boolean;
};

let waiting = 0;
const listeners = new Set<() => void>();
const count = (by: number): void => {
  waiting += by;
  for (const listener of listeners) listener();
};

/** Returns true while a call that a person waits for is being retried. */
export const isTryingAgain = (): boolean => waiting > 0;
export const onTryingAgain = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Sends until it is answered, or was rejected eight times. Throws the errors of `ask`, and AbortError if `signal` aborts. */
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

// The server says `busy` if nothing was begun (src/server/load-shedding): only then may anything be retried
// automatically.
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
