import { defaultParseSearch } from '@tanstack/react-router';
import type { Call, OpeningQuery } from '../../contract/call.ts';
import { firstQueries } from '../lists/list-search-params.ts';
import { openingSearch } from '../lists/views/stored-default-views.ts';
import { requestAhead } from '../sending/ahead.ts';
import { callAddress, headersOf } from '../sending/request.ts';
import { authHeader, isAdmin } from '../sending/stored.ts';

export type OpeningCall = Pick<Call, 'path' | 'access'>;
export type Openings = {
  /** The HTTP calls that the frame around every screen sends first. */
  shell: OpeningCall[];
  /** The list of each list screen, by the screen's address. */
  lists: Record<string, { index: OpeningCall; count: OpeningCall; opens: OpeningQuery }>;
  /** The HTTP call for saved views, which every list screen sends. */
  views: OpeningCall;
};

/** The build inserts this object into the page's first script (scripts/opening-script.mjs) from src/app/openings.ts. */
declare const OPENINGS: Openings;

/*
 * Sends the first requests of a screen while the large script loads and runs. This file is the page's first script,
 * about a kilobyte; `send` takes the answers (src/web/sending/ahead.ts).
 */
const ask = (call: OpeningCall, query: object, background: boolean): void =>
  requestAhead(callAddress(call, { query }), headersOf(call, { background }, false));

globalThis.listAt = OPENINGS.lists;
const { pathname, hash } = location;
const list = OPENINGS.lists[pathname.replace(/\/$/, '')];
const view = location.search === '' && authHeader() && openingSearch(pathname);
if (view) history.replaceState(history.state, '', pathname + view + hash);
if (authHeader() && !/^\/(login|logout)\/?$/.test(pathname)) {
  if (list && (list.index.access !== 'admin' || isAdmin())) {
    const queries = firstQueries(list.opens, defaultParseSearch(location.search));
    ask(list.index, queries.index, false);
    ask(list.count, queries.count, false);
    ask(OPENINGS.views, {}, true);
  }
  for (const call of OPENINGS.shell) ask(call, {}, true);
}
