import { sql, type RawBuilder } from 'kysely';
import type { Actor, Db } from '../../server/process/context.ts';
import { PREPARED } from '../../server/database/prepared.ts';
import { PASSING, type Action } from './actions.rules.ts';

/** Who did what to which record, and what it says of itself before and after; never card fields, passwords or tokens. */
export type AuditEntry = {
  /** A staff user's name, or a partner's. */
  made_by: string;
  /** The address that they asked from, or their operation, which knows it: what follows from one may happen without them. */
  from: { address: string } | { operation_id: string };
  action: Action;
  /** What kind of record, as the wire names one: `tee_time`. */
  subject: string;
  subject_id: number | null;
  before?: object | null;
  after?: object | null;
};

/** Whoever makes a call, as an entry names them. */
export const by = ({ name, address }: Pick<Actor, 'name' | 'address'>) => ({
  made_by: name,
  from: { address },
});

/** An entry as its table has it, for a statement that also makes what it is about. */
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
    is_passing: PASSING.includes(rest.action),
  };
}

/** Writes an entry, in the transaction of what it is about. */
export async function audit(db: Db, entry: AuditEntry): Promise<void> {
  await db.insertInto('audit_entries').values(auditRow(entry)).modifyEnd(PREPARED).execute();
}

type Made = Pick<AuditEntry, 'made_by' | 'subject'> & { address: string | null };
/** An entry for each of many new records that were made at once: `made` has their `id` and what each says of itself, `after`. */
export async function auditMade(
  db: Db,
  { made_by, address, subject }: Made,
  made: RawBuilder<unknown>,
): Promise<void> {
  await sql`insert into audit_entries (made_by, address, action, subject, subject_id, after)
    select ${made_by}, ${address}, 'created', ${subject}, m.id, m.after from (${made}) m`.execute(db);
}

const json = (shown: object | null): string | null => shown && JSON.stringify(shown);
