import { useEffect, useState } from 'react';

// Safari has no requestIdleCallback.
const SOON_MS = 200;

/** Does work once the browser has nothing else to do; answers how to stop waiting for that. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, SOON_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
}

/** Whether the browser has had nothing else to do since this was first rendered: the first rows are worth more than what waits for it. */
export function useIdle(): boolean {
  const [isTime, setTime] = useState(false);
  useEffect(() => whenIdle(() => setTime(true)), []);
  return isTime;
}
