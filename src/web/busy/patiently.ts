// What RIC was too busy to begin is asked again when it says, and a while later: all that were refused in the same moment would
// come back in the same moment.
const MOST_TRIES = 8;

type Reached = { response: Response; text: string };
type Waiting = {
  signal: AbortSignal | null;
  /** A person waits for it, and is told why it takes so long. */
  isAwaited: boolean;
};

let waiting = 0;
const listeners = new Set<() => void>();
const count = (by: number): void => {
  waiting += by;
  for (const told of listeners) told();
};

/** Whether something that a person waits for is being tried again. */
export const isTryingAgain = (): boolean => waiting > 0;
export const onTryingAgain = (told: () => void): (() => void) => {
  listeners.add(told);
  return () => void listeners.delete(told);
};

/** Asks until it is answered, or was refused eight times. Throws what `ask` throws, and AbortError when `signal` says so. */
export async function patiently(
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

// The server says `busy` where nothing was begun (src/server/load-shedding): only then may anything be sent again unasked.
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
