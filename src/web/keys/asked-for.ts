const listeners = new Set<() => void>();

/** Shows the list of keys, also where single keys are off. */
export const askForKeys = (): void => listeners.forEach((listener) => listener());
export const onKeysAsked = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
