const KEPT = 'keys';

/** Whether this person, on this machine, has switched off the keys that need no Ctrl: some voices and readers press them. */
export const areKeysOff = (): boolean => localStorage.getItem(KEPT) === 'off';
export const keepKeysOff = (isOff: boolean): void => localStorage.setItem(KEPT, isOff ? 'off' : '');

/** Whether a key belongs to what has the focus: somebody types there, or chooses, or answers a dialog. */
export const isOwnKey = ({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof Element &&
    target.closest(
      'input, textarea, select, summary, [contenteditable], [role="dialog"], [role="listbox"], [popover]',
    ) !== null);
