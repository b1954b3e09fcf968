import { z } from 'zod';
import { defineCall } from '../../../contract/call.ts';
import { RecordIdParams, UtcInstant } from '../../../contract/wire.ts';

const STATES = ['waiting', 'open', 'gone', 'failed', 'not_connected'] as const;

/** The state of an open time since a moment given by the screen. */
const Checked = z.object({
  /** `waiting`: the day was not scraped since that moment; `failed`: the day was scraped, but without a result. */
  state: z.enum(STATES),
  /** The party sizes that can be booked. */
  spots: z.array(z.number()),
  /** The age of the last scrape of the day; null while that scrape is before the given moment. */
  seconds_ago: z.number().nullable(),
  /** The reason why the state is unknown. */
  note: z.string(),
});
export type OpenTimeCheck = z.infer<typeof Checked>;

// prettier-ignore
export const stillOpen = {
  // Makes the course's day due; it is scraped as soon as its host allows, by whichever process runs the host's queue.
  look:   defineCall({ method: 'POST', path: '/api/fore_up_availability/look/:id',   access: 'staff', ours: true, params: RecordIdParams, answer: z.object({ asked_at: UtcInstant }) }),
  looked: defineCall({ method: 'GET',  path: '/api/fore_up_availability/looked/:id', access: 'staff', ours: true, params: RecordIdParams, query: z.object({ since: UtcInstant }), answer: Checked }),
};
