import { z } from 'zod';
import { call } from '../../../contract/call.ts';
import { SeenAt, Text } from '../../../contract/forms/fields.ts';
import { ById, DoneMessage } from '../../../contract/wire.ts';
import { OutcomePending } from '../../operations/operations.contract.ts';
import { CancellationResult, RefundRequest } from '../tee-times.contract.ts';

/** An approval of a refund request. `updated_at` is that of the tee time as the approver saw it. */
const Approval = ById.extend({ updated_at: SeenAt });
const ForTeeTime = z.object({ waiting: RefundRequest.nullable() });
const changes = ['tee_times', 'notices'] as const;

/** The calls about refunds that wait for an admin's approval; `teeTimes.cancel` creates such a request. */
// prettier-ignore
export const refundRequests = {
  // Lists all waiting requests for an admin, and their own for other staff.
  waiting:   call({ method: 'GET',  path: '/api/refund_requests/waiting',      access: 'staff', urgency: 'list', ours: true, answer: z.array(RefundRequest) }),
  ofTeeTime: call({ method: 'GET',  path: '/api/refund_requests/tee_time/:id', access: 'staff', ours: true, params: ById, answer: ForTeeTime }),
  // Carries out a requested refund like any cancellation; rejected for the requester.
  approve:   call({ method: 'POST', path: '/api/refund_requests/approve',      access: 'admin', urgency: 'caller', changes, transaction: 'own', ours: true, body: Approval, answer: CancellationResult, pending: OutcomePending }),
  refuse:    call({ method: 'POST', path: '/api/refund_requests/refuse',       access: 'admin', urgency: 'caller', changes, ours: true, body: ById.extend({ why: Text(500) }), answer: DoneMessage }),
  // Open to the requester and to admins.
  withdraw:  call({ method: 'POST', path: '/api/refund_requests/withdraw',     access: 'staff', urgency: 'caller', changes, ours: true, body: ById, answer: DoneMessage }),
};
