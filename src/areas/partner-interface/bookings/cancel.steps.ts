import { PendingAnswer } from '../../../server/http/errors.ts';
import { PartnerRejected } from '../../../server/partners/rejections.ts';
import { cancelTeeTime } from '../../tee-times/canceling/cancel.steps.ts';
import { CancellationResult } from '../../tee-times/tee-times.contract.ts';
import { requestFingerprint } from '../../operations/operations.queries.ts';
import type { PartnerCancellation } from '../partner-wire.contract.ts';
import { requireGrantForBooking } from '../granted/granted.queries.ts';
import { checkOrReplayAnswer } from '../made-before.steps.ts';
import { withPartnerErrors } from '../partner-errors.steps.ts';
import type { PartnerRequest } from './book.steps.ts';
import { findOwnBooking } from './own-bookings.queries.ts';

type CancelOwnInput = { id: number; refund: 'none' | 'standard' };

/**
 * Cancels a partner's own booking as staff cancel it, with the standard refund or none, but never if the course's system refuses.
 */
export async function cancelPartnerBooking(
  { app, partner, idempotencyKey: key }: PartnerRequest,
  { id, refund }: CancelOwnInput,
) {
  const { course_id } = await findOwnBooking(app.db, app, { partner, id });
  const body = { id, cancel: true, refund: refund === 'standard', force_cancel: false };
  const intent = { kind: 'cancel', actor: partner, key, fingerprint: requestFingerprint(body) } as const;
  const result = await withPartnerErrors(async () => {
    const { made } = await checkOrReplayAnswer(app.db, { intent, answer: CancellationResult }, () =>
      requireGrantForBooking(app.db, partner, { action: 'Cancel', course_id }),
    );
    return made ?? cancelTeeTime({ app, actor: partner, idempotencyKey: key, body });
  });
  if (result instanceof PendingAnswer) return result;
  return partnerCancellation(result, await findOwnBooking(app.db, app, { partner, id }));
}

/**
 * Returns the answer to a partner who canceled a booking. Throws PartnerRejected if the booking was not canceled; a booking whose
 * refund the bank declined is canceled.
 */
export function partnerCancellation(
  { valid, message, backend_message }: CancellationResult,
  { id, status, raw_refunded, refunded }: Omit<PartnerCancellation, 'message'>,
): PartnerCancellation {
  const messages = [message, backend_message].filter(Boolean).join(' ');
  // The result contains the bank's message only if a refund was attempted, which happens after the cancellation.
  const isCanceledNow = valid || (status === 'canceled' && backend_message !== undefined);
  if (!isCanceledNow) throw new PartnerRejected(409, 'not_cancelable', messages);
  return { id, status, raw_refunded, refunded, message: messages };
}
