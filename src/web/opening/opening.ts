import { defaultParseSearch } from '@tanstack/react-router';
import type { HttpCall, ListOpeningQuery } from '../../contract/call.ts';
import { firstListQueries } from '../lists/list-search-params.ts';
import { defaultViewSearch } from '../lists/views/stored-default-views.ts';
import { requestInAdvance } from '../sending/ahead.ts';
import { callAddress, callHeaders } from '../sending/request.ts';
import { authHeader, isAdmin } from '../sending/stored.ts';

export type EarlyCall = Pick<HttpCall, 'path' | 'access'>;
export type EarlyRequests = {
  /** The HTTP calls that the frame around every screen sends first. */
  shell: EarlyCall[];
  /** The list of each list screen, by the screen's address. */
  lists: Record<string, { index: EarlyCall; count: EarlyCall; opens: ListOpeningQuery }>;
  /** The HTTP call for saved views, which every list screen sends. */
  views: EarlyCall;
};

/** The build inserts this object into the page's first script (scripts/opening-script.mjs) from src/app/openings.ts. */
declare const OPENINGS: EarlyRequests;

/*
 * Sends the first requests of a screen while the large script loads and runs. This file is the page's first script,
 * about a kilobyte; `send` takes the answers (src/web/sending/ahead.ts).
 */
const ask = (call: EarlyCall, query: object, background: boolean): void =>
  requestInAdvance(callAddress(call, { query }), callHeaders(call, { background }, false));

globalThis.listAt = OPENINGS.lists;
const { pathname, hash } = location;
const list = OPENINGS.lists[pathname.replace(/\/$/, '')];
const view = location.search === '' && authHeader() && defaultViewSearch(pathname);
if (view) history.replaceState(history.state, '', pathname + view + hash);
if (authHeader() && !/^\/(login|logout)\/?$/.test(pathname)) {
  if (list && (list.index.access !== 'admin' || isAdmin())) {
    const queries = firstListQueries(list.opens, defaultParseSearch(location.search));
    ask(list.index, queries.index, false);
    ask(list.count, queries.count, false);
    ask(OPENINGS.views, {}, true);
  }
  for (const call of OPENINGS.shell) ask(call, {}, true);
}
