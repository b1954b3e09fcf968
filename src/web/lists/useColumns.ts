import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Column } from './columns.ts';
import type { List } from './useList.ts';

// Two places on this machine: `columns` has the hidden ones, as it always did, `order` all of them, if they were moved.
const read = (key: string): string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
};

/** The columns that are shown, in their order; one that is nowhere in it comes last. */
export function inOrder<Row>(columns: Column<Row>[], order: string[], isShown: (name: string) => boolean) {
  const place = ({ name }: Column<Row>): number =>
    order.includes(name) ? order.indexOf(name) : order.length;
  const shown = columns.filter(({ name, always }) => always || isShown(name));
  return shown.toSorted((one, other) => place(one) - place(other));
}

/**
 * Which columns of a list are shown, in which order: as its address says, which a view does, else as this person left them on
 * this machine. `choose` says it anew, by their names; without any they are again as the list has them.
 */
export function useColumns<Row>({ calls, isScreen }: List<Row>, columns: Column<Row>[]) {
  const list = `${calls.index.path}${isScreen ? '' : ' part'}`;
  const search: { columns?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [kept, keep] = useState(() => ({ hidden: read(`columns:${list}`), order: read(`order:${list}`) }));
  const mark = isScreen && Array.isArray(search.columns) ? search.columns.join() : null;
  const shown = useMemo(() => {
    if (mark === null) return inOrder(columns, kept.order, (name) => !kept.hidden.includes(name));
    const asked = mark.split(',');
    const found = inOrder(columns, asked, (name) => asked.includes(name));
    // None of them is there any more.
    return found.length > 0 ? found : columns;
  }, [columns, kept, mark]);
  const choose = (names: string[]): void => {
    const all = columns.map(({ name }) => name);
    if (mark !== null)
      return void navigate({
        to: '.',
        search: { ...search, columns: names.length > 0 ? names : all },
        resetScroll: false,
      });
    const hidden = names.length > 0 ? all.filter((name) => !names.includes(name)) : [];
    localStorage.setItem(`columns:${list}`, JSON.stringify(hidden));
    localStorage.setItem(`order:${list}`, JSON.stringify(names));
    keep({ hidden, order: names });
  };
  return { shown, choose };
}
