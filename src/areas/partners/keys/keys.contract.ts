import { z } from 'zod';
import { call } from '../../../contract/call.ts';
import { ById, Done, Instant } from '../../../contract/wire.ts';

/** Most keys of a partner that are not withdrawn: one can take the other's place while both are good. */
export const MOST_KEYS = 2;

const Key = z.object({
  id: z.number(),
  /** Its last four characters; of one that was made before they were kept, nothing. */
  key_end: z.string(),
  /** A staff user's name, empty where it was made on the command line. */
  made_by: z.string(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
  /** How often somebody asked with it within the last day, and how often that came too often. */
  requests: z.number(),
  refused: z.number(),
  withdrawn_at: Instant.nullable(),
  withdrawn_by: z.string().nullable(),
});
export type Key = z.infer<typeof Key>;

/** A key as it is shown this once. */
const NewKey = z.object({ id: z.number(), key: z.string(), key_end: z.string() });
export type NewKey = z.infer<typeof NewKey>;

// Apart from the partner's own calls, whose saves are written down with all that is answered.
// prettier-ignore
export const partnerKeys = {
  index:    call({ method: 'GET',  path: '/api/partners/keys/:id',          access: 'admin', ours: true, params: ById, answer: z.array(Key) }),
  make:     call({ method: 'POST', path: '/api/partners/keys/:id',          access: 'admin', ours: true, params: ById, answer: NewKey }),
  withdraw: call({ method: 'POST', path: '/api/partner_keys/withdraw/:id', access: 'admin', ours: true, params: ById, answer: Done }),
};
