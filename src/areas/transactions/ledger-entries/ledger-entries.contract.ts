import { z } from 'zod';
import { defineCall } from '../../../contract/call.ts';
import { Money } from '../../../contract/forms/money.ts';
import { RecordIdParams, DateOnly, UtcInstant, NumberOrDigits } from '../../../contract/wire.ts';

/** A ledger entry of a gift certificate or a discount, with its tee time. */
const OwnMove = z.object({
  created_at: UtcInstant,
  words: z.string(),
  /** The amount added to a gift certificate's balance, or taken off a price by a discount: below 0. */
  moved: Money,
  /** The gift certificate's balance after the entry; null for a discount. */
  balance: Money.nullable(),
  round: z
    .object({
      tee_time_id: z.number(),
      course_name: z.string(),
      play_date: DateOnly,
      is_canceled: z.boolean(),
      /** The payment of the tee time in words, as booked or last changed. */
      paid_by: z.string(),
    })
    .nullable(),
});
export type RecordLedgerEntry = z.infer<typeof OwnMove>;
export const ENTRIES_PER_PAGE = 30;
/** A page of ledger entries, the newest first, with the number and the sum of all entries. */
const OwnMoves = z.object({ moves: z.array(OwnMove), count: z.number(), total: Money });
export type LedgerEntriesPage = z.infer<typeof OwnMoves>;
const Page = z.object({ page: NumberOrDigits(z.number().int().min(1).max(1_000_000)).default(1) });

// prettier-ignore
export const ledgerEntries = {
  ofGiftCertificate: defineCall({ method: 'GET', path: '/api/transaction_records/gift_certificate/:id/moves', access: 'staff', ours: true, params: RecordIdParams, query: Page, answer: OwnMoves }),
  ofDiscount:        defineCall({ method: 'GET', path: '/api/transaction_records/discount/:id/moves',         access: 'admin', ours: true, params: RecordIdParams, query: Page, answer: OwnMoves }),
};
