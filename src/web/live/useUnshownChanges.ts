import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import type { LiveTopic } from '../../contract/live/live-topics.ts';
import { useOnTopicChange } from './live.ts';

type Page<Row> = { queryKey: QueryKey; queryFn: () => Promise<Row[]> };
type NewsSnapshot<Row> = { mark: string; at: number; rows: Row[] };

/** The numbers of rows that are new in a list, that came back to it, and that are gone. */
export type RowChanges = { count: number; back: number; gone: number };
export type UnshownPageChanges<Row = unknown> = RowChanges & {
  /** The current rows, which the screen does not show yet. */
  rows: Row[];
  show: () => void;
};

/**
 * Returns how other people changed the shown rows. Rows that stay are updated at once; no row appears, disappears or moves
 * under the mouse before the person asks for it. Returns null while nothing has changed.
 */
export function useUnshownChanges<Row>(
  page: Page<Row>,
  shown: Row[] | undefined,
  follows: readonly LiveTopic[],
): UnshownPageChanges<Row> | null {
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
  // If this query fails, the next change event repeats it.
  useOnTopicChange(follows, () => void (now() && look().catch(() => undefined)));
  if (!found || found.mark !== mark || !shown) return null;
  // Another request for the rows, such as one after the person's own save, has brought newer rows.
  if ((queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0) > found.at) return null;
  if (haveSameIds(found.rows, shown)) return null;
  return {
    ...countRowChanges(found.rows, shown),
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
 * Counts the rows that appeared in a list and those that are gone; a row with the field `is_new` may also count as one that
 * came back.
 */
export function countRowChanges(found: readonly unknown[], shown: readonly unknown[]): RowChanges {
  const count = onlyIn(found, shown, (row) => fieldOf(row, 'is_new') !== false);
  return { count, back: onlyIn(found, shown) - count, gone: onlyIn(shown, found) };
}

/**
 * Counts the rows that only one of two pages of results has. Rows at the end of a page are not changes if they only moved
 * between pages, because other rows were added or removed before them.
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

/** Describes the changes of a list: `12 new times`, `2 new times, 1 gone`; an open time is called a time. */
export function formatRowChanges({ count, back, gone }: RowChanges, noun: string): string {
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
