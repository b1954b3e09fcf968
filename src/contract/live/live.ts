import { z } from 'zod';
import { defineCall } from '../call.ts';
import { LIVE_TOPICS } from './live-topics.ts';

/** A message of the event stream: the topics that changed, so that screens load their data again. */
const Changed = z.object({ topics: z.array(z.enum(LIVE_TOPICS)) });
export type ChangedTopics = z.infer<typeof Changed>;

// prettier-ignore
export const live = {
  // The answer is a stream of server-sent events: `data: ` with one Changed message each, and empty comments in
  // between, which show that the connection is alive.
  stream: defineCall({ method: 'GET', path: '/api/live', access: 'staff', ours: true, stream: true, answer: Changed }),
};
