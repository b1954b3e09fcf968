import { randomUUID } from 'node:crypto';
import { Refused } from '../../../server/http/errors.ts';
import { forSettling } from '../../../server/process/app-context.ts';
import type { Context, Db } from '../../../server/process/context.ts';
import { faultPoint } from '../../../server/process/fault-points.ts';
import { lockUnchanged } from '../../../server/records/optimistic-lock.ts';
import {
  answerOf,
  claiming,
  claimOperation,
  findOperation,
  fingerprintOf,
  pendingAnswer,
  type Operation,
} from '../../operations/operations.queries.ts';
import { insertAttempt, type Attempt } from '../../payments/attempts.queries.ts';
import { sendRefund } from '../../payments/send.steps.ts';
import { RefundAnswer } from '../selling/selling.contract.ts';
import { findRefundable } from './refundable.queries.ts';
import { recordCertificateRefund, settleCertificateRefund } from './settle-refund.steps.ts';

type RefundCertificateInput = Pick<Context, 'app' | 'staff' | 'idempotencyKey'> & {
  body: { id: number; updated_at?: string | null | undefined };
};
type Claimed = { operation: Operation } | { operation_id: string; refund: Attempt };

/**
 * Refunds the price of an unspent certificate to the card that paid it, and closes it, by the payment protocol
 * (docs/algorithms/payments.md). Until it is settled the refund holds all of the certificate, so that nobody can spend it
 * concurrently.
 */
export async function refundCertificate(input: RefundCertificateInput) {
  const { app } = input;
  const claimed = await claiming(app.db, (db) => claimRefund(db, input));
  if ('operation' in claimed) return answerOf(claimed.operation, RefundAnswer);
  faultPoint('certificate_refund.claimed');
  const { operation_id: id, refund } = claimed;
  const settling = forSettling(app);
  try {
    await sendRefund(settling, refund, settleCertificateRefund);
    return answerOf(await findOperation(settling.db, id), RefundAnswer);
  } catch (error) {
    return pendingAnswer(error, id, 'certificate_refund');
  }
}

/** Step 1, in one transaction: claims the key, locks and holds the certificate, and records the refund before it is sent. */
async function claimRefund(
  db: Db,
  { app, staff, body, idempotencyKey: key }: RefundCertificateInput,
): Promise<Claimed> {
  const { id } = body;
  const fingerprint = fingerprintOf({ id });
  const claim = await claimOperation(db, { kind: 'certificate_refund', actor: staff, key, fingerprint });
  if (!claim.isNew) return { operation: claim.operation };
  const operation_id = claim.id;
  await lockUnchanged(db, 'gift_certificates', id, body.updated_at);
  // A separate statement sees what was committed while it waited for the lock.
  const { refusal, row, charge } = await findRefundable(db, { app, staff, id });
  if (refusal !== null) throw new Refused(refusal);
  const plan = JSON.stringify({ made_by: staff.name });
  await db
    .updateTable('operations')
    .set({ gift_certificate_id: id, plan })
    .where('id', '=', operation_id)
    .execute();
  await db
    .insertInto('certificate_holds')
    .values({ operation_id, gift_certificate_id: id, raw_amount: row.balance })
    .execute();
  faultPoint('certificate_refund.claiming');
  if (!charge) {
    await recordCertificateRefund(db, { operation_id, gift_certificate_id: id, attempt: null });
    return { operation: await findOperation(db, operation_id) };
  }
  const refund = await insertAttempt(db, {
    id: randomUUID(),
    operation_id,
    gift_certificate_id: id,
    kind: 'refund',
    gateway: charge.gateway,
    gateway_account: charge.gateway_account,
    raw_amount: row.price,
    charge_attempt_id: charge.id,
    leaseMs: app.settings.reconcileLeaseMs,
  });
  return { operation_id, refund };
}
