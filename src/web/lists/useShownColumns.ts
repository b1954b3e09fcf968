import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { storedJson } from '../sending/stored.ts';
import type { ListColumn } from './columns.ts';
import type { ListData } from './useList.ts';

// Reads a list of column names from this machine's storage: the key `columns` has the hidden columns, for compatibility,
// and `order` has all columns, if the person moved any.
const read = (key: string): string[] => {
  const kept = storedJson(key);
  return Array.isArray(kept) ? kept.map(String) : [];
};

/** Returns the shown columns in the stored order; a column that the stored order lacks comes last. */
export function columnsInStoredOrder<Row>(
  columns: ListColumn<Row>[],
  order: string[],
  isShown: (name: string) => boolean,
) {
  const place = ({ name }: ListColumn<Row>): number =>
    order.includes(name) ? order.indexOf(name) : order.length;
  const shown = columns.filter(({ name, always }) => always || isShown(name));
  return shown.toSorted((one, other) => place(one) - place(other));
}

/** The storage of a list's chosen columns, and how to change them (src/web/lists/views/useChosen.ts). */
export type ColumnStorage = {
  inAddress: boolean;
  /** The list's key in this machine's storage. */
  list: string;
  keep: (kept: ColumnLayout) => void;
};
type ColumnLayout = { hidden: string[]; order: string[] };

/**
 * Returns the shown columns of a list, in order: from the address (a view sets them there), else as this person left them
 * on this machine.
 */
export function useShownColumns<Row>({ calls, isScreen }: ListData<Row>, columns: ListColumn<Row>[]) {
  const list = `${calls.index.path}${isScreen ? '' : ' part'}`;
  const search: { columns?: unknown } = useSearch({ strict: false });
  const [kept, keep] = useState<ColumnLayout>(() => ({
    hidden: read(`columns:${list}`),
    order: read(`order:${list}`),
  }));
  const mark = isScreen && Array.isArray(search.columns) ? search.columns.join() : null;
  const shown = useMemo(() => {
    if (mark === null)
      return columnsInStoredOrder(columns, kept.order, (name) => !kept.hidden.includes(name));
    const names = mark.split(',');
    const found = columnsInStoredOrder(columns, names, (name) => names.includes(name));
    // None of the columns that the person chose exists any more, so the list shows all columns.
    return found.length > 0 ? found : columns;
  }, [columns, kept, mark]);
  return { shown, said: { inAddress: mark !== null, list, keep } };
}
