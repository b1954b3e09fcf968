import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { ById, DoneMessage, Instant } from '../../contract/wire.ts';

/** A failure for staff to see on Home, because it happened while no person was watching. */
const Notice = z.object({
  id: z.number(),
  kind: z.string(),
  message: z.string(),
  tee_time_id: z.number().nullable(),
  gift_certificate_id: z.number().nullable(),
  created_at: Instant,
});
export type Notice = z.infer<typeof Notice>;

// prettier-ignore
export const notices = {
  index:   call({ method: 'GET',  path: '/api/notices/index',       access: 'staff', ours: true, answer: z.array(Notice) }),
  dismiss: call({ method: 'POST', path: '/api/notices/dismiss/:id', access: 'staff', changes: ['notices'], ours: true, params: ById, answer: DoneMessage }),
};
