import { sql, type Selectable } from 'kysely';
import { formatMoney } from '../../../contract/money.ts';
import type { Db, AppContext } from '../../../server/process/context.ts';
import type { TeeTimes } from '../../../server/database/tables.ts';
import { PREPARED } from '../../../server/database/prepared.ts';
import { transact } from '../../../server/database/transact.ts';
import { faultPoint } from '../../../server/process/fault-points.ts';
import { moveBalance } from '../../gift-certificates/balance/balance.queries.ts';
import type { TeeTimeMail } from '../../email-templates/email-templates.contract.ts';
import { queueTeeTimeMail } from '../../outbox/queue.steps.ts';
import { settleAttempt, teeTimeOf, type Attempt, type Settlement } from '../../payments/attempts.queries.ts';
import { failedCharge } from '../../payments/refused/refused.rules.ts';
import { audit } from '../../audit/audit.queries.ts';
import { bookingEntries, recordTransaction } from '../../payments/ledger.queries.ts';
import { settleOperation } from '../../operations/operations.queries.ts';
import { publishTeeTime } from '../../webhooks/publish.queries.ts';
import { WITHOUT_CARD, waitAgain } from '../../wait-list/leaving/leaving.queries.ts';
import type { Booked } from '../booking.contract.ts';
import { bookedAnswer } from '../booked.queries.ts';

type TeeTime = Selectable<TeeTimes>;
type Recorded = { operation_id: string; teeTime: TeeTime; attempt: Attempt | null };

/**
 * Step 3 of booking: once the gateway has answered, records all consequences together or not at all. Running twice is harmless: a
 * compare-and-set decides the attempt, and a later run changes nothing.
 */
export async function settleCharge(
  app: AppContext,
  attempt_id: string,
  settlement: Settlement,
): Promise<void> {
  await transact(app.db, async (db) => {
    const attempt = await settleAttempt(db, attempt_id, settlement);
    if (!attempt) return;
    const { operation_id } = attempt;
    const tee_time_id = teeTimeOf(attempt);
    if (settlement.state === 'succeeded') {
      const teeTime = await bookPending(db, tee_time_id, attempt);
      await recordBooking(db, app, { operation_id, teeTime, attempt });
    } else await failBooking(db, { operation_id, tee_time_id, attempt });
    faultPoint('booking.settling');
  });
}

const NEVER_CHARGED = 'The payment gateway never got this charge. Nothing was charged; please book again.';

// The same statement removes the cards that the customer left while waiting, because each is for one booking.
const bookPending = (db: Db, tee_time_id: number, attempt: Attempt): Promise<TeeTime> =>
  db
    .with('left', (to) =>
      to.updateTable('lost_leads').set(WITHOUT_CARD).where('tee_time_id', '=', tee_time_id),
    )
    .updateTable('tee_times')
    .set({
      state: 'booked',
      payment_id: attempt.payment_id ?? '',
      raw_paid: attempt.raw_amount,
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', tee_time_id)
    .where('state', '=', 'pending')
    .returningAll()
    .modifyEnd(PREPARED)
    .executeTakeFirstOrThrow();

/**
 * Records a booking in the caller's transaction: spends its hold, writes the ledger, receipts and audit entry. Returns the
 * answer.
 */
export async function recordBooking(
  db: Db,
  app: AppContext,
  { operation_id, teeTime: booked, attempt }: Recorded,
): Promise<Booked> {
  const tee_time_id = booked.id;
  // The agent may be somebody else: a booking of the public site counts for the partner's agent.
  const made_by = booked.updated_by ?? booked.agent;
  if (booked.raw_gift_certificate_amount > 0) await spendHold(db, operation_id);
  const kinds: TeeTimeMail[] = [];
  if (booked.should_email_customer) kinds.push('receipt');
  if (booked.should_email_course) kinds.push('course_receipt');
  // They do not depend on each other, so they are sent together.
  const [answer] = await Promise.all([
    settledAnswer(db, { operation_id, tee_time_id }),
    recordTransaction(
      db,
      {
        kind: 'booking',
        tee_time_id,
        operation_id,
        ...(attempt && { payment_attempt_id: attempt.id }),
        made_by,
      },
      bookingEntries(booked),
    ),
    kinds.length > 0 && queueTeeTimeMail(db, { operation_id, tee_time_id, kinds, settings: app.settings }),
    audit(db, {
      made_by,
      from: { operation_id },
      action: 'booked',
      subject: 'tee_time',
      subject_id: tee_time_id,
      after: { total: formatMoney(booked.raw_total), paid_by_card: booked.is_card },
    }),
    booked.api_user_id !== null && publishTeeTime(db, 'tee_time.booked', tee_time_id),
  ]);
  return answer;
}

async function settledAnswer(db: Db, of: { operation_id: string; tee_time_id: number }): Promise<Booked> {
  const answer = await bookedAnswer(db, of.tee_time_id);
  await settleOperation(db, of.operation_id, 200, answer);
  return answer;
}

async function spendHold(db: Db, operation_id: string): Promise<void> {
  const hold = await db
    .deleteFrom('certificate_holds')
    .where('operation_id', '=', operation_id)
    .returning(['gift_certificate_id', 'raw_amount'])
    .executeTakeFirst();
  if (hold) await moveBalance(db, hold.gift_certificate_id, -hold.raw_amount);
}

type Failed = { operation_id: string; tee_time_id: number; attempt: Attempt };

async function failBooking(db: Db, { operation_id, tee_time_id, attempt }: Failed): Promise<void> {
  const failed = await db
    .updateTable('tee_times')
    .set({ state: 'failed', updated_at: sql<string>`now()` })
    .where('id', '=', tee_time_id)
    .where('state', '=', 'pending')
    .returning(['agent', 'updated_by'])
    .executeTakeFirstOrThrow();
  await db.deleteFrom('certificate_holds').where('operation_id', '=', operation_id).execute();
  await waitAgain(db, tee_time_id);
  await audit(db, {
    made_by: failed.updated_by ?? failed.agent,
    from: { operation_id },
    action: `charge ${attempt.state}`,
    subject: 'tee_time',
    subject_id: tee_time_id,
    after: { reason: attempt.decline_reason ?? NEVER_CHARGED },
  });
  const answer = failedCharge(attempt, { amount: 'charge', otherwise: NEVER_CHARGED });
  await settleOperation(db, operation_id, 422, answer);
}
