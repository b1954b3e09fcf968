import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import type { HttpCall, ListOpeningQuery } from '../../contract/call.ts';
import type { CountQuery, ListQuery } from '../../contract/wire.ts';
import type { LiveTopic } from '../../contract/live/live-topics.ts';
import { runWhenIdle } from '../navigation/idle.ts';
import { callQuery, sendCall } from '../sending/send.ts';
import { listPageQuery, type FilterValues, type ColumnSort } from './list-search-params.ts';
import { useUnshownChanges } from '../live/useUnshownChanges.ts';

type Reads<Query, Answer> = HttpCall & { query: z.ZodType<unknown, Query>; answer: z.ZodType<Answer> };
/** The two calls of a list, index and count, typed by the rows, filters and sorts of the index call. */
export type ListCalls<Row, F extends string = string, S extends string = string> = {
  index: Reads<z.input<typeof ListQuery>, Row[]> & {
    list: { filters: readonly F[]; sorts: readonly S[]; opens?: ListOpeningQuery; follows?: LiveTopic };
  };
  count: Reads<z.input<typeof CountQuery>, number>;
};

// A page beyond this row costs the server too much to fetch it in advance.
const FURTHEST_ROW = 1000;
const KEPT_MS = 60_000;
// A query sent at a key press may be answered before the screen renders; within this time the screen does not send the
// query again.
const JUST_ASKED_MS = 500;
// An answer within this time causes no flicker, because no waiting state is shown before.
const AT_ONCE_MS = 150;

type Place = { sort: ColumnSort[]; page: number; size: number };

/** Returns the query for one page of a list's rows. */
export function listPageRequest<Row>(
  index: ListCalls<Row>['index'],
  counted: { filters: FilterValues },
  place: Place,
  background = false,
) {
  const query = listPageQuery(counted, place);
  return { queryKey: [index.path, query], ...callQuery(index, { query }, { background }) };
}

/** Returns one page of a list's rows; while the page loads, the dimmed rows of the page before. */
export function useListPage<Row>(
  index: ListCalls<Row>['index'],
  counted: { filters: FilterValues },
  place: Place,
) {
  const { page, size } = place;
  const shown = listPageRequest(index, counted, place);
  const rows = useQuery({ ...shown, staleTime: JUST_ASKED_MS, placeholderData: keepPreviousData });
  const isFull = size > 0 && !rows.isPlaceholderData && rows.data?.length === size;
  const next = listPageRequest(index, counted, { ...place, page: page + 1 }, true);
  useNext(next, isFull && page * size <= FURTHEST_ROW);
  const { queryKey } = shown;
  const { follows } = index.list;
  const refetch = {
    queryKey,
    queryFn: () => sendCall(index, { query: listPageQuery(counted, place) }, { background: true }),
  };
  const news = useUnshownChanges(
    refetch,
    rows.isPlaceholderData ? undefined : rows.data,
    follows ? [follows] : [],
  );
  const last = useLast(rows.data);
  const isRefused = rows.data === undefined && rows.error !== null;
  const waiting = rows.isPlaceholderData;
  const isLong = useLong(waiting);
  return {
    rows: isRefused ? last : rows.data,
    news,
    error: rows.error,
    retry: (): void => void rows.refetch(),
    loading: rows.isPending,
    waiting,
    /** True if the shown rows are those of an earlier query, because the new rows are on their way or were rejected. */
    areEarlier: waiting || isRefused,
    dimmed: isRefused || isLong,
  };
}

/** Keeps the previous rows while a person corrects an invalid query. */
function useLast<Row>(rows: Row[] | undefined): Row[] | undefined {
  const [last, setLast] = useState(rows);
  if (rows !== undefined && rows !== last) setLast(rows);
  return rows ?? last;
}

type Page = { queryKey: readonly unknown[]; queryFn: (context: { signal: AbortSignal }) => Promise<unknown> };

/**
 * Fetches the page of results after the shown one while the browser is idle, so that it is loaded when the person opens it.
 * Once shown, that page is fetched again like any other.
 */
function useNext(next: Page, isToCome: boolean): void {
  const queries = useQueryClient();
  const mark = isToCome ? JSON.stringify(next.queryKey) : null;
  useEffect(() => {
    if (mark === null) return undefined;
    const stopWaiting = runWhenIdle(() => void queries.prefetchQuery({ ...next, gcTime: KEPT_MS }));
    return () => {
      stopWaiting();
      // The prefetch is canceled, because opening that page of results sends its own query.
      void queries.cancelQueries({ queryKey: next.queryKey, exact: true });
    };
    // The mark covers every part of the query, so the effect need not depend on the parts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [queries, mark]);
}

/** Returns true once something has lasted longer than a moment, so that a waiting state may be shown. */
function useLong(goesOn: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!goesOn) return undefined;
    const timer = setTimeout(() => setLong(true), AT_ONCE_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [goesOn]);
  return goesOn && isLong;
}
