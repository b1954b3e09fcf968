import { z } from 'zod';
import { call } from '../../contract/call.ts';

// prettier-ignore
export const payments = {
  // Away: it answered nobody lately, so no card is charged for the moment; all else goes on.
  gateway: call({ method: 'GET', path: '/api/payments/gateway', access: 'staff', ours: true, answer: z.object({ is_away: z.boolean() }) }),
};
