import { sql } from 'kysely';
import type { Db } from '../../server/process/context.ts';
import { PREPARED_STATEMENT_MARK } from '../../server/database/prepared.ts';
import type { LedgerEntries, LedgerTransactions } from '../../server/database/tables.ts';

type Account = LedgerEntries['account'];
/** An entry of a ledger transaction: a debit is positive, a credit negative, in cents. */
export type NewLedgerEntry = {
  account: Account;
  raw_amount: number;
  gift_certificate_id?: number | null;
  golf_discount_id?: number | null;
};
type Cause = {
  kind: LedgerTransactions['kind'];
  tee_time_id?: number;
  gift_certificate_id?: number;
  operation_id?: string;
  payment_attempt_id?: string;
  made_by: string;
  memo?: string;
};

/** Writes one transaction of the append-only ledger; entries of 0 are left out, and the rest must sum to zero. */
export async function recordTransaction(db: Db, cause: Cause, entries: NewLedgerEntry[]): Promise<void> {
  const kept = entries.filter((entry) => entry.raw_amount !== 0);
  const sum = kept.reduce((total, entry) => total + entry.raw_amount, 0);
  if (sum !== 0) throw new Error(`a ledger transaction is off by ${sum} cents`);
  if (kept.length === 0) return;
  await db
    .with('made', (to) => to.insertInto('ledger_transactions').values(cause).returning('id'))
    .insertInto('ledger_entries')
    .values(
      kept.map((entry) => ({
        ...entry,
        ledger_transaction_id: sql<number>`(select id from made)`,
        tee_time_id: cause.tee_time_id ?? null,
      })),
    )
    .modifyEnd(PREPARED_STATEMENT_MARK)
    .execute();
}

export type BookedPrice = {
  raw_charge: number;
  raw_rental_amount: number;
  raw_discount_amount: number;
  raw_gift_certificate_amount: number;
  raw_total: number;
  is_card: boolean;
  gift_certificate_id: number | null;
  golf_discount_id: number | null;
};

/**
 * Returns the ledger entries of a booking: what it earns, and who pays for it (discount, gift certificate, and the card or
 * the customer's account).
 */
export const bookingEntries = (price: BookedPrice): NewLedgerEntry[] => [
  { account: 'tee_time', raw_amount: -(price.raw_charge + price.raw_rental_amount) },
  { account: 'discount', raw_amount: price.raw_discount_amount, golf_discount_id: price.golf_discount_id },
  {
    account: 'gift_certificate',
    raw_amount: price.raw_gift_certificate_amount,
    gift_certificate_id: price.gift_certificate_id,
  },
  { account: price.is_card ? 'card' : 'on_account', raw_amount: price.raw_total },
];

/**
 * The changes of a tee time's price, by who pays them, in cents; a decrease is below 0. Card payments and refunds are
 * separate.
 */
export type PriceChangeByTender = {
  discount: number;
  on_account: number;
  certificate: number;
  gift_certificate_id: number | null;
  golf_discount_id: number | null;
};

export const priceChangeEntries = (by: PriceChangeByTender): NewLedgerEntry[] => [
  { account: 'tee_time', raw_amount: 0 - by.discount - by.certificate - by.on_account },
  { account: 'discount', raw_amount: by.discount, golf_discount_id: by.golf_discount_id },
  { account: 'gift_certificate', raw_amount: by.certificate, gift_certificate_id: by.gift_certificate_id },
  { account: 'on_account', raw_amount: by.on_account },
];

/** Returns the ledger entries for the card's share of a price change: the cents charged in addition, or below 0 refunded. */
export const cardChangeEntries = (cents: number): NewLedgerEntry[] => [
  { account: 'tee_time', raw_amount: 0 - cents },
  { account: 'card', raw_amount: cents },
];

/** Returns the ledger entries of a refund, which gives back what card and gift certificate paid. */
export const refundEntries = (refund: {
  card: number;
  certificate: number;
  gift_certificate_id: number | null;
}): NewLedgerEntry[] => [
  { account: 'tee_time', raw_amount: refund.card + refund.certificate },
  { account: 'card', raw_amount: -refund.card },
  {
    account: 'gift_certificate',
    raw_amount: -refund.certificate,
    gift_certificate_id: refund.gift_certificate_id,
  },
];

/**
 * SQL for the kind as which a ledger transaction `l` counts. A failed refund counts as a change if a price change
 * made it: the money is part of the price again, and was never refunded.
 */
const COUNTS_AS = `case when l.kind = 'refund_failed' and exists (select from payment_attempts p
    join operations o on o.id = p.operation_id where p.id = l.payment_attempt_id and o.kind = 'change')
  then 'change' else l.kind end`;

/**
 * SQL for the cents that were refunded to these tenders of a tee time, without failed refunds; `tee_time` is the SQL
 * for its id.
 */
export const refundedCentsSql = (
  tenders: readonly ('card' | 'gift_certificate')[],
  tee_time: string,
): string => `
  coalesce((select -sum(e.raw_amount) from ledger_entries e join ledger_transactions l on l.id = e.ledger_transaction_id
    where e.tee_time_id = ${tee_time} and e.account in (${tenders.map((tender) => `'${tender}'`).join()})
      and l.kind in ('refund', 'refund_failed') and ${COUNTS_AS} <> 'change'), 0)::bigint`;

/**
 * Returns what each tender paid for a tee time and got back, in cents, from the ledger. Amounts that a price change
 * charged or gave back are part of the price, so they count as paid; the sum that price changes gave back is returned
 * separately.
 */
export async function findTenderTotals(db: Db, tee_time_id: number) {
  const found = await sql<{
    account: Account;
    kind: string;
    cents: number;
    back: number;
  }>`${PREPARED_STATEMENT_MARK}
    select e.account, ${sql.raw(COUNTS_AS)} as kind, sum(e.raw_amount)::bigint as cents,
      coalesce(-sum(e.raw_amount) filter (where e.raw_amount < 0), 0)::bigint as back
    from ledger_entries e join ledger_transactions l on l.id = e.ledger_transaction_id
    where e.tee_time_id = ${tee_time_id} group by 1, 2`.execute(db);
  const of = (account: Account, kind: string) =>
    found.rows.find((row) => row.account === account && row.kind === kind);
  const cents = (account: Account, ...kinds: string[]) =>
    kinds.reduce((sum, kind) => sum + (of(account, kind)?.cents ?? 0), 0);
  return {
    cardPaidCents: cents('card', 'booking', 'change'),
    cardRefundedCents: 0 - cents('card', 'refund', 'refund_failed'),
    certificatePaidCents: cents('gift_certificate', 'booking', 'change'),
    certificateRefundedCents: 0 - cents('gift_certificate', 'refund'),
    onAccountCents: cents('on_account', 'booking', 'change', 'release'),
    changedBackCents: (of('card', 'change')?.back ?? 0) + (of('gift_certificate', 'change')?.back ?? 0),
  };
}
