import { isPlainObject } from '../list-search-params.ts';
import { storedSignInName, storedJson } from '../../sending/stored.ts';

/*
 * The default views, stored on this machine as the query strings of their lists' addresses, because the first script of
 * a page needs them to know which requests to send. The server's answer comes later and corrects differences
 * (src/web/lists/views/ViewsRow.tsx).
 */
const KEPT = 'views';
declare global {
  /** The list of each screen, by the screen's address; set by the page's first script, into which the lists are built. */
  var listAt: Record<string, { index: { path: string } }> | undefined;
}

/** Returns the default views of this person, by the paths of their lists' calls. */
function kept(): Record<string, unknown> {
  const read = storedJson(KEPT);
  return isPlainObject(read) && read['of'] === storedSignInName() && isPlainObject(read['opening'])
    ? read['opening']
    : {};
}

/** Returns the query string that opens a list whose address has none: this person's default view. */
export const defaultViewSearch = (pathname: string): string =>
  String(kept()[globalThis.listAt?.[pathname.replace(/\/$/, '')]?.index.path ?? ''] ?? '');

/** Stores all default views of this person, by the paths of their lists' calls. */
export const storeDefaultViewSearches = (opening: Record<string, string>): void =>
  localStorage.setItem(KEPT, JSON.stringify({ of: storedSignInName(), opening }));
