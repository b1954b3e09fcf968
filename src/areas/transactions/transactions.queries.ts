import { sql } from 'kysely';
import { moneyText } from '../../contract/money.ts';
import type { Db } from '../../server/context.ts';
import { NotFound } from '../../server/errors.ts';
import type { TransactionItem, TransactionRecord } from './transactions.contract.ts';

const TYPES = { tee_time: 'TeeTime', discount: 'GolfDiscount', gift_certificate: 'GiftCertificate' } as const;
type Item = {
  account: keyof typeof TYPES;
  raw_amount: number;
  created_at: string;
  golf_discount_id: number | null;
  gift_certificate_id: number | null;
};

/** A tee time's transactions as a view of its ledger entries: what was earned, and what was given away or back. */
export async function teeTimeRecord(db: Db, tee_time_id: number): Promise<TransactionRecord> {
  const teeTime = await db
    .selectFrom('tee_times')
    .select(['created_at', 'payment_id'])
    .where('id', '=', tee_time_id)
    .executeTakeFirst();
  if (!teeTime) throw new NotFound('This tee time');
  const { rows } = await sql<Item>`
    select e.account, e.raw_amount, e.created_at, e.golf_discount_id, e.gift_certificate_id
    from ledger_entries e
    where e.tee_time_id = ${tee_time_id} and e.account in ('tee_time', 'discount', 'gift_certificate')
    order by e.id`.execute(db);
  const total = rows.reduce((sum, item) => sum - item.raw_amount, 0);
  return {
    ...teeTime,
    total: moneyText(total),
    transaction_items: rows.map((item) => itemOf(item, tee_time_id)),
  };
}

function itemOf(item: Item, tee_time_id: number): TransactionItem {
  const ids = {
    tee_time: tee_time_id,
    discount: item.golf_discount_id,
    gift_certificate: item.gift_certificate_id,
  };
  return {
    created_at: item.created_at,
    total: moneyText(0 - item.raw_amount),
    transaction_itemable_type: TYPES[item.account],
    transaction_itemable_id: ids[item.account] ?? 0,
  };
}
