import { sql, type RawBuilder } from 'kysely';
import type { Actor, Db } from '../../server/process/context.ts';
import { PREPARED_STATEMENT_MARK } from '../../server/database/prepared.ts';
import { SHORT_LIVED_ACTIONS, type AuditAction } from './actions.rules.ts';

/**
 * An audit entry: who did what to which record, with the record's values before and after. It never has card fields, passwords
 * or tokens.
 */
export type AuditEntry = {
  /** The name of the staff user or partner who acted. */
  made_by: string;
  /**
   * The network address of the request, or the operation that stores the address: an operation may continue after the request
   * ended.
   */
  from: { address: string } | { operation_id: string };
  action: AuditAction;
  /** The kind of record, by its name in the API: `tee_time`. */
  subject: string;
  subject_id: number | null;
  before?: object | null;
  after?: object | null;
};

/** Returns the caller's name and network address for an audit entry. */
export const auditCaller = ({ name, address }: Pick<Actor, 'name' | 'address'>) => ({
  made_by: name,
  from: { address },
});

/** Returns an audit entry as a row of its table, for a statement that also creates the record. */
export function auditRow({ from, before = null, after = null, ...rest }: AuditEntry) {
  const address =
    'address' in from
      ? from.address
      : sql<string | null>`(select address from operations where id = ${from.operation_id})`;
  return {
    ...rest,
    address,
    before: json(before),
    after: json(after),
    is_passing: SHORT_LIVED_ACTIONS.includes(rest.action),
  };
}

/** Writes an audit entry, in the transaction of the action itself. */
export async function audit(db: Db, entry: AuditEntry): Promise<void> {
  await db.insertInto('audit_entries').values(auditRow(entry)).modifyEnd(PREPARED_STATEMENT_MARK).execute();
}

type Made = Pick<AuditEntry, 'made_by' | 'subject'> & { address: string | null };
/**
 * Writes an audit entry for each of many records that were created at once. `made` selects the `id` of each record and its
 * values as `after`.
 */
export async function auditCreatedRecords(
  db: Db,
  { made_by, address, subject }: Made,
  made: RawBuilder<unknown>,
): Promise<void> {
  await sql`insert into audit_entries (made_by, address, action, subject, subject_id, after)
    select ${made_by}, ${address}, 'created', ${subject}, m.id, m.after from (${made}) m`.execute(db);
}

const json = (shown: object | null): string | null => shown && JSON.stringify(shown);
