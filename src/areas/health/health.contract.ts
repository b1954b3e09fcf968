import { z } from 'zod';
import { call } from '../../contract/call.ts';

// prettier-ignore
export const health = {
  // 200 once it can serve: the database answers, every migration is in, and what is saved can be written. 503 while it
  // can not, and from when it was told to stop.
  show: call({ method: 'GET', path: '/api/health', access: 'public', urgency: 'always', ours: true, answer: z.object({ status: z.literal('ok') }) }),
};
