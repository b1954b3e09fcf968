import { z } from 'zod';
import { defineCall } from '../../../contract/call.ts';
import { ExpectedUpdatedAt, RequiredText } from '../../../contract/forms/fields.ts';
import { RecordIdParams, DoneMessage } from '../../../contract/wire.ts';
import { OutcomePending } from '../../operations/operations.contract.ts';
import { CancellationResult, RefundRequest } from '../tee-times.contract.ts';

/** An approval of a refund request. `updated_at` is that of the tee time as the approver saw it. */
const Approval = RecordIdParams.extend({ updated_at: ExpectedUpdatedAt });
const ForTeeTime = z.object({ waiting: RefundRequest.nullable() });
const changes = ['tee_times', 'notices'] as const;

/** The calls about refunds that wait for an admin's approval; `teeTimes.cancel` creates such a request. */
// prettier-ignore
export const refundRequests = {
  // Lists all waiting requests for an admin, and their own for other staff.
  waiting:   defineCall({ method: 'GET',  path: '/api/refund_requests/waiting',      access: 'staff', urgency: 'list', ours: true, answer: z.array(RefundRequest) }),
  ofTeeTime: defineCall({ method: 'GET',  path: '/api/refund_requests/tee_time/:id', access: 'staff', ours: true, params: RecordIdParams, answer: ForTeeTime }),
  // Carries out a requested refund like any cancellation; rejected for the requester.
  approve:   defineCall({ method: 'POST', path: '/api/refund_requests/approve',      access: 'admin', urgency: 'caller', changes, transaction: 'own', ours: true, body: Approval, answer: CancellationResult, pending: OutcomePending }),
  refuse:    defineCall({ method: 'POST', path: '/api/refund_requests/refuse',       access: 'admin', urgency: 'caller', changes, ours: true, body: RecordIdParams.extend({ why: RequiredText(500) }), answer: DoneMessage }),
  // Open to the requester and to admins.
  withdraw:  defineCall({ method: 'POST', path: '/api/refund_requests/withdraw',     access: 'staff', urgency: 'caller', changes, ours: true, body: RecordIdParams, answer: DoneMessage }),
};
