import { useState } from 'react';

/** Stores a person's small choice as text on this machine. */
export function useStoredText(key: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => localStorage.getItem(key) ?? '');
  const keep = (next: string): void => {
    localStorage.setItem(key, next);
    setValue(next);
  };
  return [value, keep];
}
