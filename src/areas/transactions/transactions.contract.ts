import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { Money } from '../../contract/money.ts';
import { ById, DateOnly, Instant, NumberSent } from '../../contract/wire.ts';

const TransactionItem = z.object({
  created_at: Instant,
  total: Money,
  transaction_itemable_type: z.enum(['TeeTime', 'GiftCertificate', 'GolfDiscount']),
  transaction_itemable_id: z.number(),
});
export type TransactionItem = z.infer<typeof TransactionItem>;
export const TransactionRecord = z.object({
  created_at: Instant,
  payment_id: z.string(),
  total: Money,
  transaction_items: z.array(TransactionItem),
});
/** What moved between whom, in words: ours, for the tee time's own screen. */
const Move = z.object({
  created_at: Instant,
  words: z.string(),
  total: Money,
  gift_certificate_id: z.number().nullable(),
});
export const TeeTimeTransactions = TransactionRecord.extend({ moves: z.array(Move) });
export type TeeTimeTransactions = z.infer<typeof TeeTimeTransactions>;
export type TransactionRecord = z.infer<typeof TransactionRecord>;

/** What moved on a certificate or a discount, and for which round. */
const OwnMove = z.object({
  created_at: Instant,
  words: z.string(),
  /** What a certificate's balance went up by, or what a discount took off: below 0. */
  moved: Money,
  /** What the certificate held afterwards; null of a discount. */
  balance: Money.nullable(),
  round: z
    .object({
      tee_time_id: z.number(),
      course_name: z.string(),
      play_date: DateOnly,
      is_canceled: z.boolean(),
      /** How it was paid when it was booked, in words. */
      paid_by: z.string(),
    })
    .nullable(),
});
export type OwnMove = z.infer<typeof OwnMove>;
export const MOVES_PER_PAGE = 30;
/** A page of them, the newest first; how many there are, and what all of them come to. */
const OwnMoves = z.object({ moves: z.array(OwnMove), count: z.number(), total: Money });
export type OwnMoves = z.infer<typeof OwnMoves>;
const Page = z.object({ page: NumberSent(z.number().int().min(1).max(1_000_000)).default(1) });

// prettier-ignore
export const transactions = {
  teeTime: call({ method: 'GET', path: '/api/transaction_records/tee_time/:id', access: 'staff', params: ById, answer: TeeTimeTransactions }),
  giftCertificate: call({ method: 'GET', path: '/api/transaction_records/gift_certificate/:id', access: 'staff', params: ById, answer: z.array(TransactionRecord) }),
  discount: call({ method: 'GET', path: '/api/transaction_records/discount/:id', access: 'admin', params: ById, answer: z.array(TransactionRecord) }),
  giftCertificateMoves: call({ method: 'GET', path: '/api/transaction_records/gift_certificate/:id/moves', access: 'staff', ours: true, params: ById, query: Page, answer: OwnMoves }),
  discountMoves: call({ method: 'GET', path: '/api/transaction_records/discount/:id/moves', access: 'admin', ours: true, params: ById, query: Page, answer: OwnMoves }),
};
