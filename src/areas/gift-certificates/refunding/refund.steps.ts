import { RejectedByRule } from '../../../server/http/errors.ts';
import type { CallContext, Db, Staff } from '../../../server/process/context.ts';
import { dieAtFaultPoint } from '../../../server/process/fault-points.ts';
import { lockUnchanged } from '../../../server/records/optimistic-lock.ts';
import { requestFingerprint, storePlan } from '../../operations/operations.queries.ts';
import { newChargeRefund } from '../../payments/allocations/allocations.queries.ts';
import {
  MoneyOperation,
  type BegunOperation,
  type MoneyRequest,
} from '../../payments/money-operation.steps.ts';
import { CertificateRefundAnswer } from '../selling/selling.contract.ts';
import { findRefundableCertificate } from './refundable.queries.ts';
import { REFUND_NEVER_RECEIVED_TEXT, certificateNotRefundedText } from './refund.texts.ts';
import { recordCertificateRefund, CertificateRefundPlan, releaseRefundHold } from './settle-refund.steps.ts';

type RefundInput = MoneyRequest & {
  actor: Staff;
  body: { id: number; updated_at?: string | null | undefined };
};

/**
 * The money operation that refunds the price of an unspent gift certificate to the card that paid for it, and closes it.
 * Until it is settled, the refund holds the whole balance, so that nobody can spend it.
 */
export const CERTIFICATE_REFUND_OPERATION = new MoneyOperation<
  RefundInput,
  CertificateRefundPlan,
  CertificateRefundAnswer
>({
  kind: 'certificate_refund',
  subject: 'gift_certificate',
  points: { claimed: 'certificate_refund.claimed', settling: 'certificate_refund.settling' },
  answer: CertificateRefundAnswer,
  plan: CertificateRefundPlan,
  begin: beginRefund,
  record: recordCertificateRefund,
  failed: {
    neverArrived: REFUND_NEVER_RECEIVED_TEXT,
    action: 'did not refund',
    answer: (_, reason) => ({ message: certificateNotRefundedText(reason) }),
    release: releaseRefundHold,
  },
  chargedFor: null,
});

type RefundRequest = Pick<CallContext, 'app' | 'staff' | 'idempotencyKey'> & Pick<RefundInput, 'body'>;
/** Refunds a gift certificate by the payment protocol (docs/algorithms/payments.md). */
export const refundCertificate = ({ app, staff, body, idempotencyKey: key }: RefundRequest) =>
  CERTIFICATE_REFUND_OPERATION.run({
    app,
    actor: staff,
    key,
    fingerprint: requestFingerprint({ id: body.id }),
    body,
  });

/** Locks the gift certificate and holds its balance. A certificate that cost nothing is closed here. */
async function beginRefund(
  db: Db,
  { app, actor: staff, body: { id, updated_at } }: RefundInput,
  operation_id: string,
): Promise<BegunOperation<CertificateRefundAnswer>> {
  await lockUnchanged(db, 'gift_certificates', id, updated_at);
  // A separate statement sees what was committed while the lock was waited for.
  const { refusal, row, charge } = await findRefundableCertificate(db, { app, staff, id });
  if (refusal !== null) throw new RejectedByRule(refusal);
  const plan = { made_by: staff.name };
  await storePlan(db, operation_id, plan, { gift_certificate_id: id });
  await db
    .insertInto('certificate_holds')
    .values({ operation_id, gift_certificate_id: id, raw_amount: row.balance })
    .execute();
  dieAtFaultPoint('certificate_refund.claiming');
  if (charge) return { refunds: [newChargeRefund(charge, row.price)] };
  const step = { app, operation_id, subject_id: id, plan, attempts: [] };
  return { answer: await recordCertificateRefund(db, step) };
}
