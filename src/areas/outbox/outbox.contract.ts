import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import {
  RecordIdParams,
  RowCount,
  CountQuery,
  DoneMessage,
  UtcInstant,
  ListQuery,
} from '../../contract/wire.ts';
import { EMAIL_KINDS } from '../email-templates/email-templates.contract.ts';

export const EMAIL_STATES = ['waiting', 'sent', 'failed', 'withdrawn'] as const;

const OutboxRow = z.object({
  id: z.number(),
  created_at: UtcInstant,
  kind: z.enum(EMAIL_KINDS),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(EMAIL_STATES),
  tries: z.number(),
  sent_at: UtcInstant.nullable(),
  last_error: z.string().nullable(),
  tee_time_id: z.number().nullable(),
  /** True for a test e-mail, which a staff user sent to themselves to see the result of a template. */
  is_trial: z.boolean(),
});
export type OutboxRow = z.infer<typeof OutboxRow>;
const OutboxMail = OutboxRow.extend({
  html: z.string(),
  text: z.string(),
  message_id: z.string(),
  calendar: z.string().nullable(),
  /** The name of the attached file. */
  file_name: z.string().nullable(),
  /** The version of the template from which the e-mail was written; null means the built-in template. */
  template_version: z.object({ id: z.number(), created_at: UtcInstant, created_by: z.string() }).nullable(),
});

const list = {
  filters: ['kind', 'recipient', 'subject', 'state', 'tee_time_id'],
  sorts: ['created_at', 'kind', 'recipient', 'subject', 'state', 'tries', 'sent_at', 'tee_time_id'],
  opens: { sort: [{ name: 'created_at', desc: true }] },
} as const;
// Only admins see the mailbox; other staff read e-mails in the history of their record.
// prettier-ignore
export const outbox = {
  index:  defineCall({ method: 'GET',  path: '/api/outbox/index',      access: 'admin', ours: true, query: ListQuery, list, answer: z.array(OutboxRow) }),
  count:  defineCall({ method: 'GET',  path: '/api/outbox/count',      access: 'admin', ours: true, query: CountQuery, answer: RowCount }),
  show:   defineCall({ method: 'GET',  path: '/api/outbox/show/:id',   access: 'admin', ours: true, params: RecordIdParams, answer: OutboxMail }),
  resend: defineCall({ method: 'POST', path: '/api/outbox/resend/:id', access: 'admin', changes: ['notices'], ours: true, params: RecordIdParams, answer: DoneMessage }),
};
