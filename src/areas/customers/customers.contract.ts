import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { Count, CountQuery, Instant, ListQuery } from '../../contract/wire.ts';

export const CUSTOMER_TYPES = ['Customer', 'GiftCertificateRecipient'] as const;
export const CustomerRow = z.object({
  id: z.number(),
  type: z.enum(CUSTOMER_TYPES),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  primary_phone: z.string().nullable(),
  updated_at: Instant,
});
export type CustomerRow = z.infer<typeof CustomerRow>;

/** The returning customer whom an e-mail belongs to, offered while booking. */
const CustomerMatch = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  postcode: z.string().nullable(),
  primary_phone: z.string().nullable(),
  tee_times: z.number(),
  last_play_date: z.string().nullable(),
});
export type CustomerMatch = z.infer<typeof CustomerMatch>;

// prettier-ignore
export const customers = {
  index: call({ method: 'GET', path: '/api/customers/index', access: 'staff', query: ListQuery, answer: z.array(CustomerRow) }),
  count: call({ method: 'GET', path: '/api/customers/count', access: 'staff', query: CountQuery, answer: Count }),
  match: call({ method: 'GET', path: '/api/customers/match', access: 'staff', ours: true, query: z.object({ email: z.string().trim().max(200) }), answer: z.array(CustomerMatch) }),
};
