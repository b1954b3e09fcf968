import { z } from 'zod';
import { call } from '../../contract/call.ts';

const Found = z.object({
  kind: z.enum(['Customer', 'Tee time', 'Course', 'Gift certificate']),
  id: z.number(),
  title: z.string(),
  detail: z.string(),
  path: z.string(),
});
export type Found = z.infer<typeof Found>;

// prettier-ignore
export const search = {
  // At most five of each kind: customers and tee times by name, confirmation, phone or e-mail; courses; certificates.
  index: call({ method: 'GET', path: '/api/search', access: 'staff', urgency: 'list', ours: true, query: z.object({ q: z.string().trim().max(100) }), answer: z.array(Found) }),
};
