import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { dropDraftsOf, hasDraftsOf } from '../leaving/drafts.ts';
import { mayLeave } from '../leaving/leave.ts';

const NEW = /\/new(\/\d*)?$/;

/**
 * How often somebody on a new record's screen went to that screen once more, which begins a fresh form (part 2 §2); what
 * they typed is asked about first. A key of the screen, so that it begins anew.
 */
export function useNewAgain(): number {
  const router = useRouter();
  const [times, setTimes] = useState(0);
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', async ({ hrefChanged, toLocation: { pathname } }) => {
        if (hrefChanged || !NEW.test(pathname)) return;
        if (hasDraftsOf(pathname) && !(await mayLeave(pathname))) return;
        dropDraftsOf(pathname);
        setTimes((n) => n + 1);
      }),
    [router],
  );
  return times;
}
