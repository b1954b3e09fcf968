import { sql, type Selectable } from 'kysely';
import type { Db, AppContext } from '../../../server/process/context.ts';
import type { TeeTimes } from '../../../server/database/tables.ts';
import { NotFound } from '../../../server/http/errors.ts';
import { openOperationOf } from '../../operations/operations.queries.ts';
import { chargesLeft } from '../../payments/allocations/allocations.queries.ts';
import { tendersOf } from '../../payments/ledger.queries.ts';
import { openText } from '../locks/held.texts.ts';
import { waitingText } from '../locks/waiting.queries.ts';
import { hoursToPlay } from '../moment/moment.queries.ts';
import type { PaidBy } from './change.rules.ts';
import { PLAYED, stateText } from './change.texts.ts';

/** The facts of a tee time that a change needs; `time_zone` is the course's, and null means the business time zone. */
export type Changeable = Selectable<TeeTimes> & {
  course_name: string;
  time_zone: string | null;
  email: string;
  serial: string | null;
  certificate_course_id: number | null;
  discount_code: string | null;
};

export async function findChangeable(db: Db, id: number): Promise<Changeable> {
  const { rows } = await sql<Changeable>`
    select t.*, k.course_name, k.time_zone, coalesce(c.email, '') as email, g.serial, g.course_id as certificate_course_id,
      d.code as discount_code
    from tee_times t join courses k on k.id = t.course_id join customers c on c.id = t.customer_id
    left join gift_certificates g on g.id = t.gift_certificate_id left join discounts d on d.id = t.golf_discount_id
    where t.id = ${id}`.execute(db);
  if (!rows[0]) throw new NotFound('This tee time');
  return rows[0];
}

/** Returns a sentence saying why a tee time cannot be changed now, or null. */
export async function whyNotChangeable(db: Db, app: AppContext, teeTime: Changeable): Promise<string | null> {
  const inState = stateText(teeTime.state);
  if (inState !== null) return inState;
  if (hoursToPlay(app, teeTime) <= 0) return PLAYED;
  const open = await openOperationOf(db, teeTime.id);
  if (open) return openText(open.kind);
  return waitingText(db, app, teeTime.id);
}

/** Returns which tenders paid for a tee time, and how much can still be given back to each. */
export async function paidByOf(db: Db, teeTime: Changeable): Promise<PaidBy> {
  const { serial, is_card, raw_open, raw_total } = teeTime;
  const { certificatePaidCents, certificateRefundedCents } = await tendersOf(db, teeTime.id);
  return {
    on_account: is_card ? raw_open : raw_total,
    charges: await chargesLeft(db, teeTime.id),
    certificate: serial === null ? null : { serial, left: certificatePaidCents - certificateRefundedCents },
  };
}
