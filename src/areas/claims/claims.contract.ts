import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { DoneMessage, Id } from '../../contract/wire.ts';

export const SUBJECTS = ['open_time', 'queue_entry', 'lead'] as const;

export const CLAIM_ACTIVITIES = ['booking', 'calling'] as const;

/**
 * A claim: a staff user is booking something, or calling somebody, right now. A claim on a queue entry includes its lead, which
 * may wait in other queues.
 */
const Turn = z.object({
  subject: z.enum(SUBJECTS),
  subject_id: z.number(),
  doing: z.enum(CLAIM_ACTIVITIES),
  /** For a queue entry: the open time that it waits for. */
  open_time_id: z.number().nullable(),
  /** The id of the browser tab. */
  holder: z.string(),
  staff_name: z.string(),
  /** True if it belongs to the person who asks, in this tab or another. */
  is_own: z.boolean(),
  /** The seconds until it ends without further input. They count from the answer on, because no two clocks agree. */
  seconds_left: z.number(),
});
export type Claim = z.infer<typeof Turn>;

const Holder = z.uuid('must be the id of a tab');
const ClaimRequest = z.object({
  holder: Holder,
  subjects: z
    .array(z.object({ subject: z.enum(SUBJECTS), subject_id: Id }))
    .min(1, 'must name something')
    .max(SUBJECTS.length, `must name ${SUBJECTS.length} things at most`),
  doing: z.enum(CLAIM_ACTIVITIES).default('booking'),
  /** Takes it over from the present holder. */
  go_on: z.boolean().default(false),
});
export type ClaimRequest = z.infer<typeof ClaimRequest>;

// prettier-ignore
export const claims = {
  index: call({ method: 'GET',    path: '/api/turns/index',   access: 'staff', ours: true, answer: z.array(Turn) }),
  // Claims all subjects or none; another call from the same tab renews the claim. `held` is the claim of somebody else that
  // prevents it.
  take:  call({ method: 'POST',   path: '/api/turns/take',    access: 'staff', urgency: 'caller', ours: true, changes: ['turns'], body: ClaimRequest, answer: z.object({ held: Turn.nullable() }) }),
  leave: call({ method: 'DELETE', path: '/api/turns/:holder', access: 'staff', ours: true, changes: ['turns'], params: z.object({ holder: Holder }), answer: DoneMessage }),
};
