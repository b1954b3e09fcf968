import { z } from 'zod';
import { defineCall } from '../../../contract/call.ts';
import { NO_CARD_NUMBER_RULE } from '../../../contract/forms/fields.ts';
import { RecordIdParams, DoneMessage, SentRecordId, UtcInstant } from '../../../contract/wire.ts';

/** The word that confirms the erasure of a customer without an e-mail. */
export const ERASE_WORD = 'erase';

/** The number of records of each kind from which data about the customer is erased. */
const Emptied = z.object({
  rounds: z.number(),
  certificates: z.number(),
  leads: z.number(),
  letters: z.number(),
  /** The audit entries about the customer's records, including private notes. */
  entries: z.number(),
});
export type ErasedCounts = z.infer<typeof Emptied>;

const Preview = z.object({
  updated_at: UtcInstant,
  emptied: Emptied,
  /** The sentences that say why the customer cannot be erased now; empty if erasing is possible. */
  hindrances: z.array(z.string()),
});
export type ErasurePreview = z.infer<typeof Preview>;

const LONGEST_VARIANT = 700;
/** The most spelling variants that are offered. */
export const MAX_SPELLING_VARIANTS = 50;

const Variants = z.object({
  /** Other spellings of the customer's names and e-mails found in the database, which may belong to another person. */
  variants: z.array(z.string()),
});

const Forget = z.object({
  id: SentRecordId,
  updated_at: UtcInstant.refine(...NO_CARD_NUMBER_RULE),
  /** The customer's e-mail as typed for confirmation; for a customer without an e-mail, the word `erase`. */
  typed: z
    .string()
    .max(320)
    .refine(...NO_CARD_NUMBER_RULE),
  /** The spelling variants that a person ticked as belonging to this customer too. */
  also: z
    .array(
      z
        .string()
        .max(LONGEST_VARIANT)
        .refine(...NO_CARD_NUMBER_RULE),
    )
    .max(MAX_SPELLING_VARIANTS)
    .default([]),
});
export type EraseRequest = z.infer<typeof Forget>;

// prettier-ignore
export const customerErasing = {
  preview: defineCall({ method: 'GET',  path: '/api/customer_forgetting/preview/:id', access: 'admin', ours: true, params: RecordIdParams, answer: Preview }),
  variants: defineCall({ method: 'GET', path: '/api/customer_forgetting/variants/:id', access: 'admin', ours: true, params: RecordIdParams, answer: Variants }),
  /** Erases a customer's names and contacts everywhere; the accounts and the audit seals stay. */
  forget:  defineCall({ method: 'POST', path: '/api/customer_forgetting', access: 'admin', ours: true, transaction: 'own', changes: ['tee_times', 'leads', 'queues', 'notices'], body: Forget, answer: DoneMessage }),
};
