import { sql } from 'kysely';
import type { AppContext } from '../../server/process/context.ts';
import { startTimer, type RepeatingTimer } from '../../server/process/timer.ts';
import { checkSalesSums } from '../sales/sales-check.steps.ts';
import { lookUpPayment } from './reconciler.steps.ts';
import { createNoticeOnce } from '../notices/notices.queries.ts';
import { gatewayProblems } from './gateway-book.steps.ts';
import { ledgerProblems } from './ledger-check.queries.ts';

const KNOWN_SECONDS = 60;

/**
 * Returns the problems of the first half of check 7: attempts that have been open for more than 60 s although the
 * gateway knows their outcome.
 */
export async function knownOutcomeProblems(app: AppContext): Promise<string[]> {
  const open = await app.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('state', 'in', ['created', 'unknown'])
    .where('sent_at', '<', sql<string>`now() - make_interval(secs => ${KNOWN_SECONDS})`)
    .orderBy('created_at')
    .limit(20)
    .execute();
  const problems: string[] = [];
  for (const attempt of open) {
    const known = await lookUpPayment(app, attempt);
    if (known?.state === 'succeeded' || known?.state === 'declined')
      problems.push(
        `check_7: attempt ${attempt.id} is ${attempt.state} here, but ${known.state} at the gateway`,
      );
  }
  return problems;
}

/** Starts the job that checks the ledger every ten minutes. Staff get a notice on Home, once per problem. */
export const startLedgerCheck = (app: AppContext): RepeatingTimer =>
  startTimer(app.settings.ledgerCheckEveryMs, 'ledger check', async () => {
    const found = [
      await ledgerProblems(app.db),
      await knownOutcomeProblems(app),
      await gatewayProblems(app),
      await checkSalesSums(app),
    ];
    for (const problem of found.flat()) {
      const message = `The books do not agree. Please escalate. ${problem}`;
      const isNew = await createNoticeOnce(app.db, { kind: 'ledger', message, tee_time_id: null });
      if (isNew) app.live.tell('notices');
    }
  });
