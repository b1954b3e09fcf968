import { useRef, useState } from 'react';
import { toError } from './as-error.ts';
import { SignedOut } from './send.ts';

/** Runs an action that may fail, one at a time; returns if it is under way, and the error of the last attempt. */
export function useAttempt() {
  const [error, setError] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  // The flag is in a ref, because two presses in the same moment see the same `busy`.
  const underWay = useRef(false);
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (caught) {
      // A person who is signed out sees the sign-in screen already, so no error is shown.
      if (!(caught instanceof SignedOut)) setError(toError(caught));
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };
  return { error, busy, attempt, forgetError: () => setError(null) };
}
