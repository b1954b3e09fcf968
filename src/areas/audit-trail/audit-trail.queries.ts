import { sql } from 'kysely';
import type { Db, AppContext } from '../../server/process/context.ts';
import { column } from '../../server/lists/list-columns.ts';
import { contains, exactly, where } from '../../server/lists/list-filters.ts';
import { list } from '../../server/lists/lists.ts';
import { namesOfReferences } from '../histories/histories.queries.ts';
import { historyEntry, type RecordedEvent } from '../histories/history-entry.texts.ts';
import type { auditTrail, AuditRow } from './audit-trail.contract.ts';

const isExactly = (name: string) => where((typed) => sql<boolean>`${sql.raw(name)} = ${typed}`, ['e']);

/** Lists all audit entries; `withTexts` adds their actions in words. */
export const auditList = ({ settings }: AppContext) =>
  list<typeof auditTrail.index>({
    table: 'audit_entries',
    as: 'e',
    columns: {
      id: column.shown('e.id'),
      created_at: column.instant('e.created_at', settings.businessTimeZone),
      made_by: { select: 'e.made_by', filter: contains('e.made_by') },
      address: { select: 'e.address', filter: contains('e.address') },
      action: { select: 'e.action', filter: isExactly('e.action') },
      subject: { select: 'e.subject', filter: isExactly('e.subject') },
      subject_id: { select: 'e.subject_id', filter: exactly('e.subject_id') },
      said: column.shown(`''`),
    },
    defaultSort: [['created_at', true]],
  });

const LONGEST = 600;

/** Returns audit entries with their actions in words, as in the history of a record. */
export async function withTexts(db: Db, { settings }: AppContext, rows: AuditRow[]): Promise<AuditRow[]> {
  const { rows: written } = await sql<RecordedEvent>`
    select 'audit' as source, e.id, e.created_at, e.made_by, e.action, e.subject, e.subject_id, e.before, e.after
    from audit_entries e where e.id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(db);
  const names = await namesOfReferences(db, written);
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
