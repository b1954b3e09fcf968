import { useEffect, useState } from 'react';

// The delay that replaces `requestIdleCallback` in Safari, which lacks it.
const SOON_MS = 200;

/** Runs work once the browser is idle; returns a function that cancels the work. */
export function runWhenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, SOON_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
}

/** Returns true once the browser was idle after the first render, so that the first rows come before less urgent work. */
export function useBrowserIdle(): boolean {
  const [isTime, setTime] = useState(false);
  useEffect(() => runWhenIdle(() => setTime(true)), []);
  return isTime;
}
