import { sql } from 'kysely';
import type { Db, Desk } from '../../server/process/context.ts';
import { every, type Timer } from '../../server/process/timer.ts';
import { notify } from './audit.queries.ts';
import { lookUp } from './reconciler.ts';

/** The views of db/migrations/0002_checks.sql; each is empty, or something is wrong. */
const VIEWS = [
  'check_1_transactions_balance',
  'check_2_certificates',
  'check_3_tenders',
  'check_4_totals',
  'check_5_charges',
  'check_7_open_attempts',
  'check_8_holds',
  'check_9_outbox',
] as const;

/** A payment in the gateway's own book, in cents. */
export type BookedPayment = { reference: string; raw_amount: number };

/** Everything that should never be, a line each; empty when all is well. */
export async function ledgerProblems(
  db: Db,
  book?: { charges: BookedPayment[]; refunds: BookedPayment[] },
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

// 6. The gateway's book and ours agree by reference and amount.
async function bookProblems(
  db: Db,
  book: { charges: BookedPayment[]; refunds: BookedPayment[] },
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

const KNOWN_SECONDS = 60;

/** The first half of check 7: what has been open for more than 60 s although the gateway knows what became of it. */
export async function knownButOpen(desk: Desk): Promise<string[]> {
  const open = await desk.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('state', 'in', ['created', 'unknown'])
    .where('sent_at', '<', sql<string>`now() - make_interval(secs => ${KNOWN_SECONDS})`)
    .orderBy('created_at')
    .limit(20)
    .execute();
  const problems: string[] = [];
  for (const attempt of open) {
    const known = await lookUp(desk, attempt);
    if (known?.state === 'succeeded' || known?.state === 'declined')
      problems.push(
        `check_7: attempt ${attempt.id} is ${attempt.state} here, but ${known.state} at the gateway`,
      );
  }
  return problems;
}

/** Checks the ledger every ten minutes and tells staff on the home screen, once per finding. */
export const startLedgerCheck = (desk: Desk): Timer =>
  every(desk.settings.ledgerCheckEveryMs, 'ledger check', async () => {
    for (const problem of [...(await ledgerProblems(desk.db)), ...(await knownButOpen(desk))]) {
      const message = `The books do not agree. Please escalate. ${problem}`;
      const known = await desk.db
        .selectFrom('notices')
        .select('id')
        .where('message', '=', message)
        .executeTakeFirst();
      if (!known) await notify(desk.db, { kind: 'ledger', message, tee_time_id: null });
    }
  });
