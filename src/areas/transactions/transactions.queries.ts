import { sql, type RawBuilder } from 'kysely';
import { moneyText } from '../../contract/money.ts';
import type { Db } from '../../server/process/context.ts';
import { NotFound } from '../../server/http/errors.ts';
import type {
  OwnRecord,
  TeeTimeTransactions,
  TransactionItem,
  TransactionRecord,
} from './transactions.contract.ts';

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

/** A tee time's transactions as a view of its ledger entries: what was earned, and what was given away or back. */
export async function teeTimeRecord(db: Db, tee_time_id: number): Promise<TransactionRecord> {
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
  /** Of the card that was charged; null of a charge that was made before it was kept. */
  card_last4: string | null;
};

/** The same with what each tender gave and got back, in words. */
export async function teeTimeTransactions(db: Db, tee_time_id: number): Promise<TeeTimeTransactions> {
  const record = await teeTimeRecord(db, tee_time_id);
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

/** Every transaction that moved a certificate's balance, the newest first: its sale, what it paid and got back, adjustments. */
export async function certificateRecords(db: Db, id: number): Promise<OwnRecord[]> {
  const certificate = await db
    .selectFrom('gift_certificates')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!certificate) throw new NotFound('This gift certificate');
  const condition = sql<boolean>`m.account = 'gift_certificate' and m.gift_certificate_id = ${id}`;
  return recordsWith(db, condition, wordsOfBalance);
}

/** What each tee time that a discount was used on earned and gave away, the newest first. */
export async function discountRecords(db: Db, id: number): Promise<OwnRecord[]> {
  const discount = await db.selectFrom('discounts').select('id').where('id', '=', id).executeTakeFirst();
  if (!discount) throw new NotFound('This discount');
  return recordsWith(db, sql<boolean>`m.golf_discount_id = ${id}`, wordsOfDiscount);
}

type Moved = {
  created_at: string;
  payment_id: string;
  kind: string;
  memo: string;
  made_by: string;
  tee_time_id: number | null;
  /** `tee time 16103, Richard Gutierrez`; null where it is about no tee time. */
  round: string | null;
  raw_moved: number;
  items: Omit<Item, 'created_at'>[];
};

/** The transactions with an entry `m` that meets the condition, the newest first, each with what it earned, gave away and gave back. */
async function recordsWith(
  db: Db,
  condition: RawBuilder<boolean>,
  wordsOf: (moved: Moved) => string,
): Promise<OwnRecord[]> {
  const { rows } = await sql<Moved>`
    select t.created_at, t.kind, t.memo, t.made_by, t.tee_time_id, coalesce(r.payment_id, '') as payment_id, i.items,
      'tee time ' || r.id || ', ' || c.first_name || ' ' || c.last_name as round,
      (select -sum(m.raw_amount) from ledger_entries m where m.ledger_transaction_id = t.id and ${condition})::bigint
        as raw_moved
    from ledger_transactions t left join tee_times r on r.id = t.tee_time_id
    left join customers c on c.id = r.customer_id, lateral (
      select json_agg(json_build_object('account', e.account, 'raw_amount', e.raw_amount,
        'tee_time_id', e.tee_time_id, 'golf_discount_id', e.golf_discount_id,
        'gift_certificate_id', e.gift_certificate_id) order by e.id) as items
      from ledger_entries e
      where e.ledger_transaction_id = t.id and e.account in ('tee_time', 'discount', 'gift_certificate')) i
    where t.id in (select m.ledger_transaction_id from ledger_entries m where ${condition})
    order by t.id desc limit ${MOST_RECORDS}`.execute(db);
  return rows.map((row) => ({
    created_at: row.created_at,
    payment_id: row.payment_id,
    tee_time_id: row.tee_time_id,
    words: wordsOf(row),
    moved: moneyText(row.raw_moved),
    total: totalOf(row.items),
    transaction_items: row.items.map((item) => itemOf({ ...item, created_at: row.created_at })),
  }));
}

const wordsOfDiscount = ({ kind, round }: Moved): string =>
  kind === 'change' ? `Changed with ${round}` : `Taken off ${round}`;

/** What moved a certificate's balance. */
function wordsOfBalance({ kind, memo, made_by, round }: Moved): string {
  if (round !== null) return kind === 'booking' ? `Spent on ${round}` : `Back from ${round}`;
  if (memo !== '') return `${memo} by ${made_by}`;
  return kind === 'refund' ? 'Refunded' : 'Sold';
}

type Worded = Pick<Moving, 'account' | 'raw_amount' | 'serial' | 'card_last4'>;
function wordsOf({ account, raw_amount, serial, card_last4 }: Worded): string {
  const isGiven = raw_amount > 0;
  const number = card_last4 === null ? '' : ` ${card_last4}`;
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
