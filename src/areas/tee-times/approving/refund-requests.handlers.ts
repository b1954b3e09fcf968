import type { Handlers } from '../../../server/http/serve.ts';
import { approve } from './approve.steps.ts';
import { refuseRequest, withdrawRequest } from './decide.queries.ts';
import type { refundRequests } from './refund-requests.contract.ts';
import { shownOf, waitingFor } from './requests.queries.ts';

export const refundRequestHandlers: Handlers<typeof refundRequests> = {
  waiting: ({ db, desk, staff }) => waitingFor(db, { staff, now: desk.now() }),
  ofTeeTime: async ({ db, desk, staff, params }) => ({
    waiting: await shownOf(db, { staff, now: desk.now() }, params.id),
  }),
  approve,
  refuse: ({ db, desk, staff, body }) => refuseRequest(db, { desk, staff }, body),
  withdraw: ({ db, desk, staff, body }) => withdrawRequest(db, { desk, staff }, body.id),
};
