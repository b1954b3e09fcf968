import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { ById, Count, CountQuery, Done, Instant, ListQuery } from '../../contract/wire.ts';
import { MAIL_KINDS } from '../email-templates/email-templates.contract.ts';

const OutboxRow = z.object({
  id: z.number(),
  created_at: Instant,
  kind: z.enum(MAIL_KINDS),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  tries: z.number(),
  sent_at: Instant.nullable(),
  last_error: z.string().nullable(),
  tee_time_id: z.number().nullable(),
});
export type OutboxRow = z.infer<typeof OutboxRow>;
const OutboxMail = OutboxRow.extend({ html: z.string(), text: z.string(), message_id: z.string() });

// prettier-ignore
export const outbox = {
  index:  call({ method: 'GET',  path: '/api/outbox/index',      access: 'staff', ours: true, query: ListQuery, answer: z.array(OutboxRow) }),
  count:  call({ method: 'GET',  path: '/api/outbox/count',      access: 'staff', ours: true, query: CountQuery, answer: Count }),
  show:   call({ method: 'GET',  path: '/api/outbox/show/:id',   access: 'staff', ours: true, params: ById, answer: OutboxMail }),
  resend: call({ method: 'POST', path: '/api/outbox/resend/:id', access: 'staff', ours: true, params: ById, answer: Done }),
};
