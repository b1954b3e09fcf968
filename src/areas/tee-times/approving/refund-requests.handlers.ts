import type { Handlers } from '../../../server/http/serve.ts';
import { approve } from './approve.steps.ts';
import { refuseRequest, withdrawRequest } from './decide.queries.ts';
import type { refundRequests } from './refund-requests.contract.ts';
import { waitingRequest, requestsToApprove } from './requests.queries.ts';

export const refundRequestHandlers: Handlers<typeof refundRequests> = {
  waiting: ({ db, app, staff }) => requestsToApprove(db, { staff, now: app.now() }),
  ofTeeTime: async ({ db, app, staff, params }) => ({
    waiting: await waitingRequest(db, { staff, now: app.now() }, params.id),
  }),
  approve,
  refuse: ({ db, app, staff, body }) => refuseRequest(db, { app, staff }, body),
  withdraw: ({ db, app, staff, body }) => withdrawRequest(db, { app, staff }, body.id),
};
