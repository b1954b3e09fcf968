import { z } from 'zod';
import { call } from '../../../contract/call.ts';
import { SeenAt, Text } from '../../../contract/forms/fields.ts';
import { ById, DoneMessage } from '../../../contract/wire.ts';
import { OutcomePending } from '../../operations/operations.contract.ts';
import { CancellationResult, RefundRequest } from '../tee-times.contract.ts';

/** `updated_at` is the tee time's, as it was shown to the approver. */
const Approval = ById.extend({ updated_at: SeenAt });
const ForTeeTime = z.object({ waiting: RefundRequest.nullable() });
const changes = ['tee_times', 'notices'] as const;

/** Refunds that wait for an admin; `teeTimes.cancel` asks for one. */
// prettier-ignore
export const refundRequests = {
  // Lists all waiting ones for an admin, and their own for anybody else.
  waiting:   call({ method: 'GET',  path: '/api/refund_requests/waiting',      access: 'staff', urgency: 'list', ours: true, answer: z.array(RefundRequest) }),
  ofTeeTime: call({ method: 'GET',  path: '/api/refund_requests/tee_time/:id', access: 'staff', ours: true, params: ById, answer: ForTeeTime }),
  // Carried out like any cancellation, but not by the person who asked.
  approve:   call({ method: 'POST', path: '/api/refund_requests/approve',      access: 'admin', urgency: 'caller', changes, transaction: 'own', ours: true, body: Approval, answer: CancellationResult, pending: OutcomePending }),
  refuse:    call({ method: 'POST', path: '/api/refund_requests/refuse',       access: 'admin', urgency: 'caller', changes, ours: true, body: ById.extend({ why: Text(500) }), answer: DoneMessage }),
  // For the person who asked, or an admin.
  withdraw:  call({ method: 'POST', path: '/api/refund_requests/withdraw',     access: 'staff', urgency: 'caller', changes, ours: true, body: ById, answer: DoneMessage }),
};
