import { z } from 'zod';
import { call } from '../../contract/call.ts';

// prettier-ignore
export const health = {
  // 200 once it can serve: the database answers and every migration is in. 503 while it can not.
  show: call({ method: 'GET', path: '/api/health', access: 'public', urgency: 'always', ours: true, answer: z.object({ status: z.literal('ok') }) }),
};
