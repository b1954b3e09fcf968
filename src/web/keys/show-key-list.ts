const listeners = new Set<() => void>();

// Asked for before the script that shows them has come.
let isWaiting = false;

/** Shows the list of keys, also where single keys are off. */
export const showKeyList = (): void => {
  isWaiting = listeners.size === 0;
  listeners.forEach((listener) => listener());
};
export const onShowKeyList = (listener: () => void): (() => void) => {
  listeners.add(listener);
  if (isWaiting) listener();
  isWaiting = false;
  return () => void listeners.delete(listener);
};
