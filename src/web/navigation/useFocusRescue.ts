import { useEffect, useRef } from 'react';
import { focusScreenHeading } from '../components/Dialog.tsx';

/** Focuses the screen's heading when the focused element is removed, so that the focus never falls to the page's body. */
export function useFocusRescue(): void {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const note = (): void => {
      last.current = document.activeElement;
    };
    note();
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    const isLost = document.activeElement === document.body && last.current?.isConnected === false;
    if (isLost) focusScreenHeading();
  });
}
