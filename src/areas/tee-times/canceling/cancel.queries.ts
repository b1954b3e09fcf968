import type { Db, AppContext } from '../../../server/process/context.ts';
import { refundableCharges } from '../../payments/allocations/allocations.queries.ts';
import { findTenderTotals } from '../../payments/ledger.queries.ts';
import type { CancelableTeeTime } from '../locks/tee-time-lock.queries.ts';
import { hoursToPlay } from '../moment/moment.queries.ts';
import { calculateRefundable, type RefundableAmounts, type TenderTotals } from './refund.rules.ts';
import type { CancelOptions } from '../tee-times.contract.ts';

/** Returns the facts of a tee time that staff tell the course when they call it. */
export const findCourseCallFacts = (db: Db, id: number) =>
  db
    .selectFrom('tee_times as t')
    .innerJoin('courses as k', 'k.id', 't.course_id')
    .select(['k.course_name', 'k.phone', 't.play_date', 't.play_time', 't.players'])
    .where('t.id', '=', id)
    .executeTakeFirstOrThrow();

/** Returns the standard and the largest refund of a tee time, in cents, with a line that explains them. */
export async function findRefundableAmounts(
  db: Db,
  app: AppContext,
  teeTime: CancelableTeeTime,
): Promise<RefundableAmounts> {
  const tenders = await findTenderTotals(db, teeTime.id);
  return calculateRefundable({
    ...teeTime,
    capturedCents: tenders.cardPaidCents + tenders.certificatePaidCents,
    refundedCents: tenders.cardRefundedCents + tenders.certificateRefundedCents,
    hoursUntilPlay: hoursToPlay(app, teeTime),
  });
}

/** Returns what each tender of a tee time has paid and got back so far, with the name that staff use for the tender. */
export async function findPaidByTender(
  db: Db,
  { id, gift_certificate_id }: CancelableTeeTime,
  tenders: TenderTotals & { onAccountCents: number },
): Promise<CancelOptions['paid_by']> {
  const certificate = await db
    .selectFrom('gift_certificates')
    .select('serial')
    .where('id', '=', gift_certificate_id)
    .executeTakeFirst();
  const charges = await refundableCharges(db, id);
  return {
    cards: charges.map(({ card_last4, raw_amount, left }) => ({ card_last4, raw_amount, raw_left: left })),
    serial: certificate?.serial ?? null,
    raw_card: tenders.cardPaidCents,
    raw_card_refunded: tenders.cardRefundedCents,
    raw_certificate: tenders.certificatePaidCents,
    raw_certificate_refunded: tenders.certificateRefundedCents,
    raw_on_account: tenders.onAccountCents,
  };
}
