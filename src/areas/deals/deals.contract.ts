import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { TypedEmail, CleanedText } from '../../contract/forms/fields.ts';

const Deal = z.object({ id: z.number(), title: z.string() });
export type Deal = z.infer<typeof Deal>;

const Typed = CleanedText(200).default('');
// prettier-ignore
export const deals = {
  // Searches deals of the CRM by id, or else by the person's e-mail. `course` is accepted because it is specified, but the CRM has
  // no courses.
  index: defineCall({ method: 'GET', path: '/api/pipedrive/deals', access: 'staff', urgency: 'caller', query: z.object({ dealId: Typed, course: Typed, email: TypedEmail().default('') }), answer: z.object({ deals: z.array(Deal), pipe_url: z.string() }) }),
};
