import { z } from 'zod';
import { call } from '../../contract/call.ts';

const Deal = z.object({ id: z.number(), title: z.string() });
export type Deal = z.infer<typeof Deal>;

const Text = z.string().trim().max(200).default('');
// prettier-ignore
export const deals = {
  // Searches by id first, then by the person's e-mail. `course` is accepted as specified; the CRM has no courses.
  index: call({ method: 'GET', path: '/api/pipedrive/deals', access: 'staff', urgency: 'caller', query: z.object({ dealId: Text, course: Text, email: Text }), answer: z.object({ deals: z.array(Deal), pipe_url: z.string() }) }),
};
