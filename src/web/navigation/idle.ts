import { useEffect, useState } from 'react';

// Safari has no requestIdleCallback.
const SOON_MS = 200;

/** Runs work once the browser is idle; returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, SOON_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
}

/** Returns true once the browser was idle after the first render: the first rows come before the work that waits for it. */
export function useIdle(): boolean {
  const [isTime, setTime] = useState(false);
  useEffect(() => whenIdle(() => setTime(true)), []);
  return isTime;
}
