import { sql } from 'kysely';
import { hoursUntil } from '../../../contract/dates.ts';
import type { Db, Desk } from '../../../server/process/context.ts';
import { NotFound } from '../../../server/http/errors.ts';
import { notify } from '../../notices/notices.queries.ts';
import { findOperation } from '../../operations/operations.queries.ts';
import { chargesLeft } from '../../payments/attempts.queries.ts';
import { tendersOf } from '../../payments/ledger.queries.ts';
import { SECOND_LOOK_ABOVE } from '../../payments/refunding.rules.ts';
import { freeOf } from '../approving/approval.rules.ts';
import { secondLookText } from './cancel.texts.ts';
import { refundable, type Refundable, type Tenders } from './refund.rules.ts';
import type { TeeTimeState } from '../status.rules.ts';
import type { CancelOptions } from '../tee-times.contract.ts';

/** The facts of a tee time that cancelling needs. */
export type Cancelable = {
  id: number;
  state: TeeTimeState;
  confirmation: string;
  updated_at: string;
  internal_only: boolean;
  play_date: string;
  play_time: string;
  players_booked: number;
  raw_non_refundable: number;
  raw_max_refund: number;
  cancel_hours: number;
  gift_certificate_id: number | null;
  payment_id: string;
  gs_id: string | null;
  golfnow_id: string | null;
  club_prophet_id: string | null;
  fore_up_id: string | null;
  /** The course's time zone; null means the business's. */
  time_zone: string | null;
};

const columns = sql`t.id, t.state, t.confirmation, t.updated_at, k.internal_only, t.play_date, t.play_time, t.players_booked,
  t.raw_non_refundable, t.raw_max_refund, t.cancel_hours, t.gift_certificate_id, t.payment_id,
  k.gs_id, k.golfnow_id, k.club_prophet_id, k.fore_up_id, k.time_zone`;

export async function findCancelable(db: Db, id: number): Promise<Cancelable> {
  const { rows } = await sql<Cancelable>`
    select ${columns} from tee_times t join courses k on k.id = t.course_id where t.id = ${id}`.execute(db);
  if (!rows[0]) throw new NotFound('This tee time');
  return rows[0];
}

/** Returns the facts of a tee time that staff tell the course by phone. */
export const findCalled = (db: Db, id: number) =>
  db
    .selectFrom('tee_times as t')
    .innerJoin('courses as k', 'k.id', 't.course_id')
    .select(['k.course_name', 'k.phone', 't.play_date', 't.play_time', 't.players'])
    .where('t.id', '=', id)
    .executeTakeFirstOrThrow();

/** Returns the tee time and locks it until the transaction ends, so that no two refunds count the same money. */
export async function lockCancelable(db: Db, id: number): Promise<Cancelable> {
  await sql`select id from tee_times where id = ${id} for update`.execute(db);
  return findCancelable(db, id);
}

/** Returns the amounts that may be refunded now, in cents, with the line that explains them. */
export async function refundableOf(db: Db, desk: Desk, teeTime: Cancelable): Promise<Refundable> {
  const tenders = await tendersOf(db, teeTime.id);
  return refundable({
    ...teeTime,
    capturedCents: tenders.cardPaidCents + tenders.certificatePaidCents,
    refundedCents: tenders.cardRefundedCents + tenders.certificateRefundedCents,
    hoursUntilPlay: hoursUntil(
      teeTime.play_date,
      teeTime.play_time,
      desk.now(),
      teeTime.time_zone ?? desk.settings.businessTimeZone,
    ),
  });
}

/**
 * Returns the cents that may still be refunded without an approval, or null if none is needed. Refunds and changes count
 * together.
 */
export const freeFor = (desk: Desk, tenders: Moved): number | null =>
  freeOf(desk.settings.refundApprovalAbove, wentBack(tenders));

type Moved = Awaited<ReturnType<typeof tendersOf>>;
const wentBack = ({ cardRefundedCents, certificateRefundedCents, changedBackCents }: Moved): number =>
  cardRefundedCents + certificateRefundedCents + changedBackCents;

/** Returns what each tender paid and got back so far, with the name that staff use for it. */
export async function paidBy(
  db: Db,
  { id, gift_certificate_id }: Cancelable,
  tenders: Tenders & { onAccountCents: number },
): Promise<CancelOptions['paid_by']> {
  const certificate = await db
    .selectFrom('gift_certificates')
    .select('serial')
    .where('id', '=', gift_certificate_id)
    .executeTakeFirst();
  const charges = await chargesLeft(db, id);
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

type Refunded = { operation_id: string; tee_time_id: number; staff: string; refunded: number };

/** Notifies everybody but the person who refunded, if the refunds of a tee time are large. */
export async function askForSecondLook(db: Db, { operation_id, tee_time_id, staff, refunded }: Refunded) {
  const whole = wentBack(await tendersOf(db, tee_time_id));
  if (whole <= SECOND_LOOK_ABOVE) return;
  const { staff_user_id: caused_by } = await findOperation(db, operation_id);
  const message = secondLookText(staff, { refunded, whole });
  await notify(db, { kind: 'refund', message, tee_time_id, caused_by });
}
