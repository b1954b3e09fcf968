/*
 * Stores the keys that are pressed before the script that handles keyboard shortcuts has loaded; that script then
 * handles them in order.
 */
const LONGEST_WAIT_MS = 5_000;

let early: KeyboardEvent[] = [];
const note = (event: KeyboardEvent): void => void early.push(event);

/** Starts to record early key presses; called once, by the first script. */
export const noteEarlyKeys = (): void => document.addEventListener('keydown', note);

/** Returns the recorded key presses, the oldest first, and stops recording. */
export function takeEarlyKeys(): KeyboardEvent[] {
  document.removeEventListener('keydown', note);
  const waiting = early.filter(({ timeStamp }) => performance.now() - timeStamp < LONGEST_WAIT_MS);
  early = [];
  return waiting;
}
