import { isRecord } from '../list-search-params.ts';
import { authName, storedJson } from '../../sending/stored.ts';

/*
 * The default views, as the query strings of their lists' addresses, stored on this machine: the first script of a page
 * needs them to know which requests to send. The server's answer comes later and corrects differences
 * (src/web/lists/views/ViewsRow.tsx).
 */
const KEPT = 'views';
declare global {
  /** The list of each screen by its address; the first script, which is built with them, sets it. */
  var listAt: Record<string, { index: { path: string } }> | undefined;
}

/** The default views of this person, by the paths of their lists' calls. */
function kept(): Record<string, unknown> {
  const read = storedJson(KEPT);
  return isRecord(read) && read['of'] === authName() && isRecord(read['opening']) ? read['opening'] : {};
}

/** The search part for a list's address that has none: this person's default view. */
export const openingSearch = (pathname: string): string =>
  String(kept()[globalThis.listAt?.[pathname.replace(/\/$/, '')]?.index.path ?? ''] ?? '');

/** Stores all default views, by the paths of their lists' calls. */
export const keepOpening = (opening: Record<string, string>): void =>
  localStorage.setItem(KEPT, JSON.stringify({ of: authName(), opening }));
