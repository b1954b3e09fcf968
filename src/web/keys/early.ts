/*
 * Keys that are pressed after a load and before the script that acts on them has come. They wait here, and are acted on in their
 * order.
 */
const LONGEST_WAIT_MS = 5_000;

let early: KeyboardEvent[] = [];
const note = (event: KeyboardEvent): void => void early.push(event);

/** Starts to note keys; called once, by the first script. */
export const noteEarlyKeys = (): void => document.addEventListener('keydown', note);

/** Returns the keys that wait, the oldest first, and stops noting them. */
export function takeEarlyKeys(): KeyboardEvent[] {
  document.removeEventListener('keydown', note);
  const waiting = early.filter(({ timeStamp }) => performance.now() - timeStamp < LONGEST_WAIT_MS);
  early = [];
  return waiting;
}
