import { sql, type RawBuilder } from 'kysely';
import { moneyText } from '../../contract/money.ts';
import type { Db } from '../../server/process/context.ts';
import { NotFound } from '../../server/http/errors.ts';
import type { TeeTimeTransactions, TransactionItem, TransactionRecord } from './transactions.contract.ts';

const TYPES = { tee_time: 'TeeTime', discount: 'GolfDiscount', gift_certificate: 'GiftCertificate' } as const;
type Item = {
  account: keyof typeof TYPES;
  raw_amount: number;
  created_at: string;
  tee_time_id: number | null;
  golf_discount_id: number | null;
  gift_certificate_id: number | null;
};

const MOST_RECORDS = 1000;

/** Returns a tee time's transaction record, made from its ledger entries: amounts earned, given away and given back. */
export async function teeTimeTransactionRecord(db: Db, tee_time_id: number): Promise<TransactionRecord> {
  const teeTime = await db
    .selectFrom('tee_times')
    .select(['created_at', 'payment_id'])
    .where('id', '=', tee_time_id)
    .executeTakeFirst();
  if (!teeTime) throw new NotFound('This tee time');
  const { rows } = await sql<Item>`
    select e.account, e.raw_amount, e.created_at, e.tee_time_id, e.golf_discount_id, e.gift_certificate_id
    from ledger_entries e
    where e.tee_time_id = ${tee_time_id} and e.account in ('tee_time', 'discount', 'gift_certificate')
    order by e.id`.execute(db);
  return { ...teeTime, total: totalOf(rows), transaction_items: rows.map(itemOf) };
}

type Moving = {
  kind: string;
  account: string;
  raw_amount: number;
  created_at: string;
  gift_certificate_id: number | null;
  serial: string | null;
  /** The last four digits of the charged card; null for a charge that was made before they were stored. */
  card_last4: string | null;
};

/** Returns a tee time's transaction record, and in words what each tender paid and got back. */
export async function teeTimeTransactions(db: Db, tee_time_id: number): Promise<TeeTimeTransactions> {
  const record = await teeTimeTransactionRecord(db, tee_time_id);
  const { rows } = await sql<Moving>`
    select t.kind, e.account, e.raw_amount, e.created_at, e.gift_certificate_id, g.serial,
      coalesce(c.card_last4, a.card_last4) as card_last4
    from ledger_entries e join ledger_transactions t on t.id = e.ledger_transaction_id
    left join payment_attempts a on a.id = t.payment_attempt_id
    left join payment_attempts c on c.id = a.charge_attempt_id
    left join gift_certificates g on g.id = e.gift_certificate_id
    where e.tee_time_id = ${tee_time_id} and e.account in ('card', 'on_account', 'gift_certificate')
    order by e.id`.execute(db);
  const moves = rows.map(({ created_at, raw_amount, gift_certificate_id, ...moved }) => ({
    created_at,
    words: wordsOf({ ...moved, raw_amount }),
    total: moneyText(raw_amount),
    gift_certificate_id,
  }));
  return { ...record, moves };
}

/**
 * Returns every transaction that changed a gift certificate's balance, the newest first: its sale, its payments and
 * refunds, and adjustments.
 */
export const certificateTransactionRecords = async (db: Db, id: number): Promise<TransactionRecord[]> => {
  await requireCertificate(db, id);
  return recordsWith(db, sql<boolean>`m.account = 'gift_certificate' and m.gift_certificate_id = ${id}`);
};

/** Returns a transaction record for each tee time that used a discount, with what it earned and gave away, the newest first. */
export const discountTransactionRecords = async (db: Db, id: number): Promise<TransactionRecord[]> => {
  await requireDiscount(db, id);
  return recordsWith(db, sql<boolean>`m.golf_discount_id = ${id}`);
};

/** Throws NotFound if the gift certificate does not exist. */
export async function requireCertificate(db: Db, id: number): Promise<void> {
  const { rows } = await sql`select from gift_certificates where id = ${id}`.execute(db);
  if (rows.length === 0) throw new NotFound('This gift certificate');
}

/** Throws NotFound if the discount does not exist. */
export async function requireDiscount(db: Db, id: number): Promise<void> {
  const { rows } = await sql`select from discounts where id = ${id}`.execute(db);
  if (rows.length === 0) throw new NotFound('This discount');
}

type Recorded = { created_at: string; payment_id: string; items: Omit<Item, 'created_at'>[] };

/**
 * Returns the newest transactions with an entry (alias `m`) that meets the condition, each with the amounts it
 * earned, gave away and gave back.
 */
async function recordsWith(db: Db, condition: RawBuilder<boolean>): Promise<TransactionRecord[]> {
  const { rows } = await sql<Recorded>`
    select t.created_at, coalesce(r.payment_id, '') as payment_id, i.items
    from (select m.ledger_transaction_id as id from ledger_entries m where ${condition}
      order by m.id desc limit ${MOST_RECORDS}) n
    join ledger_transactions t on t.id = n.id left join tee_times r on r.id = t.tee_time_id, lateral (
      select json_agg(json_build_object('account', e.account, 'raw_amount', e.raw_amount,
        'tee_time_id', e.tee_time_id, 'golf_discount_id', e.golf_discount_id,
        'gift_certificate_id', e.gift_certificate_id) order by e.id) as items
      from ledger_entries e
      where e.ledger_transaction_id = t.id and e.account in ('tee_time', 'discount', 'gift_certificate')
        -- What a certificate was sold below its value is no discount code's.
        and (e.account <> 'discount' or e.golf_discount_id is not null)) i
    order by t.id desc`.execute(db);
  return rows.map(({ created_at, payment_id, items }) => ({
    created_at,
    payment_id,
    total: totalOf(items),
    transaction_items: items.map((item) => itemOf({ ...item, created_at })),
  }));
}

type Worded = Pick<Moving, 'kind' | 'account' | 'raw_amount' | 'serial' | 'card_last4'>;
function wordsOf({ kind, account, raw_amount, serial, card_last4 }: Worded): string {
  const isGiven = raw_amount > 0;
  const number = card_last4 === null ? '' : ` ${card_last4}`;
  if (kind === 'refund_failed') return `Refund to card${number} failed`;
  if (account === 'card') return isGiven ? `Card${number} charged` : `Refund to card${number}`;
  if (account === 'on_account') return isGiven ? 'On account, to be paid' : 'No longer owed';
  return isGiven ? `Gift certificate ${serial} spent` : `Back to gift certificate ${serial}`;
}

const totalOf = (items: { raw_amount: number }[]): string =>
  moneyText(items.reduce((sum, item) => sum - item.raw_amount, 0));

function itemOf(item: Item): TransactionItem {
  const ids = {
    tee_time: item.tee_time_id,
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
