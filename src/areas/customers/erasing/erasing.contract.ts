import { z } from 'zod';
import { call } from '../../../contract/call.ts';
import { NO_CARD } from '../../../contract/forms/fields.ts';
import { ById, DoneMessage, Id, Instant } from '../../../contract/wire.ts';

/** The word to type before a customer without an e-mail is erased. */
export const ERASE_WORD = 'erase';

/** The number of records of each kind that lose their data about a customer. */
const Emptied = z.object({
  rounds: z.number(),
  certificates: z.number(),
  leads: z.number(),
  letters: z.number(),
  /** Their audit entries, including notes. */
  entries: z.number(),
});
export type ErasedCounts = z.infer<typeof Emptied>;

const Preview = z.object({
  updated_at: Instant,
  emptied: Emptied,
  /** The sentences that say why they cannot be erased now; empty if they can. */
  hindrances: z.array(z.string()),
});
export type ErasurePreview = z.infer<typeof Preview>;

const LONGEST_VARIANT = 700;
/** The most variants that are offered. */
export const MOST_VARIANTS = 50;

const Variants = z.object({
  /** Other spellings of their names and e-mails in the database, which may be somebody else's. */
  variants: z.array(z.string()),
});

const Forget = z.object({
  id: Id,
  updated_at: Instant.refine(...NO_CARD),
  /** Their e-mail, or the word if they have none. */
  typed: z
    .string()
    .max(320)
    .refine(...NO_CARD),
  /** The spellings of their names that a person says are theirs too. */
  also: z
    .array(
      z
        .string()
        .max(LONGEST_VARIANT)
        .refine(...NO_CARD),
    )
    .max(MOST_VARIANTS)
    .default([]),
});
export type EraseRequest = z.infer<typeof Forget>;

// prettier-ignore
export const customerErasing = {
  preview: call({ method: 'GET',  path: '/api/customer_forgetting/preview/:id', access: 'admin', ours: true, params: ById, answer: Preview }),
  variants: call({ method: 'GET', path: '/api/customer_forgetting/variants/:id', access: 'admin', ours: true, params: ById, answer: Variants }),
  /** Erases a customer's names and contacts everywhere; books and seals stay. */
  forget:  call({ method: 'POST', path: '/api/customer_forgetting', access: 'admin', ours: true, transaction: 'own', changes: ['tee_times', 'leads', 'queues', 'notices'], body: Forget, answer: DoneMessage }),
};
