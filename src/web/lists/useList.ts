import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../sending/send.ts';
import { useOnTopicChange } from '../live/live.ts';
import { useListSearchParams } from './address.ts';
import {
  listCountCap,
  sharedListQuery,
  effectiveListQuery,
  type FilterValues,
  type FiltersByName,
  type ListSearchParams,
  type ColumnSort,
} from './list-search-params.ts';
import { listPageRequest, useListPage, type ListCalls } from './useListPage.ts';

export type ListSettings<Row, F extends string = string, S extends string = string> = {
  calls: ListCalls<Row, F, S>;
  /** Filters that are always sent and never shown; a list with such filters is part of another screen. */
  fixedFilters?: FiltersByName<NoInfer<F>> | undefined;
  /** Further parameters that both calls of the list send. */
  extra?: Record<string, string | undefined>;
  /** The page size of a list that is part of another screen. */
  size?: number;
};

/** Returns a list's rows and state, with its actions. Searching and sorting go back to page 1. */
export function useListRows<Row, F extends string, S extends string>(settings: ListSettings<Row, F, S>) {
  const { calls, fixedFilters, extra = {}, size } = settings;
  const [params, change] = useListSearchParams(!fixedFilters);
  const { opens = {} } = calls.index.list;
  const questionsOf = (params: ListSearchParams) => {
    const place = effectiveListQuery(opens, params, size);
    const sent: FilterValues = fixedFilters ? { ...place.filters, ...fixedFilters } : place.filters;
    return { place, countQuery: { ...sharedListQuery(opens, params, sent), ...extra } };
  };
  const { place, countQuery } = questionsOf(params);
  const { filters, sort }: { filters: FilterValues; sort: ColumnSort[] } = place;
  const typing = useTyped(filters);
  const queries = useQueryClient();
  const ask = (changed: ListSearchParams): void => {
    // The next rows are requested before the screen is rendered, so that they arrive sooner.
    const next = questionsOf({ ...params, ...changed });
    void queries.prefetchQuery(listPageRequest(calls.index, next.countQuery, next.place));
    change(changed);
  };

  return {
    ...place,
    calls,
    countQuery,
    cap: listCountCap(opens, params),
    ...useListPage(calls.index, countQuery, place),
    typed: typing.typed,
    type: typing.type,
    isFixed: (name: string) => fixedFilters !== undefined && name in fixedFilters,
    isScreen: !fixedFilters,
    search: (typed: FilterValues = typing.typed) => ask({ filters: withoutEmpty(typed), page: 1 }),
    sortBy: (name: string, further: boolean) =>
      ask({ sort: params.sort ? nextSort(sort, name, further) : toggleSort(sort, name, further), page: 1 }),
    toPage: (to: number) => ask({ page: to }),
    setSize: (to: number) => ask({ per_page: to, page: 1 }),
  };
}

export type ListRows<Row, F extends string = string, S extends string = string> = Omit<
  ReturnType<typeof useListRows<Row, F, S>>,
  'rows'
> & { rows: Row[] | undefined };

type Total = {
  total: number | undefined;
  /** The number that the total exceeds, if counting stopped there; `countExactly` requests the exact total. */
  moreThan: number | null;
  countExactly?: () => void;
  countedExactly?: boolean;
};
/** The data for `ListPage`, with the total of the last query; the total is undefined until it is known. */
export type ListData<Row, F extends string = string, S extends string = string> = ListRows<Row, F, S> & Total;

/** Returns a list whose rows are counted completely. */
export function useList<Row, F extends string, S extends string>(
  settings: ListSettings<Row, F, S>,
): ListData<Row, F, S> {
  const rows = useListRows(settings);
  const count = useListCount(rows);
  const total = count.isPlaceholderData ? undefined : count.data;
  return { ...rows, ...firstListError(rows, count), total, moreThan: null };
}

/** Sends the count call of a list; `further` is added to its query. */
export function useListCount<Row>({ calls, countQuery }: ListRows<Row>, further: object = {}) {
  const query = { ...countQuery, ...further };
  const { follows } = calls.index.list;
  const count = useQuery({
    queryKey: [calls.count.path, query],
    ...callQuery(calls.count, { query }),
    placeholderData: keepPreviousData,
  });
  useOnTopicChange(follows ? [follows] : [], () => void count.refetch());
  return count;
}

/**
 * Returns the first error of a list's two calls; `retry` repeats both calls. A known total stays if a background refresh of
 * the total fails, because nobody requested that refresh.
 */
export const firstListError = (
  rows: Pick<ListRows<unknown>, 'error' | 'retry'>,
  count: Pick<ReturnType<typeof useListCount>, 'error' | 'isLoadingError' | 'refetch'>,
) => ({
  error: rows.error ?? (count.isLoadingError ? count.error : null),
  retry: () => {
    rows.retry();
    void count.refetch();
  },
});

/**
 * Holds the content of a list's filter boxes: the applied filters until somebody types; newly applied filters replace the
 * typed text.
 */
function useTyped(applied: FilterValues) {
  const mark = JSON.stringify(applied);
  const [state, setState] = useState({ mark, typed: applied });
  if (state.mark !== mark) setState({ mark, typed: applied });
  const typed = state.mark === mark ? state.typed : applied;
  return {
    typed,
    type: (name: string, value: string) => setState({ mark, typed: { ...typed, [name]: value } }),
  };
}

const withoutEmpty = (filters: FilterValues): FilterValues =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));

/**
 * Returns the sort order after a click on a column's head. If the list has its default order, the first click on that
 * order's column reverses it; a click on another column is ordinary.
 */
export function toggleSort(own: ColumnSort[], name: string, further: boolean): ColumnSort[] {
  const now = own.find((by) => by.name === name);
  if (!now) return nextSort(own, name, further);
  const next = { name, desc: !now.desc };
  return further ? own.map((by) => (by === now ? next : by)) : [next];
}

/**
 * Returns the sort order after an ordinary click: first ascending, then descending, then unsorted; with Shift the other
 * columns keep their rank.
 */
export function nextSort(sort: ColumnSort[], name: string, further: boolean): ColumnSort[] {
  const now = sort.find((by) => by.name === name);
  const next = !now ? [{ name, desc: false }] : now.desc ? [] : [{ name, desc: true }];
  if (!further) return next;
  return now ? sort.flatMap((by) => (by.name === name ? next : [by])) : [...sort, ...next];
}

/** The facts about the shown rows in the head and the foot of a list. */
export type ListFacts = Pick<
  ListData<unknown>,
  'filters' | 'sort' | 'page' | 'size' | 'total' | 'moreThan'
> & { countedExactly: boolean };

/**
 * Returns the facts that belong to the rows on the screen: while the rows of an earlier query are shown, the earlier
 * query's facts stay. A total that arrives before its rows is held back.
 */
export function useFactsOfShownRows({ areEarlier, ...list }: ListData<unknown>): ListFacts {
  const { filters, sort, page, size, total, moreThan, countedExactly = false } = list;
  const now: ListFacts = { filters, sort, page, size, total, moreThan, countedExactly };
  const mark = JSON.stringify(now);
  const [kept, keep] = useState({ mark, said: now });
  if (!areEarlier && kept.mark !== mark) keep({ mark, said: now });
  return areEarlier ? kept.said : now;
}
