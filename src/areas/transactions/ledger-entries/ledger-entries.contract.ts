import { z } from 'zod';
import { call } from '../../../contract/call.ts';
import { Money } from '../../../contract/forms/money.ts';
import { ById, DateOnly, Instant, NumberSent } from '../../../contract/wire.ts';

/** A ledger entry of a certificate or a discount, with its round. */
const OwnMove = z.object({
  created_at: Instant,
  words: z.string(),
  /** The amount added to a certificate's balance, or taken off by a discount: below 0. */
  moved: Money,
  /** The certificate's balance afterwards; null for a discount. */
  balance: Money.nullable(),
  round: z
    .object({
      tee_time_id: z.number(),
      course_name: z.string(),
      play_date: DateOnly,
      is_canceled: z.boolean(),
      /** How it is paid, as booked or last changed, in words. */
      paid_by: z.string(),
    })
    .nullable(),
});
export type OwnLedgerEntry = z.infer<typeof OwnMove>;
export const ENTRIES_PER_PAGE = 30;
/** A page of the entries, the newest first, with their number and the sum of all. */
const OwnMoves = z.object({ moves: z.array(OwnMove), count: z.number(), total: Money });
export type OwnLedgerEntries = z.infer<typeof OwnMoves>;
const Page = z.object({ page: NumberSent(z.number().int().min(1).max(1_000_000)).default(1) });

// prettier-ignore
export const ledgerEntries = {
  ofGiftCertificate: call({ method: 'GET', path: '/api/transaction_records/gift_certificate/:id/moves', access: 'staff', ours: true, params: ById, query: Page, answer: OwnMoves }),
  ofDiscount:        call({ method: 'GET', path: '/api/transaction_records/discount/:id/moves',         access: 'admin', ours: true, params: ById, query: Page, answer: OwnMoves }),
};
