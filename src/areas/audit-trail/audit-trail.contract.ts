import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { Count, CountQuery, Instant, ListQuery } from '../../contract/wire.ts';

const AuditRow = z.object({
  id: z.number(),
  created_at: Instant,
  /** The name of a staff user, of a partner, or RIC's own. */
  made_by: z.string(),
  /** The address of the request; null without a request. */
  address: z.string().nullable(),
  action: z.string(),
  /** The kind of record, by the name that entries use: `tee_time`. */
  subject: z.string(),
  subject_id: z.number().nullable(),
  /** The action in words: `changed city: Carlsbad → Vista`. */
  said: z.string(),
});
export type AuditRow = z.infer<typeof AuditRow>;

const list = {
  filters: ['created_at', 'made_by', 'address', 'action', 'subject', 'subject_id'],
  sorts: ['created_at'],
  opens: { sort: [{ name: 'created_at', desc: true }] },
} as const;
// A record's own page shows its entries to everybody who may see the record; only admins see all entries together.
// prettier-ignore
export const auditTrail = {
  index: call({ method: 'GET', path: '/api/audit_entries/index', access: 'admin', ours: true, query: ListQuery, list, answer: z.array(AuditRow) }),
  count: call({ method: 'GET', path: '/api/audit_entries/count', access: 'admin', ours: true, query: CountQuery, answer: Count }),
};
