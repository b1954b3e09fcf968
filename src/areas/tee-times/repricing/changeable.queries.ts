import { sql, type Selectable } from 'kysely';
import type { Db, AppContext } from '../../../server/process/context.ts';
import type { TeeTimes } from '../../../server/database/tables.ts';
import { NotFound } from '../../../server/http/errors.ts';
import { findOpenOperation } from '../../operations/operations.queries.ts';
import { refundableCharges } from '../../payments/allocations/allocations.queries.ts';
import { findTenderTotals } from '../../payments/ledger.queries.ts';
import { openOperationText } from '../locks/held.texts.ts';
import { waitingRefundText } from '../locks/waiting.queries.ts';
import { hoursToPlay } from '../moment/moment.queries.ts';
import type { TenderBalances } from './change.rules.ts';
import { ALREADY_PLAYED_TEXT, stateNotChangeableText } from './change.texts.ts';

/** The facts of a tee time that a change needs; `time_zone` is the course's, and null means the business time zone. */
export type ChangeableTeeTime = Selectable<TeeTimes> & {
  course_name: string;
  time_zone: string | null;
  email: string;
  serial: string | null;
  certificate_course_id: number | null;
  discount_code: string | null;
};

export async function findChangeableTeeTime(db: Db, id: number): Promise<ChangeableTeeTime> {
  const { rows } = await sql<ChangeableTeeTime>`
    select t.*, k.course_name, k.time_zone, coalesce(c.email, '') as email, g.serial, g.course_id as certificate_course_id,
      d.code as discount_code
    from tee_times t join courses k on k.id = t.course_id join customers c on c.id = t.customer_id
    left join gift_certificates g on g.id = t.gift_certificate_id left join discounts d on d.id = t.golf_discount_id
    where t.id = ${id}`.execute(db);
  if (!rows[0]) throw new NotFound('This tee time');
  return rows[0];
}

/** Returns a sentence saying why a tee time cannot be changed now, or null. */
export async function whyNotChangeable(
  db: Db,
  app: AppContext,
  teeTime: ChangeableTeeTime,
): Promise<string | null> {
  const inState = stateNotChangeableText(teeTime.state);
  if (inState !== null) return inState;
  if (hoursToPlay(app, teeTime) <= 0) return ALREADY_PLAYED_TEXT;
  const open = await findOpenOperation(db, teeTime.id);
  if (open) return openOperationText(open.kind);
  return waitingRefundText(db, app, teeTime.id);
}

/** Returns which tenders paid for a tee time, and how much can still be given back to each. */
export async function findTenderBalances(db: Db, teeTime: ChangeableTeeTime): Promise<TenderBalances> {
  const { serial, is_card, raw_open, raw_total } = teeTime;
  const { certificatePaidCents, certificateRefundedCents } = await findTenderTotals(db, teeTime.id);
  return {
    on_account: is_card ? raw_open : raw_total,
    charges: await refundableCharges(db, teeTime.id),
    certificate: serial === null ? null : { serial, left: certificatePaidCents - certificateRefundedCents },
  };
}
