import { useNavigate } from '@tanstack/react-router';
import type { ColumnStorage } from '../useShownColumns.ts';

/**
 * Returns a function that sets a list's shown columns and their order: in the address if it names columns, else on this
 * machine. An empty choice restores the list's own columns.
 */
export function useColumnChoice(all: string[], { inAddress, list, keep }: ColumnStorage) {
  const navigate = useNavigate();
  return (names: string[]): void => {
    if (inAddress) {
      const columns = names.length > 0 ? names : all;
      void navigate({ to: '.', search: (before: object) => ({ ...before, columns }), resetScroll: false });
      return;
    }
    const hidden = names.length > 0 ? all.filter((name) => !names.includes(name)) : [];
    localStorage.setItem(`columns:${list}`, JSON.stringify(hidden));
    localStorage.setItem(`order:${list}`, JSON.stringify(names));
    keep({ hidden, order: names });
  };
}
