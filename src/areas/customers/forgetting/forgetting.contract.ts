import { z } from 'zod';
import { call } from '../../../contract/call.ts';
import { NO_CARD } from '../../../contract/forms/fields.ts';
import { ById, Done, Id, Instant } from '../../../contract/wire.ts';

/** What has to be typed before somebody is forgotten who has no e-mail. */
export const FORGET_WORD = 'forget';

/** What loses what it says of a customer, each as how many. */
const Emptied = z.object({
  rounds: z.number(),
  certificates: z.number(),
  leads: z.number(),
  letters: z.number(),
  /** Audit entries of theirs, notes among them. */
  entries: z.number(),
});
export type Emptied = z.infer<typeof Emptied>;

const Preview = z.object({
  updated_at: Instant,
  emptied: Emptied,
  /** Why they can not be forgotten now, in sentences; none where they can. */
  hindrances: z.array(z.string()),
});
export type Preview = z.infer<typeof Preview>;

const LONGEST_VARIANT = 700;
/** So many variants are offered at most. */
export const MOST_VARIANTS = 50;

const Variants = z.object({
  /** How else their names and e-mails are written somewhere, which may be somebody else's. */
  variants: z.array(z.string()),
});

const Forget = z.object({
  id: Id,
  updated_at: Instant.refine(...NO_CARD),
  /** Their e-mail, or the word where they have none. */
  typed: z
    .string()
    .max(320)
    .refine(...NO_CARD),
  /** The variants of their names that a person says are theirs too. */
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
export type Forget = z.infer<typeof Forget>;

// prettier-ignore
export const customerForgetting = {
  preview: call({ method: 'GET',  path: '/api/customer_forgetting/preview/:id', access: 'admin', ours: true, params: ById, answer: Preview }),
  variants: call({ method: 'GET', path: '/api/customer_forgetting/variants/:id', access: 'admin', ours: true, params: ById, answer: Variants }),
  /** Names and contacts of a customer are emptied wherever they stand; books and seals stay. */
  forget:  call({ method: 'POST', path: '/api/customer_forgetting', access: 'admin', ours: true, transaction: 'own', changes: ['tee_times', 'leads', 'queues', 'notices'], body: Forget, answer: Done }),
};
