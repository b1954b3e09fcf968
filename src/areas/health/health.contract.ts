import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';

// prettier-ignore
export const health = {
  // Answers 200 while this process can serve: the database answers, all migrations are applied, and data can be written.
  // Otherwise, and once the process is told to stop, answers 503.
  show: defineCall({ method: 'GET', path: '/api/health', access: 'public', urgency: 'always', ours: true, answer: z.object({ status: z.literal('ok') }) }),
};
