import { z } from 'zod';
import { call } from '../../../contract/call.ts';
import { ById, DoneMessage, Instant } from '../../../contract/wire.ts';

/** The most valid keys of a partner: a new one can replace an old one while both are valid. */
export const MOST_KEYS = 2;

const Key = z.object({
  id: z.number(),
  /** Its last four characters; empty for a key that was made before they were stored. */
  key_end: z.string(),
  /** The name of a staff user; empty if it was made on the command line. */
  made_by: z.string(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
  /** The number of requests with it within the last day, and of those above the rate limit. */
  requests: z.number(),
  refused: z.number(),
  withdrawn_at: Instant.nullable(),
  withdrawn_by: z.string().nullable(),
});
export type Key = z.infer<typeof Key>;

/** A new key, which is shown only this once. */
const NewKey = z.object({ id: z.number(), key: z.string(), key_end: z.string() });
export type NewKey = z.infer<typeof NewKey>;

// Separate from the partner's own calls, whose saves are audited with their whole answer.
// prettier-ignore
export const partnerKeys = {
  index:    call({ method: 'GET',  path: '/api/partners/keys/:id',          access: 'admin', ours: true, params: ById, answer: z.array(Key) }),
  make:     call({ method: 'POST', path: '/api/partners/keys/:id',          access: 'admin', ours: true, params: ById, answer: NewKey }),
  withdraw: call({ method: 'POST', path: '/api/partner_keys/withdraw/:id', access: 'admin', ours: true, params: ById, answer: DoneMessage }),
};
