import { z } from 'zod';
import { call } from '../call.ts';
import { TOPICS } from '../wire.ts';

/** What a stream says: of these something is different now, which is to be asked for anew. */
const Changed = z.object({ topics: z.array(z.enum(TOPICS)) });
export type Changed = z.infer<typeof Changed>;

// prettier-ignore
export const live = {
  // Server-sent events: `data: ` with one Changed each, and empty comments in between, so that nobody takes it for dead.
  stream: call({ method: 'GET', path: '/api/live', access: 'staff', ours: true, stream: true, answer: Changed }),
};
