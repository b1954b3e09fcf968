import { z } from 'zod';
import { call } from '../../../contract/call.ts';
import { ById, DoneMessage, Instant } from '../../../contract/wire.ts';

/** The most valid API keys of a partner. Two allow a new key to replace an old one while both are valid. */
export const MOST_KEYS = 2;

const Key = z.object({
  id: z.number(),
  /** The last four characters of the key; empty for a key that was created before these were stored. */
  key_end: z.string(),
  /** The name of the staff user who created the key; empty if the key was created on the command line. */
  made_by: z.string(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
  /** The number of requests with the key within the last day; `refused` counts those above the rate limit. */
  requests: z.number(),
  refused: z.number(),
  withdrawn_at: Instant.nullable(),
  withdrawn_by: z.string().nullable(),
});
export type Key = z.infer<typeof Key>;

/** A new API key, whose text is shown only this once. */
const NewKey = z.object({ id: z.number(), key: z.string(), key_end: z.string() });
export type NewKey = z.infer<typeof NewKey>;

// The calls for API keys are separate from the calls for partners, because a partner's save is audited with the whole answer.
// prettier-ignore
export const partnerKeys = {
  index:    call({ method: 'GET',  path: '/api/partners/keys/:id',          access: 'admin', ours: true, params: ById, answer: z.array(Key) }),
  make:     call({ method: 'POST', path: '/api/partners/keys/:id',          access: 'admin', ours: true, params: ById, answer: NewKey }),
  withdraw: call({ method: 'POST', path: '/api/partner_keys/withdraw/:id', access: 'admin', ours: true, params: ById, answer: DoneMessage }),
};
