import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import type { LiveTopic } from '../../contract/wire.ts';
import { useLive } from './live.ts';

type Page<Row> = { queryKey: QueryKey; queryFn: () => Promise<Row[]> };
type NewsSnapshot<Row> = { mark: string; at: number; rows: Row[] };

/** How many rows came, came back, and went. */
export type RowChanges = { count: number; back: number; gone: number };
export type PageChanges<Row = unknown> = RowChanges & {
  /** As they are now, which is not shown yet. */
  rows: Row[];
  show: () => void;
};

/**
 * Returns what others changed on the shown page. Rows that stay are updated at once; no row comes, goes or moves under
 * the mouse before the person asks to see it. Null while there is nothing to show.
 */
export function usePageChanges<Row>(
  page: Page<Row>,
  shown: Row[] | undefined,
  follows: readonly LiveTopic[],
): PageChanges<Row> | null {
  const queries = useQueryClient();
  const [found, setFound] = useState<NewsSnapshot<Row> | null>(null);
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
  // If the query fails now, the next event repeats it.
  useLive(follows, () => void (now() && look().catch(() => undefined)));
  if (!found || found.mark !== mark || !shown) return null;
  // Somebody else's question, or one's own save, has brought newer rows.
  if ((queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0) > found.at) return null;
  if (haveSameIds(found.rows, shown)) return null;
  return {
    ...rowChanges(found.rows, shown),
    rows: found.rows,
    show: () => {
      queries.setQueryData(queryKey, found.rows);
      setFound(null);
    },
  };
}

export const haveSameIds = (found: readonly unknown[], shown: readonly unknown[]): boolean =>
  found.map(idOf).join() === shown.map(idOf).join();

/**
 * Counts the rows that came to a page and left it; rows that say themselves if they are new (`is_new`) may also have
 * come back.
 */
export function rowChanges(found: readonly unknown[], shown: readonly unknown[]): RowChanges {
  const count = onlyIn(found, shown, (row) => fieldOf(row, 'is_new') !== false);
  return { count, back: onlyIn(found, shown) - count, gone: onlyIn(shown, found) };
}

/**
 * How many rows stand on the one page alone. Those that come last fill the places of others that left, and are pushed out by others
 * that came: they were on the next page, or are there now.
 */
function onlyIn(
  these: readonly unknown[],
  those: readonly unknown[],
  counts: (row: unknown) => boolean = () => true,
): number {
  const known = new Set(those.map(idOf));
  const last = these.findLastIndex((row) => known.has(idOf(row)));
  const isOne = (row: unknown): boolean => !known.has(idOf(row)) && counts(row);
  const before = these.slice(0, Math.max(0, last)).filter(isOne).length;
  const after = these.slice(last + 1).filter(isOne).length;
  return before + Math.max(0, Math.min(after, these.length - those.length));
}

/** `12 new times`, `2 new times, 1 gone`; of an open time, a time. */
export function changesText({ count, back, gone }: RowChanges, noun: string): string {
  const [first, ...others] = [
    { much: count, what: 'new' },
    { much: back, what: 'back' },
    { much: gone, what: 'gone' },
  ].filter(({ much }) => much > 0);
  if (!first) return 'The list has changed';
  const name = `${noun.replace('open ', '')}${first.much === 1 ? '' : 's'}`;
  return [
    first.what === 'new' ? `${first.much} new ${name}` : `${first.much} ${name} ${first.what}`,
    ...others.map(({ much, what }) => `${much} ${what}`),
  ].join(', ');
}

const fieldOf = (row: unknown, name: string): unknown =>
  typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined;
const idOf = (row: unknown): unknown => fieldOf(row, 'id');
