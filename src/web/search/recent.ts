import { draftOf, keepDraft } from '../leaving/drafts.ts';

type Recent = { kind: string; title: string; path: string };

// Kept as drafts are: in this tab, for one person, gone when they sign out.
const PATH = 'recent records';
const MOST = 8;
const NONE: { records: Recent[] } = { records: [] };

/** The records that were looked at last in this tab, the last one first. */
export const recentRecords = (): Recent[] => draftOf(PATH, NONE)?.records ?? [];

/** Remembers a record that is looked at. */
export function rememberRecord(record: Recent): void {
  const others = recentRecords().filter(({ path }) => path !== record.path);
  keepDraft(PATH, { records: [record, ...others].slice(0, MOST) });
}
