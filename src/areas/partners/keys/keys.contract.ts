import { z } from 'zod';
import { defineCall } from '../../../contract/call.ts';
import { RecordIdParams, DoneMessage, UtcInstant } from '../../../contract/wire.ts';

/** The most valid API keys of a partner. Two allow a new key to replace an old one while both are valid. */
export const MAX_PARTNER_KEYS = 2;

const Key = z.object({
  id: z.number(),
  /** The last four characters of the key; empty for a key that was created before these were stored. */
  key_end: z.string(),
  /** The name of the staff user who created the key; empty if the key was created on the command line. */
  made_by: z.string(),
  created_at: UtcInstant,
  last_used_at: UtcInstant.nullable(),
  /** The number of requests with the key within the last day; `refused` counts those above the rate limit. */
  requests: z.number(),
  refused: z.number(),
  withdrawn_at: UtcInstant.nullable(),
  withdrawn_by: z.string().nullable(),
});
export type PartnerKey = z.infer<typeof Key>;

/** A new API key, whose text is shown only this once. */
const NewKey = z.object({ id: z.number(), key: z.string(), key_end: z.string() });
export type NewPartnerKey = z.infer<typeof NewKey>;

// The calls for API keys are separate from the calls for partners, because a partner's save is audited with the whole answer.
// prettier-ignore
export const partnerKeys = {
  index:    defineCall({ method: 'GET',  path: '/api/partners/keys/:id',          access: 'admin', ours: true, params: RecordIdParams, answer: z.array(Key) }),
  make:     defineCall({ method: 'POST', path: '/api/partners/keys/:id',          access: 'admin', ours: true, params: RecordIdParams, answer: NewKey }),
  withdraw: defineCall({ method: 'POST', path: '/api/partner_keys/withdraw/:id', access: 'admin', ours: true, params: RecordIdParams, answer: DoneMessage }),
};
