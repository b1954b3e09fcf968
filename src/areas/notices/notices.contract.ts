import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { RecordIdParams, DoneMessage, UtcInstant } from '../../contract/wire.ts';

/** A failure for staff to see on Home, because it happened while no person was watching. */
const Notice = z.object({
  id: z.number(),
  kind: z.string(),
  message: z.string(),
  tee_time_id: z.number().nullable(),
  gift_certificate_id: z.number().nullable(),
  created_at: UtcInstant,
});
export type Notice = z.infer<typeof Notice>;

// prettier-ignore
export const notices = {
  index:   defineCall({ method: 'GET',  path: '/api/notices/index',       access: 'staff', ours: true, answer: z.array(Notice) }),
  dismiss: defineCall({ method: 'POST', path: '/api/notices/dismiss/:id', access: 'staff', changes: ['notices'], ours: true, params: RecordIdParams, answer: DoneMessage }),
};
