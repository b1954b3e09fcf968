import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';

export const OperationState = z.enum(['running', 'unknown', 'settled']);
/** The body of a 202: an integration has not reported the outcome of the operation yet. */
export const OutcomePending = z.object({
  operation: z.object({ id: z.string(), state: OperationState }),
  message: z.string(),
});
/** The state of an operation that a screen follows; once settled, with the answer that the original call would have given. */
const Operation = z.object({
  id: z.string(),
  state: OperationState,
  message: z.string().optional(),
  answer_status: z.number().nullable(),
  answer: z.unknown(),
});
export type OperationAnswer = z.infer<typeof Operation>;

// prettier-ignore
export const operations = {
  show: defineCall({ method: 'GET', path: '/api/operations/:id', access: 'staff', urgency: 'caller', ours: true, params: z.object({ id: z.uuid('is not an operation') }), answer: Operation }),
};
