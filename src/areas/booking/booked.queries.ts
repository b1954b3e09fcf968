import { sql } from 'kysely';
import { moneyText } from '../../contract/money.ts';
import type { Db } from '../../server/process/context.ts';
import { PREPARED_STATEMENT_MARK } from '../../server/database/prepared.ts';
import type { BookingResult } from './booking.contract.ts';

type Row = {
  id: number;
  confirmation: string;
  play_date: string;
  play_time: string;
  players: number;
  payment_id: string;
  course_id: number;
  course_name: string;
  charge: number;
  rental: number;
  discount: number;
  certificate: number;
  total: number;
  discount_id: number | null;
  code: string;
  is_dollars: boolean;
  raw_amount: number;
  raw_min_discount: number;
  raw_max_discount: number;
  certificate_id: number | null;
  serial: string;
  raw_balance: number;
};

/** Returns the answer to a booking: the tee time with the price that was charged. */
export async function findBookingResult(db: Db, tee_time_id: number): Promise<BookingResult> {
  const { rows } = await sql<Row>`${PREPARED_STATEMENT_MARK}
    select t.id, t.confirmation, t.play_date, t.play_time, t.players, t.payment_id, t.course_id, k.course_name,
      t.raw_charge as charge, t.raw_rental_amount as rental, t.raw_discount_amount as discount,
      t.raw_gift_certificate_amount as certificate, t.raw_total as total,
      d.id as discount_id, d.code, d.is_dollars, d.raw_amount, d.raw_min_discount, d.raw_max_discount,
      g.id as certificate_id, g.serial, g.raw_balance
    from tee_times t join courses k on k.id = t.course_id
    left join discounts d on d.id = t.golf_discount_id
    left join gift_certificates g on g.id = t.gift_certificate_id
    where t.id = ${tee_time_id}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error(`tee time ${tee_time_id} is gone`);
  const { id, confirmation, play_date, play_time, players, payment_id } = row;
  return {
    tee_time: {
      id,
      confirmation,
      play_date,
      play_time,
      players,
      payment_id,
      status: 'booked',
      course: { id: row.course_id, course_name: row.course_name },
      totals: {
        charge: row.charge,
        rental: row.rental,
        discount: row.discount,
        certificate: row.certificate,
        total: row.total,
      },
      discount: row.discount_id === null ? null : discountOf(row, row.discount_id),
      gift_certificate:
        row.certificate_id === null
          ? null
          : {
              id: row.certificate_id,
              serial: row.serial,
              balance: moneyText(row.raw_balance),
              raw_balance: row.raw_balance,
            },
    },
  };
}

const discountOf = (
  { code, is_dollars, raw_amount, raw_min_discount, raw_max_discount }: Row,
  id: number,
) => ({
  id,
  code,
  is_dollars,
  raw_amount,
  raw_min_discount,
  raw_max_discount,
  amount: moneyText(raw_amount),
});
