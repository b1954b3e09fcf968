import { z } from 'zod';
import { defineCall } from '../../../contract/call.ts';
import {
  RecordIdParams,
  RowCount,
  CountQuery,
  DoneMessage,
  UtcInstant,
  ListQuery,
} from '../../../contract/wire.ts';
import { EVENT_KINDS } from '../events.contract.ts';

export const DELIVERY_STATES = ['waiting', 'accepted', 'failed'] as const;

const DeliveryRow = z.object({
  id: z.number(),
  /** The instant at which the event happened. */
  created_at: UtcInstant,
  api_user_id: z.number(),
  api_user_name: z.string(),
  kind: z.enum(EVENT_KINDS),
  /** The record that the event is about: `tee_time 12`. */
  subject: z.string(),
  url: z.string(),
  state: z.enum(DELIVERY_STATES),
  tries: z.number(),
  tried_at: UtcInstant.nullable(),
  /** The HTTP status of the last answer; null if there was no answer. */
  status: z.number().nullable(),
  last_error: z.string().nullable(),
});
export type DeliveryRow = z.infer<typeof DeliveryRow>;
const Delivery = DeliveryRow.extend({
  event_id: z.string(),
  data: z.looseObject({}),
  /** The beginning of the last answer's body. */
  answer: z.string(),
  next_try_at: UtcInstant,
});
export type WebhookDelivery = z.infer<typeof Delivery>;

const list = {
  filters: ['api_user_id', 'api_user_name', 'kind', 'subject', 'url', 'state'],
  sorts: ['created_at', 'api_user_name', 'kind', 'subject', 'url', 'state', 'tries', 'tried_at'],
  opens: { sort: [{ name: 'created_at', desc: true }] },
  follows: 'webhooks',
} as const;
// prettier-ignore
export const webhooks = {
  index:     defineCall({ method: 'GET',  path: '/api/webhooks/index',          access: 'admin', ours: true, query: ListQuery, list, answer: z.array(DeliveryRow) }),
  count:     defineCall({ method: 'GET',  path: '/api/webhooks/count',          access: 'admin', ours: true, query: CountQuery, answer: RowCount }),
  show:      defineCall({ method: 'GET',  path: '/api/webhooks/show/:id',       access: 'admin', ours: true, params: RecordIdParams, answer: Delivery }),
  sendAgain: defineCall({ method: 'POST', path: '/api/webhooks/send_again/:id', access: 'admin', ours: true, changes: ['webhooks'], params: RecordIdParams, answer: DoneMessage }),
};
