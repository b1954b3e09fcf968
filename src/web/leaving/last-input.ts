/* When a person last did something, in whatever tab of this browser: all of them are one sign-in. */
const KEY = 'lastInput';
// Every key of somebody who types would be a write.
const WRITTEN_EVERY_MS = 1_000;

let here = 0;

const written = (): number => Number(localStorage.getItem(KEY) ?? 0);

/** In milliseconds since 1970; 0 where nothing is known. What a clock that was set back has in the future is not. */
export function lastInput(): number {
  const now = Date.now();
  return Math.max(...[here, written()].map((at) => (at <= now ? at : 0)));
}

/** Notes an input of that instant, where nothing later is known, for every tab. */
export function noteInput(at: number): void {
  here = Math.max(lastInput(), at);
  if (Math.abs(here - written()) >= WRITTEN_EVERY_MS) localStorage.setItem(KEY, String(here));
}

/** Calls the listener when somebody did something in another tab; answers how to stop. */
export function onInputElsewhere(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent): void => {
    if (key === KEY) listener();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
