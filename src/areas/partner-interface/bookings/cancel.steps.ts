import { Pending } from '../../../server/http/errors.ts';
import { PartnerRefused } from '../../../server/partners/refusals.ts';
import { cancel } from '../../tee-times/canceling/cancel.steps.ts';
import { CancellationResult } from '../../tee-times/tee-times.contract.ts';
import { fingerprintOf } from '../../operations/operations.queries.ts';
import type { Canceled } from '../partner-wire.contract.ts';
import { requireGrantedEver } from '../granted/granted.queries.ts';
import { unlessMade } from '../made-before.steps.ts';
import { telling } from '../telling.steps.ts';
import { officeText } from '../told.rules.ts';
import type { Asking } from './book.steps.ts';
import { findOwnBooking } from './own-bookings.queries.ts';

type Asked = { id: number; refund: 'none' | 'standard' };

/** Cancels a partner's own booking as the desk cancels: with the standard refund or none, and never against the course's word. */
export async function cancelOwn({ desk, partner, idempotencyKey: key }: Asking, { id, refund }: Asked) {
  const { course_id } = await findOwnBooking(desk.db, desk, { partner, id });
  const body = { id, cancel: true, refund: refund === 'standard', force_cancel: false };
  const intent = { kind: 'cancel', actor: partner, key, fingerprint: fingerprintOf(body) } as const;
  const result = await telling(async () => {
    const { made } = await unlessMade(desk.db, { intent, answer: CancellationResult }, () =>
      requireGrantedEver(desk.db, partner, { action: 'Cancel', course_id }),
    );
    return made ?? cancel({ desk, actor: partner, idempotencyKey: key, body });
  });
  if (result instanceof Pending) return result;
  return canceledOf(result, await findOwnBooking(desk.db, desk, { partner, id }));
}

/** What came of it: a refusal where the booking stands as before; a refund that the bank refused leaves it canceled. */
export function canceledOf(
  { valid, message, backend_message }: CancellationResult,
  { id, status, raw_refunded, refunded }: Omit<Canceled, 'message'>,
): Canceled {
  const said = [officeText(message), backend_message].filter(Boolean).join(' ');
  // Of a refund that was tried the bank's word is told beside it.
  const isCanceledNow = valid || (status === 'canceled' && backend_message !== undefined);
  if (!isCanceledNow) throw new PartnerRefused(409, 'not_cancelable', said);
  return { id, status, raw_refunded, refunded, message: said };
}
