import { useRouter, type RouterHistory } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { dropDraftsOf, hasDraftsOf } from '../leaving/drafts.ts';
import { mayLeave } from '../leaving/leave.ts';

const NEW = /\/new(\/\d*)?$/;
// A Back that was answered with Cancel loads the screen again as well, and is no press of New.
const RETURNS = new Set<string>(['BACK', 'FORWARD', 'GO']);

/**
 * How often somebody on a new record's screen went to that screen once more, which begins a fresh form (part 2 §2); what
 * they typed is asked about first. A key of the screen, so that it begins anew.
 */
export function useNewAgain(): number {
  const router = useRouter();
  const [times, setTimes] = useState(0);
  useEffect(() => {
    let isReturn = false;
    // The router's type says of its history that it is anything.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    const stopHearing = (router.history as RouterHistory).subscribe(({ action }) => {
      isReturn = RETURNS.has(action.type);
      queueMicrotask(() => queueMicrotask(() => (isReturn = false)));
    });
    const stop = router.subscribe('onBeforeLoad', async ({ hrefChanged, toLocation: { pathname } }) => {
      if (hrefChanged || !NEW.test(pathname)) return;
      // The router may hear of a return before or after this hook does.
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
