import { useState } from 'react';

const keyOf = (list: string): string => `columns:${list}`;

function remembered(list: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(list)) ?? '[]');
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

/** Which columns of a list this person hides, remembered on this machine. */
export function useHiddenColumns(list: string): { hidden: string[]; toggle: (name: string) => void } {
  const [hidden, setHidden] = useState(() => remembered(list));
  const toggle = (name: string): void => {
    const next = hidden.includes(name) ? hidden.filter((each) => each !== name) : [...hidden, name];
    localStorage.setItem(keyOf(list), JSON.stringify(next));
    setHidden(next);
  };
  return { hidden, toggle };
}
