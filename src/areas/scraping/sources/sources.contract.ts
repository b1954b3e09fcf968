import { z } from 'zod';
import { defineCall } from '../../../contract/call.ts';
import { RecordIdParams, DoneMessage, UtcInstant } from '../../../contract/wire.ts';

export const SCRAPING_STATES = ['good', 'late', 'needs_somebody', 'not_connected'] as const;

/** A live course at its course system; `id` is the course's id. */
const Source = z.object({
  id: z.number(),
  course_name: z.string(),
  /** The name of the course system; null if the course's form names none. */
  system: z.string().nullable(),
  state: z.enum(SCRAPING_STATES),
  /** The state of the course at its system, in one sentence. */
  how: z.string(),
  /** The last scrape of any future day of the course. */
  looked_at: UtcInstant.nullable(),
  changed_at: UtcInstant.nullable(),
  next_look_at: UtcInstant.nullable(),
  open_count: z.number(),
  /** True if the counted open times are out of date because every later scrape has failed. */
  is_old: z.boolean(),
  /** The mean number of open times at this hour of this weekday in the last four weeks; null without counts. */
  usual: z.number().nullable(),
  /** The number of open times at each hour of the last counted day, oldest first. */
  last_day: z.array(z.number()),
});
export type ScrapingState = z.infer<typeof Source>;

const Sources = z.object({
  sources: z.array(Source),
  /**
   * A sentence for each system that no longer sends a field that RIC reads, and for each host that cannot be scraped as often as
   * planned.
   */
  warnings: z.array(z.string()),
  /** A sentence for each other course system about the last check of its fields. */
  checks: z.array(z.string()),
});

// prettier-ignore
export const sources = {
  index:  defineCall({ method: 'GET',  path: '/api/sources/index',      access: 'staff', ours: true, answer: Sources }),
  gather: defineCall({ method: 'POST', path: '/api/sources/gather/:id', access: 'admin', ours: true, params: RecordIdParams, changes: ['sources'], answer: DoneMessage }),
};
