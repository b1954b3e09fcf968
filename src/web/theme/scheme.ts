import { useSyncExternalStore } from 'react';

/** The color scheme that a person chose, stored on this machine; `auto` follows the system. */
export type ColorScheme = 'auto' | 'light' | 'dark';
type Shown = Exclude<ColorScheme, 'auto'>;

// The storage key and attribute that the component library uses for the color scheme as well.
const KEY = 'mantine-color-scheme-value';
const night = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function scheme(): ColorScheme {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'auto';
}
function shownScheme(): Shown {
  const kept = scheme();
  if (kept !== 'auto') return kept;
  return night.matches ? 'dark' : 'light';
}
function show(): void {
  document.documentElement.dataset['mantineColorScheme'] = shownScheme();
  listeners.forEach((listener) => listener());
}

/** Applies the chosen color scheme, and updates it when the system or another tab changes; called once, at start. */
export function applyColorScheme(): void {
  show();
  night.addEventListener('change', show);
  window.addEventListener('storage', ({ key }) => key === KEY && show());
}

export function storeColorScheme(chosen: ColorScheme): void {
  localStorage.setItem(KEY, chosen);
  show();
}

const onScheme = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useColorScheme = (): ColorScheme => useSyncExternalStore(onScheme, scheme);
export const useShownColorScheme = (): Shown => useSyncExternalStore(onScheme, shownScheme);
