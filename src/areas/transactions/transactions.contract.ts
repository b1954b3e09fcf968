import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { Money } from '../../contract/money.ts';
import { ById, Instant } from '../../contract/wire.ts';

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
/** A record of a certificate's or a discount's own; what it was in words, what it moved there and its tee time are ours. */
const OwnRecord = TransactionRecord.extend({
  words: z.string(),
  /** What a certificate's balance went up by, or what a discount took off: below 0. */
  moved: Money,
  tee_time_id: z.number().nullable(),
});
export type OwnRecord = z.infer<typeof OwnRecord>;

// prettier-ignore
export const transactions = {
  teeTime: call({ method: 'GET', path: '/api/transaction_records/tee_time/:id', access: 'staff', params: ById, answer: TeeTimeTransactions }),
  giftCertificate: call({ method: 'GET', path: '/api/transaction_records/gift_certificate/:id', access: 'staff', params: ById, answer: z.array(OwnRecord) }),
  discount: call({ method: 'GET', path: '/api/transaction_records/discount/:id', access: 'admin', params: ById, answer: z.array(OwnRecord) }),
};
