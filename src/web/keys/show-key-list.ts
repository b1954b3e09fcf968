const listeners = new Set<() => void>();

// True if the list of shortcuts was requested before the script that shows it has loaded.
let isWaiting = false;

/** Opens the list of keyboard shortcuts, even if single-key shortcuts are off. */
export const showShortcutList = (): void => {
  isWaiting = listeners.size === 0;
  listeners.forEach((listener) => listener());
};
export const onShowShortcutList = (listener: () => void): (() => void) => {
  listeners.add(listener);
  if (isWaiting) listener();
  isWaiting = false;
  return () => void listeners.delete(listener);
};
