import { z } from 'zod';
import { call } from '../../contract/call.ts';

/** The numbers of things that need attention, shown beside the entries of the side drawer. */
const Counts = z.object({
  /** Open queues with waiting customers. */
  queues: z.number(),
  /** Lost leads, filtered as their list opens. */
  leads: z.number(),
  /** Courses that need attention at their course system. */
  sources: z.number(),
});

// prettier-ignore
export const counts = {
  show: call({ method: 'GET', path: '/api/counts', access: 'staff', urgency: 'list', ours: true, answer: Counts }),
};
