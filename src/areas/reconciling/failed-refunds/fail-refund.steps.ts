import { sql } from 'kysely';
import type { Db, AppContext } from '../../../server/process/context.ts';
import { runTransaction } from '../../../server/database/transact.ts';
import { audit } from '../../audit/audit.queries.ts';
import { createNotice } from '../../notices/notices.queries.ts';
import { attemptAllocations, firstAllocatedRecord } from '../../payments/allocations/allocations.queries.ts';
import type { PaymentAttempt } from '../../payments/attempts.queries.ts';
import { recordTransaction } from '../../payments/ledger.queries.ts';
import { lockTeeTimeForCancel } from '../../tee-times/locks/tee-time-lock.queries.ts';
import { lookUpPayment } from '../reconciler.steps.ts';
import { failedRefundText, failedReversalText, certificateReopenedText } from './failed-refunds.texts.ts';
import { isLateChargeReversal, markRefundFailed } from './failed-refunds.queries.ts';

const MADE_BY = 'RIC';
const MEMO = 'Refund failed';

/**
 * Records, once, that a refund failed after the gateway had made it: in today's ledger, on the tee time or gift
 * certificate, and as a notice. The share that was refunded to a gift certificate stays there.
 */
async function failRefund(app: AppContext, id: string, reason: string): Promise<void> {
  await runTransaction(app.db, async (db) => {
    const failed = await markRefundFailed(db, id, reason);
    if (!failed) return;
    if (await isLateChargeReversal(db, failed)) {
      const { tee_time_id } = await firstAllocatedRecord(db, id);
      return createNotice(db, { kind: 'late_charge', message: failedReversalText(failed), tee_time_id });
    }
    for (const { tee_time_id, gift_certificate_id, raw_amount } of await attemptAllocations(db, id)) {
      const part = { ...failed, raw_amount };
      // oxlint-disable no-await-in-loop -- one transaction has one connection
      if (gift_certificate_id) await reopenCertificate(db, part, gift_certificate_id);
      else if (tee_time_id) await payAgain(db, part, tee_time_id);
      // oxlint-enable no-await-in-loop
    }
  });
}

/** Looks up a settled refund at the gateway and records if it failed. Returns true if the refund failed. */
export async function recordIfRefundFailed(app: AppContext, refund: PaymentAttempt): Promise<boolean> {
  const found = await lookUpPayment(app, refund);
  if (found?.state !== 'declined') return false;
  await failRefund(app, refund.id, found.reason);
  app.live.tell('tee_times', 'notices');
  return true;
}

const causeOf = ({ id, operation_id }: PaymentAttempt) =>
  ({ kind: 'refund_failed', payment_attempt_id: id, operation_id, made_by: MADE_BY, memo: MEMO }) as const;

/** Counts the card's part of a failed refund as paid again, so that it can be refunded again. */
async function payAgain(db: Db, failed: PaymentAttempt, tee_time_id: number): Promise<void> {
  const { raw_amount, decline_reason: reason, operation_id } = failed;
  await lockTeeTimeForCancel(db, tee_time_id);
  await recordTransaction(db, { ...causeOf(failed), tee_time_id }, [
    { account: 'tee_time', raw_amount: -raw_amount },
    { account: 'card', raw_amount },
  ]);
  await db
    .updateTable('tee_times')
    .set({
      raw_paid: sql<number>`raw_paid + ${raw_amount}::bigint`,
      updated_at: sql<string>`clock_timestamp()`,
      updated_by: MADE_BY,
    })
    .where('id', '=', tee_time_id)
    .execute();
  await audit(db, {
    made_by: MADE_BY,
    from: { operation_id },
    action: 'refund failed',
    subject: 'tee_time',
    subject_id: tee_time_id,
    after: { card: raw_amount, reason },
  });
  await createNotice(db, { kind: 'refund_failed', message: failedRefundText(failed), tee_time_id });
}

/** Makes a gift certificate valid again whose refund failed. */
async function reopenCertificate(db: Db, failed: PaymentAttempt, gift_certificate_id: number): Promise<void> {
  const { raw_amount: price, decline_reason: reason, operation_id } = failed;
  const { serial, raw_value } = await db
    .selectFrom('gift_certificates')
    .select(['serial', 'raw_value'])
    .where('id', '=', gift_certificate_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await recordTransaction(db, { ...causeOf(failed), gift_certificate_id }, [
    { account: 'card', raw_amount: price, gift_certificate_id },
    { account: 'discount', raw_amount: raw_value - price, gift_certificate_id },
    { account: 'gift_certificate', raw_amount: -raw_value, gift_certificate_id },
  ]);
  await db
    .updateTable('gift_certificates')
    .set({
      raw_price: price,
      raw_balance: raw_value,
      refunded_at: null,
      updated_at: sql<string>`clock_timestamp()`,
      updated_by: MADE_BY,
    })
    .where('id', '=', gift_certificate_id)
    .execute();
  await audit(db, {
    made_by: MADE_BY,
    from: { operation_id },
    action: 'refund failed',
    subject: 'gift_certificate',
    subject_id: gift_certificate_id,
    after: { card: price, reason },
  });
  const message = certificateReopenedText(failed, serial);
  await createNotice(db, { kind: 'refund_failed', message, tee_time_id: null, gift_certificate_id });
}
