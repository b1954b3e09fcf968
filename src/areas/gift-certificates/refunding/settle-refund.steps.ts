import { sql } from 'kysely';
import { z } from 'zod';
import { transact } from '../../../server/database/transact.ts';
import type { Db, AppContext } from '../../../server/process/context.ts';
import { faultPoint } from '../../../server/process/fault-points.ts';
import { audit } from '../../audit/audit.queries.ts';
import { notify } from '../../notices/notices.queries.ts';
import { findOperation, settleOperation } from '../../operations/operations.queries.ts';
import { settleAttempt, type Attempt, type Settlement } from '../../payments/attempts.queries.ts';
import { recordTransaction } from '../../payments/ledger.queries.ts';
import { SECOND_LOOK_ABOVE } from '../../payments/refunding.rules.ts';
import { NEVER_REFUNDED, notRefundedText, refundedText, secondLookText } from './refund.texts.ts';

const RefundPlan = z.object({ made_by: z.string() });

/** Step 3 of a certificate's refund: records the consequences once the gateway has answered; running twice is harmless. */
export async function settleCertificateRefund(
  app: AppContext,
  attempt_id: string,
  settlement: Settlement,
): Promise<void> {
  await transact(app.db, async (db) => {
    const attempt = await settleAttempt(db, attempt_id, settlement);
    if (!attempt) return;
    const { operation_id, gift_certificate_id } = attempt;
    if (gift_certificate_id === null) throw new Error(`refund ${attempt.id} is of no gift certificate`);
    const step = { operation_id, gift_certificate_id, attempt };
    if (attempt.state === 'succeeded') await recordCertificateRefund(db, step);
    else await failRefund(db, step);
    faultPoint('certificate_refund.settling');
  });
}

type Step = { operation_id: string; gift_certificate_id: number; attempt: Attempt | null };

/** Records a refund in the caller's transaction: closes the certificate, writes ledger and audit entry, and settles the answer. */
export async function recordCertificateRefund(db: Db, step: Step): Promise<void> {
  const { operation_id, gift_certificate_id, attempt } = step;
  const made_by = await release(db, step);
  const before = await lockWorth(db, gift_certificate_id);
  const { raw_value, raw_price } = before;
  const message = refundedText(raw_price, await cardOf(db, attempt));
  const answer = { id: gift_certificate_id, message, raw_back: raw_price };
  if (!(await settleOperation(db, operation_id, 200, answer))) return;
  await recordTransaction(
    db,
    {
      kind: 'refund',
      gift_certificate_id,
      operation_id,
      made_by,
      memo: 'Refunded',
      ...(attempt && { payment_attempt_id: attempt.id }),
    },
    [
      { account: 'card', raw_amount: -raw_price, gift_certificate_id },
      { account: 'discount', raw_amount: raw_price - raw_value, gift_certificate_id },
      { account: 'gift_certificate', raw_amount: raw_value, gift_certificate_id },
    ],
  );
  await db
    .updateTable('gift_certificates')
    .set({
      raw_price: 0,
      raw_balance: 0,
      refunded_at: sql<string>`now()`,
      updated_at: sql<string>`clock_timestamp()`,
      updated_by: made_by,
    })
    .where('id', '=', gift_certificate_id)
    .execute();
  await audit(db, {
    made_by,
    from: { operation_id },
    action: 'refunded',
    subject: 'gift_certificate',
    subject_id: gift_certificate_id,
    after: { card: raw_price },
  });
  if (raw_price > SECOND_LOOK_ABOVE) await askForSecondLook(db, step, { made_by, raw_price });
}

async function askForSecondLook(
  db: Db,
  { operation_id, gift_certificate_id }: Step,
  { made_by, raw_price }: { made_by: string; raw_price: number },
): Promise<void> {
  const { staff_user_id: caused_by } = await findOperation(db, operation_id);
  const message = secondLookText(made_by, raw_price);
  await notify(db, { kind: 'refund', message, tee_time_id: null, gift_certificate_id, caused_by });
}

/** Records a failed refund: nothing went back, so the certificate is unchanged. */
async function failRefund(db: Db, step: Step): Promise<void> {
  const { operation_id, gift_certificate_id, attempt } = step;
  const made_by = await release(db, step);
  const reason = attempt?.decline_reason ?? NEVER_REFUNDED;
  if (!(await settleOperation(db, operation_id, 422, { message: notRefundedText(reason) }))) return;
  await audit(db, {
    made_by,
    from: { operation_id },
    action: 'did not refund',
    subject: 'gift_certificate',
    subject_id: gift_certificate_id,
    after: { reason },
  });
}

/** Releases the hold, and returns who asked for the refund. */
async function release(db: Db, { operation_id }: Step): Promise<string> {
  await db.deleteFrom('certificate_holds').where('operation_id', '=', operation_id).execute();
  return RefundPlan.parse((await findOperation(db, operation_id)).plan).made_by;
}

const lockWorth = (db: Db, id: number) =>
  db
    .selectFrom('gift_certificates')
    .select(['raw_value', 'raw_price'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();

async function cardOf(db: Db, attempt: Attempt | null): Promise<string | null> {
  const charge = await db
    .selectFrom('payment_attempts')
    .select('card_last4')
    .where('id', '=', attempt?.charge_attempt_id ?? null)
    .executeTakeFirst();
  return charge?.card_last4 ?? null;
}
