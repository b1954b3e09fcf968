import type { CallHandlers } from '../../../server/http/serve.ts';
import { approveRefundRequest } from './approve.steps.ts';
import { refuseRefundRequest, withdrawRefundRequest } from './decide.queries.ts';
import type { refundRequests } from './refund-requests.contract.ts';
import { waitingRefundRequest, waitingRefundRequests } from './requests.queries.ts';

export const refundRequestHandlers: CallHandlers<typeof refundRequests> = {
  waiting: ({ db, app, staff }) => waitingRefundRequests(db, { staff, now: app.now() }),
  ofTeeTime: async ({ db, app, staff, params }) => ({
    waiting: await waitingRefundRequest(db, { staff, now: app.now() }, params.id),
  }),
  approve: approveRefundRequest,
  refuse: ({ db, app, staff, body }) => refuseRefundRequest(db, { app, staff }, body),
  withdraw: ({ db, app, staff, body }) => withdrawRefundRequest(db, { app, staff }, body.id),
};
