import { sql, type RawBuilder } from 'kysely';
import type { LedgerEntries, LedgerTransactions } from '../../../server/database/tables.ts';
import type { Db } from '../../../server/process/context.ts';
import type { ImportActor } from '../kind.queries.ts';

type Account = LedgerEntries['account'];
type Posting = {
  kind: LedgerTransactions['kind'];
  table: 'gift_certificates' | 'tee_times';
  /** The ledger's column for the id of the imported record. */
  column: 'gift_certificate_id' | 'tee_time_id';
  /** The accounts that the ledger transaction debits (`from`) and credits (`to`). */
  from: Account;
  to: Account;
  /** SQL for the amount in cents, with the table as `t`. */
  cents: RawBuilder<unknown>;
};

/** Posts one ledger transaction for each of the `good` rows whose `cents` are not 0, dated as its record. */
export async function postImportedTransactions(
  db: Db,
  good: RawBuilder<unknown>,
  maker: ImportActor,
  posting: Posting,
): Promise<void> {
  const { kind, from, to, cents } = posting;
  const column = sql.ref(posting.column);
  // Fresh statistics let the planner join all the inserted rows at once, not one by one.
  await sql`analyze ${sql.table(posting.table)}`.execute(db);
  await sql`
    with posted as materialized (
      select t.id, t.created_at, ${cents} as cents from (${good}) r join ${sql.table(posting.table)} t on t.id = r.made_id
      where ${cents} <> 0),
    made as (
      insert into ledger_transactions (kind, ${column}, made_by, memo, created_at)
      select ${kind}, id, ${maker.name}, 'imported', created_at from posted order by id
      returning id, ${column} as of_id)
    insert into ledger_entries (ledger_transaction_id, account, raw_amount, ${column}, created_at)
    select m.id, e.account, e.cents, p.id, p.created_at from made m join posted p on p.id = m.of_id,
      lateral (values (${from}::text, p.cents), (${to}::text, -p.cents)) as e (account, cents)`.execute(db);
}
