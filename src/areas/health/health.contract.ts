import { z } from 'zod';
import { call } from '../../contract/call.ts';

// prettier-ignore
export const health = {
  // 200 once it can serve: the database answers, every migration is applied, and data can be written. 503 while it cannot, and as
  // soon as it is told to stop.
  show: call({ method: 'GET', path: '/api/health', access: 'public', urgency: 'always', ours: true, answer: z.object({ status: z.literal('ok') }) }),
};
