import { useEffect, useState } from 'react';

/** Returns this machine's clock in ms and renders again at the given interval, so that ages on the screen advance. */
export function useTickingClock(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
