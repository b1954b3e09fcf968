import type { CallHandlers } from '../../../server/http/serve.ts';
import type { webhooks } from './deliveries.contract.ts';
import { deliveryList, findDelivery, resendDelivery } from './deliveries.queries.ts';

export const webhookHandlers: CallHandlers<typeof webhooks> = {
  index: ({ db, query }) => deliveryList.page(db, query),
  count: ({ db, query }) => deliveryList.count(db, query),
  show: ({ db, params }) => findDelivery(db, params.id),
  sendAgain: ({ db, params, staff }) => resendDelivery(db, params.id, staff),
};
