/* The storage key for the time of the last input, shared by all tabs of this browser, because they are one session. */
const KEY = 'lastInput';
// Limits how often the time of the last input is stored while a person types.
const WRITTEN_EVERY_MS = 1_000;

let here = 0;

const written = (): number => Number(localStorage.getItem(KEY) ?? 0);

/**
 * Returns the time of the person's last input in milliseconds since 1970; 0 if unknown. A time in the future, from before
 * the clock was set back, is ignored.
 */
export function lastInputTime(): number {
  const now = Date.now();
  return Math.max(...[here, written()].map((at) => (at <= now ? at : 0)));
}

/** Stores the time of a person's input for all tabs, unless a later time is stored. */
export function storeInputTime(at: number): void {
  here = Math.max(lastInputTime(), at);
  if (Math.abs(here - written()) >= WRITTEN_EVERY_MS) localStorage.setItem(KEY, String(here));
}

/** Calls the listener when a person makes an input in another tab; returns a function that stops listening. */
export function onInputInOtherTab(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent): void => {
    if (key === KEY) listener();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
