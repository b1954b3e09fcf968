import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';

/** The numbers of things that need attention, shown beside the entries of the side menu. */
const Counts = z.object({
  /** The number of open wait-list queues with waiting customers. */
  queues: z.number(),
  /** The number of lost leads, with the filters of their list as it opens. */
  leads: z.number(),
  /** The number of courses whose scraping needs attention. */
  sources: z.number(),
});

// prettier-ignore
export const counts = {
  show: defineCall({ method: 'GET', path: '/api/counts', access: 'staff', urgency: 'list', ours: true, answer: Counts }),
};
