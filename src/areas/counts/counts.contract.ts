import { z } from 'zod';
import { call } from '../../contract/call.ts';

/** What somebody has to see to, beside its entry in the side drawer. */
const Counts = z.object({
  /** Open queues with somebody waiting. */
  queues: z.number(),
  /** Lost leads as their list opens. */
  leads: z.number(),
  /** Courses that need somebody at their system. */
  sources: z.number(),
});

// prettier-ignore
export const counts = {
  show: call({ method: 'GET', path: '/api/counts', access: 'staff', urgency: 'list', ours: true, answer: Counts }),
};
