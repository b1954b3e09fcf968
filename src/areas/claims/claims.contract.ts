import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { DoneMessage, SentRecordId } from '../../contract/wire.ts';

export const CLAIM_SUBJECTS = ['open_time', 'queue_entry', 'lead'] as const;

export const CLAIM_ACTIVITIES = ['booking', 'calling'] as const;

/**
 * A claim: a staff user is booking from something, or calling a customer, right now. A claim on a queue entry includes the
 * entry's lead, which may wait in other queues.
 */
const Turn = z.object({
  subject: z.enum(CLAIM_SUBJECTS),
  subject_id: z.number(),
  doing: z.enum(CLAIM_ACTIVITIES),
  /** The open time that a claimed queue entry waits for. */
  open_time_id: z.number().nullable(),
  /** The id of the browser tab that holds the claim. */
  holder: z.string(),
  staff_name: z.string(),
  /** True if the claim belongs to the person who reads this, in this tab or another. */
  is_own: z.boolean(),
  /** The seconds until the claim expires without further input, counted from the answer on, because no two clocks agree. */
  seconds_left: z.number(),
});
export type Claim = z.infer<typeof Turn>;

const Holder = z.uuid('must be the id of a tab');
const ClaimRequest = z.object({
  holder: Holder,
  subjects: z
    .array(z.object({ subject: z.enum(CLAIM_SUBJECTS), subject_id: SentRecordId }))
    .min(1, 'must name something')
    .max(CLAIM_SUBJECTS.length, `must name ${CLAIM_SUBJECTS.length} things at most`),
  doing: z.enum(CLAIM_ACTIVITIES).default('booking'),
  /** True to take the claim over from the person who holds it. */
  go_on: z.boolean().default(false),
});
export type ClaimRequest = z.infer<typeof ClaimRequest>;

// prettier-ignore
export const claims = {
  index: defineCall({ method: 'GET',    path: '/api/turns/index',   access: 'staff', ours: true, answer: z.array(Turn) }),
  // Claims all subjects or none; a repeated call from the same tab renews the claim. `held` is another person's claim that
  // prevents it.
  take:  defineCall({ method: 'POST',   path: '/api/turns/take',    access: 'staff', urgency: 'caller', ours: true, changes: ['turns'], body: ClaimRequest, answer: z.object({ held: Turn.nullable() }) }),
  leave: defineCall({ method: 'DELETE', path: '/api/turns/:holder', access: 'staff', ours: true, changes: ['turns'], params: z.object({ holder: Holder }), answer: DoneMessage }),
};
