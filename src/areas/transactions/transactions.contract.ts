import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { Money } from '../../contract/forms/money.ts';
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
/** A ledger entry in words, for the tee time's screen. Not in the specification. */
const Move = z.object({
  created_at: Instant,
  words: z.string(),
  total: Money,
  gift_certificate_id: z.number().nullable(),
});
export const TeeTimeTransactions = TransactionRecord.extend({ moves: z.array(Move) });
export type TeeTimeTransactions = z.infer<typeof TeeTimeTransactions>;
export type TransactionRecord = z.infer<typeof TransactionRecord>;

// prettier-ignore
export const transactions = {
  teeTime: call({ method: 'GET', path: '/api/transaction_records/tee_time/:id', access: 'staff', params: ById, answer: TeeTimeTransactions }),
  giftCertificate: call({ method: 'GET', path: '/api/transaction_records/gift_certificate/:id', access: 'staff', params: ById, answer: z.array(TransactionRecord) }),
  discount: call({ method: 'GET', path: '/api/transaction_records/discount/:id', access: 'admin', params: ById, answer: z.array(TransactionRecord) }),
};
