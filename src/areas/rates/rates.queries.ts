import { sql } from 'kysely';
import type { SentForm } from '../../contract/form.ts';
import type { Db, Staff } from '../../server/context.ts';
import { Invalid, NotFound } from '../../server/errors.ts';
import { accepted, acceptedChange } from '../../server/forms.ts';
import { deleteUnlessLeanedOn } from '../../server/leans.ts';
import { decimal } from '../../server/list-filters.ts';
import { insertRecord, updateRecord } from '../../server/records.ts';
import { changedBy } from '../../server/stale.ts';
import { isCourse } from '../courses/courses.queries.ts';
import { rangesOf, warningsOf } from '../rate-date-ranges/rate-date-ranges.queries.ts';
import type { RateForm, RateRecord } from './rates.contract.ts';

const AMOUNTS = [
  'rate',
  'deposit',
  'service_fee',
  'wholesale_rate',
  'max_refund',
  'non_refundable',
  'course_balance',
  'commission',
  'golfswitch_commission',
] as const;
const amounts = sql.raw(AMOUNTS.map((name) => `${decimal(`r.raw_${name}`)} as ${name}`).join(', '));

/** A rate with its ranges, and what lies over and between the live ones from `today` on. */
export async function findRate(db: Db, id: number, today: string): Promise<RateRecord> {
  const rate = await storedRate(db, id);
  const rate_date_ranges = await rangesOf(db, id);
  const warnings = await warningsOf(db, rate, today);
  return { ...rate, rate_date_ranges, warnings };
}

async function storedRate(db: Db, id: number) {
  const { rows } = await sql<Omit<RateRecord, 'warnings' | 'rate_date_ranges'>>`
    select r.id, r.type, case r.type when 'RicGolfRate' then 'RIC Rate' else 'API Rate' end as humanized_type, ${amounts},
      r.raw_rate, r.cancel_hours, r.max_advance_days, r.is_commission_dollars, r.is_golfswitch_commission_dollars,
      r.is_dynamic, r.is_dynamic_greater, r.disabled, r.archived, r.internal_memo, r.external_memo, r.rate_sheet_note,
      r.updated_at, json_build_object('id', k.id, 'course_name', k.course_name) as course
    from rates r join courses k on k.id = r.course_id where r.id = ${id}`.execute(db);
  const rate = rows[0];
  if (!rate) throw new NotFound('This rate');
  return rate;
}

export async function insertRate(db: Db, sent: SentForm<RateForm>, staff: Staff) {
  const form = await accepted(sent, ({ course }) => [isCourse(db, course)]);
  return insertRecord(db, 'rates', { ...columnsOf(form), ...changedBy(staff) });
}

export async function updateRate(db: Db, id: number, sent: SentForm<RateForm>, staff: Staff) {
  const record = { table: 'rates', id, stored: () => storedRate(db, id) } as const;
  const form = await acceptedChange(db, record, sent, ({ course }) => [
    isCourse(db, course),
    course && (() => refuseMove(db, id, course.id)),
  ]);
  return updateRecord(db, 'rates', id, { ...columnsOf(form), ...changedBy(staff) });
}

/** The tee times of a rate are at its course. */
async function refuseMove(db: Db, id: number, course_id: number): Promise<void> {
  const { rows } = await sql`select from rates r where r.id = ${id} and r.course_id <> ${course_id}
    and exists (select from tee_times where golf_rate_id = r.id)`.execute(db);
  if (rows.length === 0) return;
  const golf_rate = ['This rate was booked and stays at its course. Copy it to the other course instead.'];
  throw new Invalid({ golf_rate });
}

/** A rate that was booked stays: its tee times keep their frozen terms, but reports name the rate. */
export const deleteRate = (db: Db, id: number) =>
  deleteUnlessLeanedOn(db, 'rates', id, {
    on: { 'tee time': sql`select from tee_times where golf_rate_id = ${id}` },
    instead: 'Tick Archived? instead, so that it is no longer offered.',
  });

function columnsOf(form: RateForm) {
  const { course, updated_at: _, rate, deposit, service_fee, wholesale_rate, max_refund, ...others } = form;
  const { non_refundable, course_balance, commission, golfswitch_commission, ...same } = others;
  return {
    ...same,
    course_id: course.id,
    raw_rate: rate,
    raw_deposit: deposit,
    raw_service_fee: service_fee,
    raw_wholesale_rate: wholesale_rate,
    raw_max_refund: max_refund,
    raw_non_refundable: non_refundable,
    raw_course_balance: course_balance,
    raw_commission: commission,
    raw_golfswitch_commission: golfswitch_commission,
  };
}
