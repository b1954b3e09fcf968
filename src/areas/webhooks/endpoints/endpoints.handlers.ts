import type { CallHandlers } from '../../../server/http/serve.ts';
import type { webhookEndpoints } from './endpoints.contract.ts';
import {
  changeEndpoint,
  findPartnerEndpoints,
  makeEndpoint,
  removeEndpoint,
  replaceSecret,
  type WebhookUrlCheck,
} from './endpoints.queries.ts';
import type { AppContext } from '../../../server/process/context.ts';

const refusalOf =
  (app: AppContext): WebhookUrlCheck =>
  (url) =>
    app.integrations.webhooks.refusalOf(url);

export const webhookEndpointHandlers: CallHandlers<typeof webhookEndpoints> = {
  index: ({ db, params }) => findPartnerEndpoints(db, params.id),
  make: ({ db, app, params, body, staff }) =>
    makeEndpoint(db, params.id, { sent: body.endpoint, staff, refusalOf: refusalOf(app) }),
  change: ({ db, app, params, body, staff }) =>
    changeEndpoint(db, params.id, { sent: body.endpoint, staff, refusalOf: refusalOf(app) }),
  replaceSecret: ({ db, params, staff }) => replaceSecret(db, params.id, staff),
  remove: ({ db, params, staff }) => removeEndpoint(db, params.id, staff),
};
