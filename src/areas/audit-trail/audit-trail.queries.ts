import { sql } from 'kysely';
import type { Db, AppContext } from '../../server/process/context.ts';
import { listColumn } from '../../server/lists/list-columns.ts';
import { textFilter, exactNumberFilter, conditionFilter } from '../../server/lists/list-filters.ts';
import { defineList } from '../../server/lists/lists.ts';
import { findEntryNames } from '../histories/histories.queries.ts';
import { historyEntry, type RecordedEvent } from '../histories/history-entry.texts.ts';
import type { auditTrail, AuditRow } from './audit-trail.contract.ts';

const isExactly = (name: string) =>
  conditionFilter((typed) => sql<boolean>`${sql.raw(name)} = ${typed}`, ['e']);

/** Lists all audit entries; `withActionTexts` adds their actions in words. */
export const auditList = ({ settings }: AppContext) =>
  defineList<typeof auditTrail.index>({
    table: 'audit_entries',
    as: 'e',
    columns: {
      id: listColumn.shown('e.id'),
      created_at: listColumn.instant('e.created_at', settings.businessTimeZone),
      made_by: { select: 'e.made_by', filter: textFilter('e.made_by') },
      address: { select: 'e.address', filter: textFilter('e.address') },
      action: { select: 'e.action', filter: isExactly('e.action') },
      subject: { select: 'e.subject', filter: isExactly('e.subject') },
      subject_id: { select: 'e.subject_id', filter: exactNumberFilter('e.subject_id') },
      said: listColumn.shown(`''`),
    },
    defaultSort: [['created_at', true]],
  });

const LONGEST = 600;

/** Returns audit entries with their actions in words, as in the history of a record. */
export async function withActionTexts(
  db: Db,
  { settings }: AppContext,
  rows: AuditRow[],
): Promise<AuditRow[]> {
  const { rows: written } = await sql<RecordedEvent>`
    select 'audit' as source, e.id, e.created_at, e.made_by, e.action, e.subject, e.subject_id, e.before, e.after
    from audit_entries e where e.id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(db);
  const names = await findEntryNames(db, written);
  const summaries = new Map(
    written.map((entry) => [entry.id, saidOf(entry, names(entry), settings.businessTimeZone)]),
  );
  return rows.map((row) => ({ ...row, said: summaries.get(row.id) ?? '' }));
}

function saidOf(entry: RecordedEvent, names: Parameters<typeof historyEntry>[1], timeZone: string): string {
  const { did, changes, note } = historyEntry(entry, names, timeZone);
  const changed = changes.map(({ field, before, after }) => {
    const values = [before, after].filter((text) => text !== null).join(' → ');
    return `${field.replaceAll('_', ' ')}: ${before !== null && after === null ? `${before} → nothing` : values}`;
  });
  const all = [did, ...(note === null ? [] : [note]), changed.join('; ')].filter(Boolean).join(': ');
  return all.length > LONGEST ? `${all.slice(0, LONGEST).trimEnd()}…` : all;
}
