import { z } from 'zod';
import { call } from '../call.ts';
import { LIVE_TOPICS } from '../wire.ts';

/** A message of the stream: the topics that changed, whose data is to be loaded again. */
const Changed = z.object({ topics: z.array(z.enum(LIVE_TOPICS)) });
export type Changed = z.infer<typeof Changed>;

// prettier-ignore
export const live = {
  // Server-sent events: `data: ` with one Changed each, and empty comments in between, which show that the stream is alive.
  stream: call({ method: 'GET', path: '/api/live', access: 'staff', ours: true, stream: true, answer: Changed }),
};
