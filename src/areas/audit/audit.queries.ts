import { sql, type RawBuilder } from 'kysely';
import type { Actor, Db } from '../../server/process/context.ts';
import { PREPARED } from '../../server/database/prepared.ts';
import { SHORT_LIVED_ACTIONS, type Action } from './actions.rules.ts';

/** Records who did what to which record, with its values before and after; never card fields, passwords or tokens. */
export type AuditEntry = {
  /** The name of a staff user or a partner. */
  made_by: string;
  /** The address of the request, or the operation, which knows the address: its consequences may happen without the person. */
  from: { address: string } | { operation_id: string };
  action: Action;
  /** The kind of record, by its name on the wire: `tee_time`. */
  subject: string;
  subject_id: number | null;
  before?: object | null;
  after?: object | null;
};

/** Returns the name and address of the caller for an entry. */
export const auditedCaller = ({ name, address }: Pick<Actor, 'name' | 'address'>) => ({
  made_by: name,
  from: { address },
});

/** Returns an entry in the shape of its table, for a statement that also creates the record itself. */
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

/** Writes an entry, in the transaction of the action itself. */
export async function audit(db: Db, entry: AuditEntry): Promise<void> {
  await db.insertInto('audit_entries').values(auditRow(entry)).modifyEnd(PREPARED).execute();
}

type Made = Pick<AuditEntry, 'made_by' | 'subject'> & { address: string | null };
/** Writes an entry for each of many new records that were created at once: `made` has their `id` and their values, `after`. */
export async function auditMade(
  db: Db,
  { made_by, address, subject }: Made,
  made: RawBuilder<unknown>,
): Promise<void> {
  await sql`insert into audit_entries (made_by, address, action, subject, subject_id, after)
    select ${made_by}, ${address}, 'created', ${subject}, m.id, m.after from (${made}) m`.execute(db);
}

const json = (shown: object | null): string | null => shown && JSON.stringify(shown);
