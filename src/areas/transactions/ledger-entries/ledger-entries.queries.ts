import { sql, type RawBuilder } from 'kysely';
import { moneyText } from '../../../contract/money.ts';
import { onlyRow } from '../../../server/database/only-row.ts';
import type { Db } from '../../../server/process/context.ts';
import {
  ENTRIES_PER_PAGE,
  type RecordLedgerEntry,
  type LedgerEntriesPage,
} from './ledger-entries.contract.ts';
import { requireCertificate, requireDiscount } from '../transactions.queries.ts';
import { describeBalanceChange, describePayment, type TeeTimePayment } from './ledger-entries.rules.ts';

/** Returns a page of a gift certificate's ledger entries, each with the balance after it. */
export async function certificateLedgerEntries(db: Db, id: number, page: number): Promise<LedgerEntriesPage> {
  await requireCertificate(db, id);
  const condition = sql<boolean>`m.gift_certificate_id = ${id} and m.account = 'gift_certificate'`;
  // The balance after an entry is the sum of all entries up to it: those older than the page, and then those of the
  // page.
  const left = sql<number>`(-(sum(p.raw_amount) over (order by p.id) + (select coalesce(sum(m.raw_amount), 0)
    from ledger_entries m where ${condition} and m.id < (select min(id) from page))))::bigint`;
  return movesWith(db, { condition, left, page }, describeBalanceChange);
}

/** Returns a page of a discount's ledger entries: the tee times whose price it reduced. */
export async function discountLedgerEntries(db: Db, id: number, page: number): Promise<LedgerEntriesPage> {
  await requireDiscount(db, id);
  const filter = { condition: sql<boolean>`m.golf_discount_id = ${id}`, left: sql<null>`null`, page };
  return movesWith(db, filter, ({ kind, round }) =>
    kind === 'change' ? `Changed with ${round}` : `Taken off ${round}`,
  );
}

type Moved = TeeTimePayment & {
  created_at: string;
  raw_moved: number;
  raw_left: number | null;
  kind: string;
  memo: string;
  made_by: string;
  tee_time_id: number | null;
  /** The tee time and its customer, `tee time 16103, Richard Gutierrez`; null if the entry belongs to no tee time. */
  round: string | null;
  course_name: string;
  play_date: string;
  is_canceled: boolean;
};
type LedgerEntriesQuery = {
  /** The SQL condition on the ledger entries, which have the alias `m`. */
  condition: RawBuilder<boolean>;
  /** SQL for the balance after an entry, which has the alias `p`. */
  left: RawBuilder<number | null>;
  page: number;
};

// The page's thirty entries are found in the index of the discount or gift certificate alone, and only these are
// joined, so that a deep page stays fast.
async function movesWith(
  db: Db,
  { condition, left, page }: LedgerEntriesQuery,
  wordsOf: (moved: Moved) => string,
): Promise<LedgerEntriesPage> {
  const { rows } = await sql<Moved>`
    with page as materialized (
      select m.id, m.raw_amount from ledger_entries m where ${condition}
      order by m.id desc limit ${ENTRIES_PER_PAGE} offset ${(page - 1) * ENTRIES_PER_PAGE})
    select t.created_at, -p.raw_amount as raw_moved, ${left} as raw_left, t.kind, t.memo, t.made_by, t.tee_time_id,
      'tee time ' || r.id || ', ' || c.first_name || ' ' || c.last_name as round,
      k.course_name, r.play_date, r.state = 'canceled' as is_canceled,
      r.raw_total, r.raw_open, r.is_card, r.raw_gift_certificate_amount, g.serial,
      (select string_agg(distinct a.card_last4, ' and ')
        from payment_allocations l join payment_attempts a on a.id = l.payment_attempt_id
        where l.tee_time_id = r.id and a.kind = 'charge' and a.state = 'succeeded') as card_last4
    from page p join ledger_entries e on e.id = p.id join ledger_transactions t on t.id = e.ledger_transaction_id
    left join tee_times r on r.id = t.tee_time_id left join customers c on c.id = r.customer_id
    left join courses k on k.id = r.course_id left join gift_certificates g on g.id = r.gift_certificate_id
    order by p.id desc`.execute(db);
  const whole = await sql<{ count: number; raw_total: number }>`
    select count(*) as count, coalesce(-sum(m.raw_amount), 0)::bigint as raw_total
    from ledger_entries m where ${condition}`.execute(db);
  const { count, raw_total } = onlyRow(whole);
  return { moves: rows.map((row) => moveOf(row, wordsOf(row))), count, total: moneyText(raw_total) };
}

function moveOf(moved: Moved, words: string): RecordLedgerEntry {
  const { created_at, raw_moved, raw_left, tee_time_id, course_name, play_date, is_canceled } = moved;
  return {
    created_at,
    words,
    moved: moneyText(raw_moved),
    balance: raw_left === null ? null : moneyText(raw_left),
    round:
      tee_time_id === null
        ? null
        : { tee_time_id, course_name, play_date, is_canceled, paid_by: describePayment(moved) },
  };
}
