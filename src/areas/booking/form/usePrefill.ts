import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { draftOf, dropDraft, keepDraft } from '../../../web/leaving/drafts.ts';
import { prefillIn } from './prefill.rules.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The prefill of the booking at this entry of the tab's history, after it was removed from the address. */
    prefill?: string;
  }
}

/** The prefill of a booking, and if a link has just given it; text typed since is a draft stored under it. */
export type Prefill = {
  prefill: string;
  isGiven: boolean;
  /** Another key means another booking. */ key: string;
};

// After a sign-in in between, only the address is restored.
const INTERRUPTED = 'ibe interrupted';
const NONE = { prefill: '' };

/**
 * Takes a prefill out of the address once, so that a reload does not fill in the previous customer. The history entry remembers
 * its draft, also over Back and a sign-in.
 */
export function usePrefill(): Prefill {
  const router = useRouter();
  const given = useLocation({ select: ({ searchStr }) => prefillIn(searchStr) });
  const kept = useLocation({ select: ({ state }) => state.prefill ?? '' });
  const [interrupted, setInterrupted] = useState(() => draftOf(INTERRUPTED, NONE)?.prefill ?? '');
  // While this screen is being left, the address is already the next one's.
  const isHere = useLocation({ select: ({ pathname }) => pathname.startsWith('/ibe') });
  const [prefill, setPrefill] = useState(given || kept || interrupted);
  const now = isHere ? given || kept || interrupted : prefill;
  if (now !== prefill) setPrefill(now);
  // The same link opened once more is another booking.
  const [last, setLast] = useState({ given, times: 0 });
  if (last.given !== given)
    setLast({ given, times: last.times + (given !== '' && given === prefill ? 1 : 0) });
  useEffect(() => {
    if (!isHere) return;
    if (prefill !== '' && (given !== '' || kept !== prefill))
      void router.navigate({
        to: '/ibe',
        search: {},
        replace: true,
        state: (before) => ({ ...before, prefill }),
        ignoreBlocker: true,
      });
    else {
      // Done only now, because the screen may have been mounted and discarded on the way from the sign-in.
      dropDraft(INTERRUPTED);
      setInterrupted('');
    }
  }, [router, isHere, prefill, given, kept]);
  useEffect(
    () => () => {
      if (prefill !== '' && window.location.pathname === '/login') keepDraft(INTERRUPTED, { prefill });
    },
    [prefill],
  );
  return { prefill, isGiven: given !== '', key: `${prefill} ${last.times}` };
}
