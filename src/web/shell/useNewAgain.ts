import { useRouter, type RouterHistory } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { dropDraftsOf, hasDraftsOf } from '../leaving/drafts.ts';
import { mayLeave } from '../leaving/leave.ts';

const NEW = /\/new(\/\d*)?$/;
// A Back that was canceled loads the screen again as well, but is not a press of New.
const RETURNS = new Set<string>(['BACK', 'FORWARD', 'GO']);

/**
 * Counts how often a person on a new record's screen opened that screen again, which begins an empty form (part 2 §2)
 * after asking about typed values. It is a key of the screen, so that React creates it again.
 */
export function useNewAgain(): number {
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
      // The router may learn of a return before or after this hook does.
      const wasReturn = isReturn;
      await Promise.resolve();
      if (wasReturn || isReturn) return;
      if (hasDraftsOf(pathname) && !(await mayLeave(pathname))) return;
      dropDraftsOf(pathname);
      setTimes((n) => n + 1);
    });
    return () => {
      stopHearing();
      stop();
    };
  }, [router]);
  return times;
}
