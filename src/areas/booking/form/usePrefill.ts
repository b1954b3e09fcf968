import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { draftOf, dropDraft, keepDraft } from '../../../web/leaving/drafts.ts';
import { prefillIn } from './prefill.rules.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the booking on this entry of the tab's history was prefilled with, once it is out of the address. */
    prefill?: string;
  }
}

/** The prefill of a booking, and whether a link gives it just now: what was typed since is under it, as a draft. */
export type Prefill = {
  prefill: string;
  isGiven: boolean;
  /** Another one is another booking. */ key: string;
};

// A sign-in in between comes back to the address alone.
const INTERRUPTED = 'ibe interrupted';
const NONE = { prefill: '' };

/**
 * A prefill is taken once, out of the address, so that a reload does not fill in the customer before; the entry of the
 * history remembers whose draft stands on it, also over Back and a sign-in.
 */
export function usePrefill(): Prefill {
  const router = useRouter();
  const given = useLocation({ select: ({ searchStr }) => prefillIn(searchStr) });
  const kept = useLocation({ select: ({ state }) => state.prefill ?? '' });
  const [interrupted, setInterrupted] = useState(() => draftOf(INTERRUPTED, NONE)?.prefill ?? '');
  // While this screen is being left, the address is the next one's already.
  const isHere = useLocation({ select: ({ pathname }) => pathname.startsWith('/ibe') });
  const [prefill, setPrefill] = useState(given || kept || interrupted);
  const now = isHere ? given || kept || interrupted : prefill;
  if (now !== prefill) setPrefill(now);
  // The same round said once more is another booking.
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
      // Only now: the screen may have been begun and thrown away on the way from the sign-in.
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
