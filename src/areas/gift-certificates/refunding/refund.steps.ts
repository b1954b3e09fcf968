import { Refused } from '../../../server/http/errors.ts';
import type { Context, Db, Staff } from '../../../server/process/context.ts';
import { faultPoint } from '../../../server/process/fault-points.ts';
import { lockUnchanged } from '../../../server/records/optimistic-lock.ts';
import { fingerprintOf, storePlan } from '../../operations/operations.queries.ts';
import { refundOf } from '../../payments/allocations/allocations.queries.ts';
import { MoneyOperation, type Begun, type MoneyRequest } from '../../payments/money-operation.steps.ts';
import { RefundAnswer } from '../selling/selling.contract.ts';
import { findRefundable } from './refundable.queries.ts';
import { NEVER_REFUNDED, notRefundedText } from './refund.texts.ts';
import { recordCertificateRefund, RefundPlan, releaseHold } from './settle-refund.steps.ts';

type RefundInput = MoneyRequest & {
  actor: Staff;
  body: { id: number; updated_at?: string | null | undefined };
};

/**
 * The money operation that refunds the price of an unspent gift certificate to the card that paid for it, and closes it.
 * Until it is settled, the refund holds the whole balance, so that nobody can spend it.
 */
export const CERTIFICATE_REFUND = new MoneyOperation<RefundInput, RefundPlan, RefundAnswer>({
  kind: 'certificate_refund',
  subject: 'gift_certificate',
  points: { claimed: 'certificate_refund.claimed', settling: 'certificate_refund.settling' },
  answer: RefundAnswer,
  plan: RefundPlan,
  begin: beginRefund,
  record: recordCertificateRefund,
  failed: {
    neverArrived: NEVER_REFUNDED,
    action: 'did not refund',
    answer: (_, reason) => ({ message: notRefundedText(reason) }),
    release: releaseHold,
  },
  chargedFor: null,
});

type RefundRequest = Pick<Context, 'app' | 'staff' | 'idempotencyKey'> & Pick<RefundInput, 'body'>;
/** Refunds a gift certificate by the payment protocol (docs/algorithms/payments.md). */
export const refundCertificate = ({ app, staff, body, idempotencyKey: key }: RefundRequest) =>
  CERTIFICATE_REFUND.run({ app, actor: staff, key, fingerprint: fingerprintOf({ id: body.id }), body });

/** Locks the gift certificate and holds its balance. A certificate that cost nothing is closed here. */
async function beginRefund(
  db: Db,
  { app, actor: staff, body: { id, updated_at } }: RefundInput,
  operation_id: string,
): Promise<Begun<RefundAnswer>> {
  await lockUnchanged(db, 'gift_certificates', id, updated_at);
  // A separate statement sees what was committed while the lock was waited for.
  const { refusal, row, charge } = await findRefundable(db, { app, staff, id });
  if (refusal !== null) throw new Refused(refusal);
  const plan = { made_by: staff.name };
  await storePlan(db, operation_id, plan, { gift_certificate_id: id });
  await db
    .insertInto('certificate_holds')
    .values({ operation_id, gift_certificate_id: id, raw_amount: row.balance })
    .execute();
  faultPoint('certificate_refund.claiming');
  if (charge) return { refunds: [refundOf(charge, row.price)] };
  const step = { app, operation_id, subject_id: id, plan, attempts: [] };
  return { answer: await recordCertificateRefund(db, step) };
}
