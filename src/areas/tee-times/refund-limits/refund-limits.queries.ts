import type { Db, AppContext } from '../../../server/process/context.ts';
import { createNotice } from '../../notices/notices.queries.ts';
import { findOperation } from '../../operations/operations.queries.ts';
import { findTenderTotals } from '../../payments/ledger.queries.ts';
import { SECOND_LOOK_ABOVE_CENTS } from '../../payments/allocations/refunding.rules.ts';
import { centsWithoutApproval } from './refund-limits.rules.ts';
import { largeRefundText } from './second-look.texts.ts';

/**
 * Returns the cents of a tee time that may still be refunded without an approval, or null if any amount may. Refunds
 * and the amounts that price changes gave back count together.
 */
export const centsWithoutApprovalLeft = (app: AppContext, tenders: Moved): number | null =>
  centsWithoutApproval(app.settings.refundApprovalAbove, wentBack(tenders));

type Moved = Awaited<ReturnType<typeof findTenderTotals>>;
const wentBack = ({ cardRefundedCents, certificateRefundedCents, changedBackCents }: Moved): number =>
  cardRefundedCents + certificateRefundedCents + changedBackCents;

type Refunded = { operation_id: string; tee_time_id: number; staff: string; refunded: number };

/**
 * Notifies everybody but the person who refunded if the refunds of a tee time are so large that a second person has
 * to check them.
 */
export async function notifySecondLook(db: Db, { operation_id, tee_time_id, staff, refunded }: Refunded) {
  const whole = wentBack(await findTenderTotals(db, tee_time_id));
  if (whole <= SECOND_LOOK_ABOVE_CENTS) return;
  const { staff_user_id: caused_by } = await findOperation(db, operation_id);
  const message = largeRefundText(staff, { refunded, whole });
  await createNotice(db, { kind: 'refund', message, tee_time_id, caused_by });
}
