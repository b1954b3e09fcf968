import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, use, useState } from 'react';
import { formatDay, formatMonth, isCalendarDay } from '../../contract/dates.ts';
import { parseListSearchParams, isPlainObject, type ListSearchParams } from './list-search-params.ts';

function written(params: ListSearchParams): Record<string, unknown> {
  return {
    filters: params.filters,
    sort_fields: params.sort?.map((sort) => sort.name),
    sort_desc: params.sort?.map((sort) => sort.desc),
    page: params.page === 1 ? undefined : params.page,
    per_page: params.per_page,
  };
}

/**
 * True for a list in a tab: the list is part of another screen, but only one is visible at a time, so its state is in the
 * screen's address.
 */
export const ListUsesAddressContext = createContext(false);

/**
 * Returns a list's search state: from the address or, for a list that is one of several parts of a screen, from the
 * component.
 */
export function useListSearchParams(
  isScreen: boolean,
): [ListSearchParams, (change: ListSearchParams) => void] {
  const inAddress = use(ListUsesAddressContext) || isScreen;
  const search: unknown = useSearch({ strict: false });
  const navigate = useNavigate();
  const [own, setOwn] = useState<ListSearchParams>({});
  if (!inAddress) return [own, (change) => setOwn((params) => ({ ...params, ...change }))];
  const params = parseListSearchParams(search);
  const change = (changed: ListSearchParams): void => {
    const next = { ...(isPlainObject(search) ? search : {}), ...written({ ...params, ...changed }) };
    void navigate({ to: '.', search: next, resetScroll: false });
  };
  return [params, change];
}

const NOW = { monthly: ', this month', daily: ', today' } as const;

/** Returns the period in the screen's address, worded as the end of the list's title; empty without a period. */
export function useListPeriodText(): string {
  const search: unknown = useSearch({ strict: false });
  const { query_type, date = '' } = parseListSearchParams(search);
  if (!query_type) return '';
  if (!isCalendarDay(date)) return NOW[query_type];
  return `, ${(query_type === 'monthly' ? formatMonth : formatDay)(date)}`;
}
