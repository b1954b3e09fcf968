import { loadDraft, storeDraft } from '../leaving/drafts.ts';

type Recent = { kind: string; title: string; path: string };

// The recent records are stored like drafts: in this tab, for one person, until that person signs out.
const PATH = 'recent records';
const MOST = 8;
const NONE: { records: Recent[] } = { records: [] };

/** Returns the records that were opened in this tab, the last opened first. */
export const recentRecords = (): Recent[] => loadDraft(PATH, NONE)?.records ?? [];

/** Adds an opened record to the recent records. */
export function addRecentRecord(record: Recent): void {
  const others = recentRecords().filter(({ path }) => path !== record.path);
  storeDraft(PATH, { records: [record, ...others].slice(0, MOST) });
}
