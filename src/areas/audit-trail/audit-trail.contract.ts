import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { Count, CountQuery, Instant, ListQuery } from '../../contract/wire.ts';

const AuditRow = z.object({
  id: z.number(),
  created_at: Instant,
  /** A staff user's name, a partner's, or RIC's own. */
  made_by: z.string(),
  /** From where they asked; null where nobody did. */
  address: z.string().nullable(),
  action: z.string(),
  /** What kind of record, as entries name one: `tee_time`. */
  subject: z.string(),
  subject_id: z.number().nullable(),
  /** What was done, in words: `changed city: Carlsbad → Vista`. */
  said: z.string(),
});
export type AuditRow = z.infer<typeof AuditRow>;

const list = {
  filters: ['created_at', 'made_by', 'address', 'action', 'subject', 'subject_id'],
  sorts: ['created_at'],
  opens: { sort: [{ name: 'created_at', desc: true }] },
} as const;
// What a record's own page tells of it everybody reads there who may see the record; all of it together is the admins'.
// prettier-ignore
export const auditTrail = {
  index: call({ method: 'GET', path: '/api/audit_entries/index', access: 'admin', ours: true, query: ListQuery, list, answer: z.array(AuditRow) }),
  count: call({ method: 'GET', path: '/api/audit_entries/count', access: 'admin', ours: true, query: CountQuery, answer: Count }),
};
