import { z } from 'zod';
import { defineCall } from '../../../contract/call.ts';
import { NO_CARD_NUMBER_RULE } from '../../../contract/forms/fields.ts';
import { RecordIdParams, SentRecordId, UtcInstant, SavedRecordId } from '../../../contract/wire.ts';
import { Customer, CUSTOMER_TYPES } from '../customers.contract.ts';

/** The fields that may differ between two customers, in the dialog's order; two customers of different types are never merged. */
export const MERGED_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'primary_phone',
  'mobile_phone',
  'address',
  'address_2',
  'address_3',
  'city',
  'subdivision',
  'postcode',
  'country_alpha2',
  'legacy_address',
] as const;
export type MergedField = (typeof MERGED_FIELDS)[number];

export const SIMILARITY_REASONS = ['email', 'phone', 'name'] as const;
/**
 * A customer who may be the same person as another: same type, and the same e-mail, a phone number in common, or the same name and
 * postcode.
 */
const Alike = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  by: z.enum(SIMILARITY_REASONS),
});
export type SimilarCustomer = z.infer<typeof Alike>;

/** The number of records of each kind that refer to a customer and move in a merge. */
const Named = z.object({
  rounds: z.number(),
  /** Tee times that belong to a deal of the CRM (Pipedrive). */
  deals: z.number(),
  certificates_bought: z.number(),
  certificates_received: z.number(),
  leads: z.number(),
  queue_entries: z.number(),
  letters: z.number(),
  notes: z.number(),
});
export type CustomerRecordCounts = z.infer<typeof Named>;
const Side = Customer.Shown.extend({ created_at: UtcInstant, named: Named });
export type CustomerToMerge = z.infer<typeof Side>;

/** One of two customers to merge, with the version that the person was shown. */
const Seen = z.object({ id: SentRecordId, updated_at: UtcInstant.refine(...NO_CARD_NUMBER_RULE) });
const Merge = z.object({
  stays: Seen,
  goes: Seen,
  /** The fields whose value is taken from the customer that goes; all other fields keep the value of the customer that stays. */
  taken: z.array(z.enum(MERGED_FIELDS)).max(MERGED_FIELDS.length),
});
export type MergeRequest = z.infer<typeof Merge>;

// prettier-ignore
export const customerMerges = {
  /** Lists at most three customers who may be the same person as this one, the likeliest first. */
  alike:   defineCall({ method: 'GET',  path: '/api/customer_merges/alike/:id', access: 'admin', ours: true, params: RecordIdParams, answer: z.array(Alike) }),
  /** Shows two customers side by side before they are merged, the older first. */
  preview: defineCall({ method: 'GET',  path: '/api/customer_merges/preview/:id/:other_id', access: 'admin', ours: true, params: RecordIdParams.extend({ other_id: SentRecordId }), answer: z.object({ type: z.enum(CUSTOMER_TYPES), sides: z.tuple([Side, Side]) }) }),
  /**
   * Merges two customers: one stays with all records of the other; the id and the e-mail of the other lead to the one that stays.
   */
  merge:   defineCall({ method: 'POST', path: '/api/customer_merges', access: 'admin', ours: true, changes: ['tee_times', 'leads', 'queues'], body: Merge, answer: SavedRecordId }),
};
