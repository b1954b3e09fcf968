import { useState } from 'react';

const keyOf = (title: string): string => `columns:${title}`;

function remembered(title: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(title)) ?? '[]');
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

/** Which columns of a list this person hides, remembered on this machine by the list's title. */
export function useHiddenColumns(title: string): { hidden: string[]; toggle: (name: string) => void } {
  const [hidden, setHidden] = useState(() => remembered(title));
  const toggle = (name: string): void => {
    const next = hidden.includes(name) ? hidden.filter((each) => each !== name) : [...hidden, name];
    localStorage.setItem(keyOf(title), JSON.stringify(next));
    setHidden(next);
  };
  return { hidden, toggle };
}
