import { z } from 'zod';
import { call } from '../../../contract/call.ts';
import { ById, Done, Instant } from '../../../contract/wire.ts';

export const SOURCE_STATES = ['good', 'late', 'needs_somebody', 'not_connected'] as const;

/** A live course at its system; `id` is the course's. */
const Source = z.object({
  id: z.number(),
  course_name: z.string(),
  /** The system's name, null where the course's form names none. */
  system: z.string().nullable(),
  state: z.enum(SOURCE_STATES),
  /** How it is, in one sentence. */
  how: z.string(),
  /** Over all of its days that are to come. */
  looked_at: Instant.nullable(),
  changed_at: Instant.nullable(),
  next_look_at: Instant.nullable(),
  open_count: z.number(),
  /** Whether those times are from a while ago, because the looks since have failed. */
  is_old: z.boolean(),
  /** How many it had at this hour of this weekday in the last four weeks, in the mean; null where that was not counted. */
  usual: z.number().nullable(),
  /** How many it had at each hour of the last day that was counted, oldest first. */
  last_day: z.array(z.number()),
});
export type Source = z.infer<typeof Source>;

const Sources = z.object({
  sources: z.array(Source),
  /** A sentence for each system that no longer sends what RIC reads, and each host at which the plan does not fit the pace. */
  warnings: z.array(z.string()),
  /** A sentence for each other system about the last check of the fields that it sends. */
  checks: z.array(z.string()),
});

// prettier-ignore
export const sources = {
  index:  call({ method: 'GET',  path: '/api/sources/index',      access: 'staff', ours: true, answer: Sources }),
  gather: call({ method: 'POST', path: '/api/sources/gather/:id', access: 'admin', ours: true, params: ById, changes: ['sources'], answer: Done }),
};
