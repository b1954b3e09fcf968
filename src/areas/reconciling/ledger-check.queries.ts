import { sql } from 'kysely';
import type { Db } from '../../server/process/context.ts';
/** The database views of db/migrations/0002_checks.sql; each view is empty unless something is wrong. */
const VIEWS = [
  'check_1_transactions_balance',
  'check_2_certificates',
  'check_3_tenders',
  'check_4_totals',
  'check_5_charges',
  'check_7_open_attempts',
  'check_8_holds',
  'check_9_outbox',
  'check_12_prices',
  'check_13_given_back',
  'check_14_certificate_sales',
  'check_15_closed_certificates',
  'check_16_failed_refunds',
  'check_17_allocations',
] as const;

/** A payment in the gateway's own list, in cents. */
export type GatewayPayment = { reference: string; raw_amount: number };

/** Returns a line for each violated check of the ledger; empty if all checks pass. */
export async function ledgerProblems(
  db: Db,
  book?: { charges: GatewayPayment[]; refunds: GatewayPayment[] },
): Promise<string[]> {
  const problems: string[] = [];
  for (const view of VIEWS) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(view)} limit 20`.execute(
      db,
    );
    problems.push(...rows.map((row) => `${view}: ${JSON.stringify(row)}`));
  }
  if (book) problems.push(...(await bookProblems(db, book)));
  return problems;
}

// Check 6: the gateway and RIC list the same payments by reference and amount.
async function bookProblems(
  db: Db,
  book: { charges: GatewayPayment[]; refunds: GatewayPayment[] },
): Promise<string[]> {
  const ours = await db
    .selectFrom('payment_attempts')
    .select(['id', 'kind', 'raw_amount'])
    .where('state', 'in', ['succeeded', 'reversed'])
    .execute();
  const key = (kind: string, reference: string, cents: number) => `${kind} ${reference} of ${cents} cents`;
  const here = new Set(ours.map((attempt) => key(attempt.kind, attempt.id, attempt.raw_amount)));
  const there = new Set([
    ...book.charges.map((charge) => key('charge', charge.reference, charge.raw_amount)),
    ...book.refunds.map((refund) => key('refund', refund.reference, refund.raw_amount)),
  ]);
  return [
    ...[...here].filter((one) => !there.has(one)).map((one) => `check_6: the gateway has no ${one}`),
    ...[...there].filter((one) => !here.has(one)).map((one) => `check_6: we have no ${one}`),
  ];
}
