const KEPT = 'keys';

/**
 * Returns true if this person has switched off the keys without Ctrl on this machine: some voice controls and screen
 * readers press them.
 */
export const areKeysOff = (): boolean => localStorage.getItem(KEPT) === 'off';
export const keepKeysOff = (isOff: boolean): void => localStorage.setItem(KEPT, isOff ? 'off' : '');

/** Returns true if the focused element uses the key itself: a person types, chooses, or answers a dialog there. */
export const isOwnKey = ({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof Element &&
    target.closest(
      'input, textarea, select, summary, [contenteditable], [role="dialog"], [role="listbox"], [popover]',
    ) !== null);
