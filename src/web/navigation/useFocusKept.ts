import { useEffect, useRef } from 'react';
import { toHeading } from '../components/Dialog.tsx';

/** Puts the focus on the screen's heading when what had it is gone: no act leaves it on the page's body. */
export function useFocusKept(): void {
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
    if (isLost) toHeading();
  });
}
