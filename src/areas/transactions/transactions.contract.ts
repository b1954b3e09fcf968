import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { Money } from '../../contract/forms/money.ts';
import { RecordIdParams, UtcInstant } from '../../contract/wire.ts';

const TransactionItem = z.object({
  created_at: UtcInstant,
  total: Money,
  transaction_itemable_type: z.enum(['TeeTime', 'GiftCertificate', 'GolfDiscount']),
  transaction_itemable_id: z.number(),
});
export type TransactionItem = z.infer<typeof TransactionItem>;
export const TransactionRecord = z.object({
  created_at: UtcInstant,
  payment_id: z.string(),
  total: Money,
  transaction_items: z.array(TransactionItem),
});
/** A ledger entry in words, for the tee time's screen. Not in the specification. */
const Move = z.object({
  created_at: UtcInstant,
  words: z.string(),
  total: Money,
  gift_certificate_id: z.number().nullable(),
});
export const TeeTimeTransactions = TransactionRecord.extend({ moves: z.array(Move) });
export type TeeTimeTransactions = z.infer<typeof TeeTimeTransactions>;
export type TransactionRecord = z.infer<typeof TransactionRecord>;

// prettier-ignore
export const transactions = {
  teeTime: defineCall({ method: 'GET', path: '/api/transaction_records/tee_time/:id', access: 'staff', params: RecordIdParams, answer: TeeTimeTransactions }),
  giftCertificate: defineCall({ method: 'GET', path: '/api/transaction_records/gift_certificate/:id', access: 'staff', params: RecordIdParams, answer: z.array(TransactionRecord) }),
  discount: defineCall({ method: 'GET', path: '/api/transaction_records/discount/:id', access: 'admin', params: RecordIdParams, answer: z.array(TransactionRecord) }),
};
