import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useMenu } from '../navigation/menu.ts';
import { areShortcutsOff, isKeyUsedByFocus, storeShortcutsOff } from './hotkey.ts';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { onShowShortcutList } from './show-key-list.ts';
import { takeEarlyKeys } from './early.ts';
import { useRestoredRowFocus } from './useRestoredRowFocus.ts';
import {
  findElementForKey,
  findFilterBox,
  isKeyHandledByScreen,
  focusAndSelect,
  announceShortcuts,
} from './element-of-key.ts';

// For this long after the key `g`, a letter key opens a screen.
const GOING_MS = 1500;
const BOOKING_ENGINE = '/ibe';

/**
 * Handles keyboard shortcuts of a single key: a key presses the element that declares it (`data-key`), in the focused row
 * first; `/` goes to the filters, `g` and a letter to a screen, `?` to the list of all shortcuts. Keys have no effect while
 * somebody types or a dialog is open.
 */
export function Shortcuts() {
  const navigate = useNavigate();
  const { letters } = useMenu();
  const [isShown, setShown] = useState(false);
  const [isOff, setOff] = useState(areShortcutsOff);
  const goingSince = useRef(Number.NEGATIVE_INFINITY);
  useRestoredRowFocus();
  useEffect(() => onShowShortcutList(() => setShown(true)), []);
  useEffect(() => {
    const act = ({ key, timeStamp }: KeyboardEvent): (() => unknown) | undefined => {
      const isGoing = timeStamp - goingSince.current < GOING_MS;
      goingSince.current = key === 'g' && !isGoing ? timeStamp : Number.NEGATIVE_INFINITY;
      if (isGoing) {
        const to = letters[key];
        // A letter after `g` that opens no screen must not act as another shortcut either.
        return () => to !== undefined && navigate({ to });
      }
      if (key === '?') return () => setShown(true);
      const filter = findFilterBox();
      if (key === '/') return filter ? () => focusAndSelect(filter) : undefined;
      if (isKeyHandledByScreen(key)) return undefined;
      const target = findElementForKey(key);
      if (target) return () => pressed(target);
      return key === 'b' ? () => navigate({ to: BOOKING_ENGINE }) : undefined;
    };
    const press = (event: KeyboardEvent): void => {
      const isNone = event.repeat || event.defaultPrevented || isKeyUsedByFocus(event) || isOff;
      if (isNone || event.key.length !== 1 || document.querySelector('[role="dialog"]')) return;
      const does = act(event);
      if (!does) return;
      event.preventDefault();
      void does();
    };
    takeEarlyKeys().forEach(press);
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [navigate, isOff, letters]);
  useEffect(() => {
    announceShortcuts(isOff);
    const watch = new MutationObserver(() => announceShortcuts(isOff));
    watch.observe(document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [isOff]);
  const switchKeys = (): void => {
    storeShortcutsOff(!isOff);
    setOff(!isOff);
  };
  return isShown && <ShortcutsDialog isOff={isOff} switchKeys={switchKeys} close={() => setShown(false)} />;
}

/** Presses an element as the mouse does and focuses it first, so that a dialog that opens can return the focus to it. */
function pressed(target: HTMLElement): void {
  target.focus();
  target.click();
}
