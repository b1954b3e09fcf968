import { isRecord } from '../asked.ts';
import { authName, storedJson } from '../../sending/stored.ts';

/*
 * The views that open by themselves, as the end of their lists' addresses, kept on this machine: the first script of a page knows
 * by them what to ask for. The server's word comes later, and what differs is put right then (src/web/lists/views/ViewsRow.tsx).
 */
const KEPT = 'views';
declare global {
  /** The list of each screen by its address: told by the first script, which is made with them. */
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
