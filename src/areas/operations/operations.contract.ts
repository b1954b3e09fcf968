import { z } from 'zod';
import { call } from '../../contract/call.ts';

export const OperationState = z.enum(['running', 'unknown', 'settled']);
/** Answered with 202 while an integration has not reported the outcome. */
export const OutcomePending = z.object({
  operation: z.object({ id: z.string(), state: OperationState }),
  message: z.string(),
});
/** An operation that the page follows; once settled, with the answer that the call would have given. */
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
  show: call({ method: 'GET', path: '/api/operations/:id', access: 'staff', urgency: 'caller', ours: true, params: z.object({ id: z.uuid('is not an operation') }), answer: Operation }),
};
