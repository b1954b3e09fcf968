import { sql } from 'kysely';
import { businessNow } from '../../../contract/dates.ts';
import { moneyText } from '../../../contract/money.ts';
import { NotFound } from '../../../server/http/errors.ts';
import { PREPARED_STATEMENT_MARK } from '../../../server/database/prepared.ts';
import type { Db, AppContext, Partner } from '../../../server/process/context.ts';
import { findTenderTotals } from '../../payments/ledger.queries.ts';
import { teeTimeStatus, type TeeTimeState } from '../../tee-times/status/status.rules.ts';
import type { PartnerOwnBooking } from '../partner-wire.contract.ts';
import { partnerPrice } from '../partner-answers.rules.ts';

type Row = Pick<
  PartnerOwnBooking,
  | 'id'
  | 'confirmation'
  | 'course_id'
  | 'course_name'
  | 'play_date'
  | 'play_time'
  | 'players'
  | 'customer'
  | 'created_at'
  | 'canceled_at'
> & { state: TeeTimeState; is_card: boolean; time_zone: string | null } & Record<
    'charge' | 'rental' | 'discount' | 'certificate' | 'total',
    number
  >;

/**
 * Returns the present state of a booking that this partner made. Throws NotFound for other bookings too, so that a partner learns
 * nothing about them.
 */
export async function findOwnBooking(
  db: Db,
  app: AppContext,
  { partner, id }: { partner: Partner; id: number },
): Promise<PartnerOwnBooking> {
  const { rows } = await sql<Row>`${PREPARED_STATEMENT_MARK}
    select t.id, t.confirmation, t.course_id, k.course_name, t.play_date, t.play_time, t.players, t.created_at, t.canceled_at,
      t.state, t.is_card, k.time_zone, t.raw_charge as charge, t.raw_rental_amount as rental, t.raw_discount_amount as discount,
      t.raw_gift_certificate_amount as certificate, t.raw_total as total,
      json_build_object('first_name', c.first_name, 'last_name', c.last_name, 'email', c.email) as customer
    from tee_times t join courses k on k.id = t.course_id join customers c on c.id = t.customer_id
    where t.id = ${id} and t.api_user_id = ${partner.id}`.execute(db);
  const [row] = rows;
  if (!row) throw new NotFound('This booking');
  const {
    state,
    is_card: paid_by_card,
    time_zone,
    charge,
    rental,
    discount,
    certificate,
    total,
    ...told
  } = row;
  const { cardRefundedCents, certificateRefundedCents } = await findTenderTotals(db, id);
  const raw_refunded = cardRefundedCents + certificateRefundedCents;
  const clock = businessNow(app.now(), time_zone ?? app.settings.businessTimeZone);
  return {
    ...told,
    status: teeTimeStatus(row, clock),
    paid_by_card,
    raw_refunded,
    refunded: moneyText(raw_refunded),
    price: partnerPrice({ charge, rental, discount, certificate, total }),
  };
}
