import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { RowCount, CountQuery, UtcInstant, ListQuery } from '../../contract/wire.ts';

const AuditRow = z.object({
  id: z.number(),
  created_at: UtcInstant,
  /** The name of the staff user or the partner who acted; `RIC` for an act of the program. */
  made_by: z.string(),
  /** The network address of the request; null without a request. */
  address: z.string().nullable(),
  action: z.string(),
  /** The kind of record, by the name that audit entries use: `tee_time`. */
  subject: z.string(),
  subject_id: z.number().nullable(),
  /** The action and its changes in words: `changed city: Carlsbad → Vista`. */
  said: z.string(),
});
export type AuditRow = z.infer<typeof AuditRow>;

const list = {
  filters: ['created_at', 'made_by', 'address', 'action', 'subject', 'subject_id'],
  sorts: ['created_at'],
  opens: { sort: [{ name: 'created_at', desc: true }] },
} as const;
// Only admins see the entries of all records together; other staff see a record's entries on the record's own screen.
// prettier-ignore
export const auditTrail = {
  index: defineCall({ method: 'GET', path: '/api/audit_entries/index', access: 'admin', ours: true, query: ListQuery, list, answer: z.array(AuditRow) }),
  count: defineCall({ method: 'GET', path: '/api/audit_entries/count', access: 'admin', ours: true, query: CountQuery, answer: RowCount }),
};
