import { z } from 'zod';
import { defineCall } from '../../../contract/call.ts';
import { RequiredText } from '../../../contract/forms/fields.ts';
import { defineForm, type CheckedForm } from '../../../contract/forms/form.ts';
import { RecordIdParams, DoneMessage, SavedRecordId } from '../../../contract/wire.ts';
import { EVENT_KINDS } from '../events.contract.ts';

/** The most webhooks that a partner may have. */
export const MAX_WEBHOOK_ENDPOINTS = 5;

const Endpoint = z.object({
  id: z.number(),
  url: z.string(),
  kinds: z.array(z.enum(EVENT_KINDS)),
  is_on: z.boolean(),
  /** The number of deliveries that wait; `failed` counts those that were given up. */
  waiting: z.number(),
  failed: z.number(),
});
export type WebhookEndpoint = z.infer<typeof Endpoint>;

const EndpointForm = defineForm({
  url: RequiredText(500),
  kinds: z.array(z.enum(EVENT_KINDS, 'names a kind that there is not')).min(1, 'must be one at least'),
  is_on: z.boolean().default(true),
});
export type WebhookEndpointForm = CheckedForm<typeof EndpointForm>;

/** A new secret of a webhook, which is shown only this once. */
const WithSecret = SavedRecordId.extend({ secret: z.string() });

const envelope = ['endpoint'];
const body = z.object({ endpoint: EndpointForm.Form });
// Only the two calls that create a secret include the secret in the answer.
// prettier-ignore
export const webhookEndpoints = {
  index:         defineCall({ method: 'GET',    path: '/api/partners/webhooks/:id',         access: 'admin', ours: true, params: RecordIdParams, answer: z.array(Endpoint) }),
  make:          defineCall({ method: 'POST',   path: '/api/partners/webhooks/:id',         access: 'admin', ours: true, envelope, params: RecordIdParams, body, answer: WithSecret }),
  change:        defineCall({ method: 'PUT',    path: '/api/webhook_endpoints/:id',         access: 'admin', ours: true, envelope, params: RecordIdParams, body, answer: SavedRecordId }),
  replaceSecret: defineCall({ method: 'POST',   path: '/api/webhook_endpoints/secret/:id', access: 'admin', ours: true, params: RecordIdParams, answer: WithSecret }),
  remove:        defineCall({ method: 'DELETE', path: '/api/webhook_endpoints/:id',         access: 'admin', ours: true, changes: ['webhooks'], params: RecordIdParams, answer: DoneMessage }),
};
