const KEPT = 'keys';

/**
 * Returns true if the person has switched off single-key shortcuts on this machine, because some voice controls and screen
 * readers press such keys.
 */
export const areShortcutsOff = (): boolean => localStorage.getItem(KEPT) === 'off';
export const storeShortcutsOff = (isOff: boolean): void => localStorage.setItem(KEPT, isOff ? 'off' : '');

/**
 * Returns true if the focused element uses the pressed key itself: a person types, chooses an option, or answers a dialog
 * there.
 */
export const isKeyUsedByFocus = ({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof Element &&
    target.closest(
      'input, textarea, select, summary, [contenteditable], [role="dialog"], [role="listbox"], [popover]',
    ) !== null);
