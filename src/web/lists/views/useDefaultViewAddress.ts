import type { UseQueryResult } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { SavedViewRow } from '../../../contract/saved-views/saved-views.ts';
import { addressQueryCodec } from '../../navigation/address-values.ts';
import { defaultViewSearch } from './stored-default-views.ts';
import { storeDefaultViews } from './state.ts';

export type SearchParams = Record<string, unknown>;
type ViewsQueryResult = Pick<UseQueryResult<SavedViewRow[]>, 'data' | 'isSuccess' | 'isFetching'>;
type Place = { list: string; pathname: string; search: SearchParams; open: SavedViewRow | undefined };

/**
 * Stores the default views on this machine and corrects the list's address: if an outdated default view was opened or a new
 * one was not, unless the person has changed the address since, and if the open view was deleted. Returns true for a
 * deleted view, until the list's query changes.
 */
export function useDefaultViewAddress(
  { data: views, isSuccess, isFetching }: ViewsQueryResult,
  { list, pathname, search, open }: Place,
): boolean {
  const router = useRouter();
  // A view saved just now is missing from an older answer, so wait for the new answer.
  const isLost = isSuccess && !isFetching && Boolean(search['view']) && !open;
  const isFirst = useRef(true);
  const [lostAt, keepLost] = useState<string | null>(null);
  useEffect(() => {
    if (!views) return;
    (globalThis.listAt ??= {})[pathname.replace(/\/$/, '')] ??= { index: { path: list } };
    const before = defaultViewSearch(pathname);
    storeDefaultViews(views);
    const now = defaultViewSearch(pathname);
    const { location } = router.state;
    const isAsOpened = isFirst.current && location.searchStr === before && now !== before;
    isFirst.current = false;
    // While the person leaves this screen, the address is already the next screen's.
    if (!(isAsOpened || isLost) || location.pathname !== pathname) return;
    const right = isAsOpened ? addressQueryCodec.parseSearch(now) : withoutLost(search, now !== '');
    if (isLost) keepLost(JSON.stringify(right));
    void router.navigate({ to: pathname, search: right, replace: true, resetScroll: false });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each answer, and for each view that is no more
  }, [views, list, pathname, router, isLost]);
  return isLost || lostAt === JSON.stringify(search);
}

/**
 * Removes a deleted view from an address; if nothing is left of the address, `view: 0` keeps the default view from opening
 * instead.
 */
function withoutLost({ view: _view, ...search }: SearchParams, opensItself: boolean): SearchParams {
  return opensItself && Object.keys(search).length === 0 ? { view: 0 } : search;
}
