import { sql } from 'kysely';
import type { Db } from '../../../server/process/context.ts';
import { NotFound } from '../../../server/http/errors.ts';
import type { TeeTimeState } from '../status/status.rules.ts';

/** The facts of a tee time that a cancellation needs. */
export type CancelableTeeTime = {
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
  /** The course's time zone; null means the business time zone. */
  time_zone: string | null;
};

const columns = sql`t.id, t.state, t.confirmation, t.updated_at, k.internal_only, t.play_date, t.play_time, t.players_booked,
  t.raw_non_refundable, t.raw_max_refund, t.cancel_hours, t.gift_certificate_id, t.payment_id,
  k.gs_id, k.golfnow_id, k.club_prophet_id, k.fore_up_id, k.time_zone`;

export async function findCancelableTeeTime(db: Db, id: number): Promise<CancelableTeeTime> {
  const { rows } = await sql<CancelableTeeTime>`
    select ${columns} from tee_times t join courses k on k.id = t.course_id where t.id = ${id}`.execute(db);
  if (!rows[0]) throw new NotFound('This tee time');
  return rows[0];
}

/** Returns a tee time and locks it until the transaction ends, so that no two refunds count on the same money. */
export async function lockTeeTimeForCancel(db: Db, id: number): Promise<CancelableTeeTime> {
  await sql`select id from tee_times where id = ${id} for update`.execute(db);
  return findCancelableTeeTime(db, id);
}
