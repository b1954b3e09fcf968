import { z } from 'zod';
import { call } from '../../../contract/call.ts';
import { ById, Instant } from '../../../contract/wire.ts';

const STATES = ['waiting', 'open', 'gone', 'failed', 'not_connected'] as const;

/** What is known of an open time since a moment. */
const Checked = z.object({
  /** `waiting`: its day was not looked at since; `failed`: it was, and nothing came of it. */
  state: z.enum(STATES),
  /** Party sizes that can be booked. */
  spots: z.array(z.number()),
  /** Since its day was looked at last; null while that is before the moment. */
  seconds_ago: z.number().nullable(),
  /** Why nothing is known. */
  note: z.string(),
});
export type Checked = z.infer<typeof Checked>;

// prettier-ignore
export const stillOpen = {
  // The course's day is looked at as soon as its host's turn comes, by whichever process has the lane.
  look:   call({ method: 'POST', path: '/api/fore_up_availability/look/:id',   access: 'staff', ours: true, params: ById, answer: z.object({ asked_at: Instant }) }),
  looked: call({ method: 'GET',  path: '/api/fore_up_availability/looked/:id', access: 'staff', ours: true, params: ById, query: z.object({ since: Instant }), answer: Checked }),
};
