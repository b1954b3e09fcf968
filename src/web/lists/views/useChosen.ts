import { useNavigate } from '@tanstack/react-router';
import type { Said } from '../useColumns.ts';

/**
 * Says which columns of a list are shown, in which order, by their names: in its address, where they are said there, else on
 * this machine. Without any they are again as the list has them.
 */
export function useChosen(all: string[], { inAddress, list, keep }: Said) {
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
