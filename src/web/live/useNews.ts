import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import type { Topic } from '../../contract/wire.ts';
import { useLive } from './live.ts';

type Page<Row> = { queryKey: QueryKey; queryFn: () => Promise<Row[]> };
type Found<Row> = { mark: string; at: number; rows: Row[] };

export type News = {
  /** Rows that are not shown yet. */
  count: number;
  show: () => void;
};

/**
 * What others changed on the shown page. Rows that it still has say at once what they are now; none comes, goes or moves
 * under the mouse before somebody asks to see it. Null while there is nothing to show.
 */
export function useNews<Row>(
  page: Page<Row>,
  shown: Row[] | undefined,
  follows: Topic | undefined,
): News | null {
  const queries = useQueryClient();
  const [found, setFound] = useState<Found<Row> | null>(null);
  const { queryKey } = page;
  const mark = JSON.stringify(queryKey);
  const now = (): Row[] | undefined => queries.getQueryData(queryKey);
  const look = async (): Promise<void> => {
    const rows = await page.queryFn();
    const here = now();
    if (!here || here.length === 0) queries.setQueryData(queryKey, rows);
    else {
      const fresh = new Map(rows.map((row) => [idOf(row), row]));
      queries.setQueryData(
        queryKey,
        here.map((row) => fresh.get(idOf(row)) ?? row),
      );
    }
    setFound({ mark, at: Date.now(), rows });
  };
  // Where it can not be asked now, the next telling asks again.
  useLive(follows ? [follows] : [], () => void (now() && look().catch(() => undefined)));
  if (!found || found.mark !== mark || !shown) return null;
  // Somebody else's question, or one's own save, has brought newer rows.
  if ((queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0) > found.at) return null;
  if (found.rows.map(idOf).join() === shown.map(idOf).join()) return null;
  return {
    count: newRows(found.rows, shown),
    show: () => {
      queries.setQueryData(queryKey, found.rows);
      setFound(null);
    },
  };
}

/**
 * How many of a page's rows are new: where rows say so themselves (`is_new`), those that do, as they will be shown. Those that come
 * last fill the places of others that left: they were on the next page.
 */
export function newRows(found: readonly unknown[], shown: readonly unknown[]): number {
  const known = new Set(shown.map(idOf));
  const last = found.findLastIndex((row) => known.has(idOf(row)));
  const isNews = (row: unknown): boolean => !known.has(idOf(row)) && fieldOf(row, 'is_new') !== false;
  const before = found.slice(0, Math.max(0, last)).filter(isNews).length;
  const after = found.slice(last + 1).filter(isNews).length;
  return before + Math.max(0, Math.min(after, found.length - shown.length));
}

const fieldOf = (row: unknown, name: string): unknown =>
  typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined;
const idOf = (row: unknown): unknown => fieldOf(row, 'id');
