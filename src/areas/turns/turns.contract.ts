import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { Done, Id } from '../../contract/wire.ts';

export const SUBJECTS = ['open_time', 'queue_entry', 'lead'] as const;

export const DOINGS = ['booking', 'calling'] as const;

/** Who books what, or calls whom, just now. Who has a place in a queue has its lead too, which may wait in others. */
const Turn = z.object({
  subject: z.enum(SUBJECTS),
  subject_id: z.number(),
  doing: z.enum(DOINGS),
  /** Of a place in a queue, the open time that is waited for. */
  open_time_id: z.number().nullable(),
  /** The browser tab. */
  holder: z.string(),
  staff_name: z.string(),
  /** Theirs who ask, in this tab or another. */
  is_own: z.boolean(),
  /** Without further input; counted from the answer on, since no two clocks agree. */
  seconds_left: z.number(),
});
export type Turn = z.infer<typeof Turn>;

const Holder = z.uuid('must be the id of a tab');
const Asked = z.object({
  holder: Holder,
  subjects: z
    .array(z.object({ subject: z.enum(SUBJECTS), subject_id: Id }))
    .min(1, 'must name something')
    .max(SUBJECTS.length, `must name ${SUBJECTS.length} things at most`),
  doing: z.enum(DOINGS).default('booking'),
  /** Takes it from whoever has it. */
  go_on: z.boolean().default(false),
});
export type Asked = z.infer<typeof Asked>;

// prettier-ignore
export const turns = {
  index: call({ method: 'GET',    path: '/api/turns/index',   access: 'staff', ours: true, answer: z.array(Turn) }),
  // All of it or nothing; asked again by the same tab it lasts from now on. `held` is what somebody else has of it.
  take:  call({ method: 'POST',   path: '/api/turns/take',    access: 'staff', urgency: 'caller', ours: true, changes: ['turns'], body: Asked, answer: z.object({ held: Turn.nullable() }) }),
  leave: call({ method: 'DELETE', path: '/api/turns/:holder', access: 'staff', ours: true, changes: ['turns'], params: z.object({ holder: Holder }), answer: Done }),
};
