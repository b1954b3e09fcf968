import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../server/process/context.ts';
import { audit } from '../../audit/audit.queries.ts';
import { createNotice } from '../../notices/notices.queries.ts';
import { findOperation } from '../../operations/operations.queries.ts';
import type { PaymentAttempt } from '../../payments/attempts.queries.ts';
import { recordTransaction } from '../../payments/ledger.queries.ts';
import type { DecidedOperation } from '../../payments/money-operation.steps.ts';
import { SECOND_LOOK_ABOVE_CENTS } from '../../payments/allocations/refunding.rules.ts';
import type { CertificateRefundAnswer } from '../selling/selling.contract.ts';
import { certificateRefundedText, largeCertificateRefundText } from './refund.texts.ts';

export const CertificateRefundPlan = z.object({ made_by: z.string() });
export type CertificateRefundPlan = z.infer<typeof CertificateRefundPlan>;
type Step = DecidedOperation<CertificateRefundPlan>;

/** Records the refund of a gift certificate: closes the certificate, and writes the ledger and the audit entry. */
export async function recordCertificateRefund(db: Db, step: Step): Promise<CertificateRefundAnswer> {
  const { operation_id, subject_id: gift_certificate_id, attempts } = step;
  const [attempt] = attempts;
  const made_by = await releaseRefundHold(db, step);
  const { raw_value, raw_price } = await lockWorth(db, gift_certificate_id);
  const message = certificateRefundedText(raw_price, await cardOf(db, attempt));
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
  if (raw_price > SECOND_LOOK_ABOVE_CENTS) await askForSecondLook(db, step, raw_price);
  return { id: gift_certificate_id, message, raw_back: raw_price };
}

async function askForSecondLook(db: Db, step: Step, raw_price: number): Promise<void> {
  const { operation_id, subject_id: gift_certificate_id, plan } = step;
  const { staff_user_id: caused_by } = await findOperation(db, operation_id);
  const message = largeCertificateRefundText(plan.made_by, raw_price);
  await createNotice(db, { kind: 'refund', message, tee_time_id: null, gift_certificate_id, caused_by });
}

/** Releases the hold of a failed refund, and returns the name of the person who requested it. */
export async function releaseRefundHold(db: Db, { operation_id, plan }: Step): Promise<string> {
  await db.deleteFrom('certificate_holds').where('operation_id', '=', operation_id).execute();
  return plan.made_by;
}

const lockWorth = (db: Db, id: number) =>
  db
    .selectFrom('gift_certificates')
    .select(['raw_value', 'raw_price'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();

async function cardOf(db: Db, attempt: PaymentAttempt | undefined): Promise<string | null> {
  const charge = await db
    .selectFrom('payment_attempts')
    .select('card_last4')
    .where('id', '=', attempt?.charge_attempt_id ?? null)
    .executeTakeFirst();
  return charge?.card_last4 ?? null;
}
