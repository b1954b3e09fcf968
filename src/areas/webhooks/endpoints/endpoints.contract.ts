import { z } from 'zod';
import { call } from '../../../contract/call.ts';
import { Text } from '../../../contract/forms/fields.ts';
import { form, type FormOf } from '../../../contract/forms/form.ts';
import { ById, DoneMessage, SavedId } from '../../../contract/wire.ts';
import { EVENT_KINDS } from '../events.contract.ts';

/** The most webhooks that a partner may have. */
export const MOST_ENDPOINTS = 5;

const Endpoint = z.object({
  id: z.number(),
  url: z.string(),
  kinds: z.array(z.enum(EVENT_KINDS)),
  is_on: z.boolean(),
  /** The number of deliveries that wait; `failed` counts those that were given up. */
  waiting: z.number(),
  failed: z.number(),
});
export type Endpoint = z.infer<typeof Endpoint>;

const EndpointForm = form({
  url: Text(500),
  kinds: z.array(z.enum(EVENT_KINDS, 'names a kind that there is not')).min(1, 'must be one at least'),
  is_on: z.boolean().default(true),
});
export type EndpointForm = FormOf<typeof EndpointForm>;

/** A new secret of a webhook, which is shown only this once. */
const WithSecret = SavedId.extend({ secret: z.string() });

const envelope = ['endpoint'];
const body = z.object({ endpoint: EndpointForm.Form });
// Only the two calls that create a secret include the secret in the answer.
// prettier-ignore
export const webhookEndpoints = {
  index:         call({ method: 'GET',    path: '/api/partners/webhooks/:id',         access: 'admin', ours: true, params: ById, answer: z.array(Endpoint) }),
  make:          call({ method: 'POST',   path: '/api/partners/webhooks/:id',         access: 'admin', ours: true, envelope, params: ById, body, answer: WithSecret }),
  change:        call({ method: 'PUT',    path: '/api/webhook_endpoints/:id',         access: 'admin', ours: true, envelope, params: ById, body, answer: SavedId }),
  replaceSecret: call({ method: 'POST',   path: '/api/webhook_endpoints/secret/:id', access: 'admin', ours: true, params: ById, answer: WithSecret }),
  remove:        call({ method: 'DELETE', path: '/api/webhook_endpoints/:id',         access: 'admin', ours: true, changes: ['webhooks'], params: ById, answer: DoneMessage }),
};
