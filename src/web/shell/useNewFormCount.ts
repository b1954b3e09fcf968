import { useRouter, type RouterHistory } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { deleteDraftsUnder, hasDraftsUnder } from '../leaving/drafts.ts';
import { confirmDiscardOnLeave } from '../leaving/leave.ts';

const NEW = /\/new(\/\d*)?$/;
// A canceled Back also loads the screen again, but is not a press of New.
const RETURNS = new Set<string>(['BACK', 'FORWARD', 'GO']);

/**
 * Returns how often a person on the screen of a new record opened that screen again, which begins an empty form (part 2 §2)
 * after a question about typed values. The number is used as the screen's key, so that React creates the screen again.
 */
export function useNewFormCount(): number {
  const router = useRouter();
  const [times, setTimes] = useState(0);
  useEffect(() => {
    let isReturn = false;
    // The router types its history as `any`.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    const stopHearing = (router.history as RouterHistory).subscribe(({ action }) => {
      isReturn = RETURNS.has(action.type);
      queueMicrotask(() => queueMicrotask(() => (isReturn = false)));
    });
    const stop = router.subscribe('onBeforeLoad', async ({ hrefChanged, toLocation: { pathname } }) => {
      if (hrefChanged || !NEW.test(pathname)) return;
      // The router may learn of a Back or Forward before or after this hook does.
      const wasReturn = isReturn;
      await Promise.resolve();
      if (wasReturn || isReturn) return;
      if (hasDraftsUnder(pathname) && !(await confirmDiscardOnLeave(pathname))) return;
      deleteDraftsUnder(pathname);
      setTimes((n) => n + 1);
    });
    return () => {
      stopHearing();
      stop();
    };
  }, [router]);
  return times;
}
