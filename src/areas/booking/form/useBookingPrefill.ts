import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { loadDraft, deleteDraft, storeDraft } from '../../../web/leaving/drafts.ts';
import { prefillParameters } from './prefill.rules.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The prefill of the booking that this entry of the browser history shows, after it was removed from the address. */
    prefill?: string;
  }
}

/** The prefill of a booking, and if a link has just given it; later input is kept as a draft under the same prefill. */
export type BookingPrefill = {
  prefill: string;
  isGiven: boolean;
  /** Changes with each booking. */
  key: string;
};

// A sign-in in between restores only the web address, so the prefill is stored under this name until then.
const INTERRUPTED = 'ibe interrupted';
const NONE = { prefill: '' };

/**
 * Takes a prefill out of the web address once, so that a reload does not fill in the previous customer. The browser
 * history entry keeps the prefill, also over Back and a sign-in.
 */
export function useBookingPrefill(): BookingPrefill {
  const router = useRouter();
  const given = useLocation({ select: ({ searchStr }) => prefillParameters(searchStr) });
  const kept = useLocation({ select: ({ state }) => state.prefill ?? '' });
  const [interrupted, setInterrupted] = useState(() => loadDraft(INTERRUPTED, NONE)?.prefill ?? '');
  // While the user leaves this screen, the address already belongs to the next one.
  const isHere = useLocation({ select: ({ pathname }) => pathname.startsWith('/ibe') });
  const [prefill, setPrefill] = useState(given || kept || interrupted);
  const now = isHere ? given || kept || interrupted : prefill;
  if (now !== prefill) setPrefill(now);
  // The same link opened a second time is another booking.
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
      // The stored prefill is dropped only now, because the screen may have been mounted and discarded on the way
      // from the sign-in.
      deleteDraft(INTERRUPTED);
      setInterrupted('');
    }
  }, [router, isHere, prefill, given, kept]);
  useEffect(
    () => () => {
      if (prefill !== '' && window.location.pathname === '/login') storeDraft(INTERRUPTED, { prefill });
    },
    [prefill],
  );
  return { prefill, isGiven: given !== '', key: `${prefill} ${last.times}` };
}
