import { sql } from 'kysely';
import type { Db, Staff } from '../../server/context.ts';
import { Invalid, NotFound } from '../../server/errors.ts';
import { deleteUnlessLeanedOn } from '../../server/leans.ts';
import { decimal } from '../../server/lists.ts';
import { insertRecord, updateRecord } from '../../server/records.ts';
import { changedBy, lockSeen } from '../../server/stale.ts';
import { requireCourses } from '../courses/courses.queries.ts';
import { rangeWarnings, type WarnedRange } from './range-warnings.rules.ts';
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
  const { rows } = await sql<Omit<RateRecord, 'warnings'>>`
    select r.id, r.type, case r.type when 'RicGolfRate' then 'RIC Rate' else 'API Rate' end as humanized_type, ${amounts},
      r.raw_rate, r.cancel_hours, r.max_advance_days, r.is_commission_dollars, r.is_golfswitch_commission_dollars,
      r.is_dynamic, r.is_dynamic_greater, r.disabled, r.archived, r.internal_memo, r.external_memo, r.rate_sheet_note,
      r.updated_at, json_build_object('id', k.id, 'course_name', k.course_name) as course
    from rates r join courses k on k.id = r.course_id where r.id = ${id}`.execute(db);
  const rate = rows[0];
  if (!rate) throw new NotFound('This rate');
  const ranges = await db
    .selectFrom('rate_date_ranges')
    .select(['id', 'golf_rate_id', 'start', 'end', 'time_start', 'time_end'])
    .select(['description', 'rate_days', 'updated_at'])
    .where('golf_rate_id', '=', id)
    .orderBy('start')
    .orderBy('time_start')
    .orderBy('id')
    .execute();
  const isLive = !rate.disabled && !rate.archived;
  const warnings = isLive
    ? rangeWarnings(ranges, await liveRanges(db, rate.course.id, rate.type), today)
    : [];
  const named = ranges.map((range) => ({ ...range, rate_days: range.rate_days.map((name) => ({ name })) }));
  return { ...rate, rate_date_ranges: named, warnings };
}

const liveRanges = (db: Db, course_id: number, type: RateRecord['type']): Promise<WarnedRange[]> =>
  db
    .selectFrom('rate_date_ranges as d')
    .innerJoin('rates as r', 'r.id', 'd.golf_rate_id')
    .select(['d.id', 'd.golf_rate_id', 'd.start', 'd.end', 'd.time_start', 'd.time_end', 'd.rate_days'])
    .where('r.course_id', '=', course_id)
    .where('r.type', '=', type)
    .where('r.disabled', '=', false)
    .where('r.archived', '=', false)
    .orderBy('d.start')
    .orderBy('d.id')
    .execute();

export async function insertRate(db: Db, form: RateForm, staff: Staff) {
  await requireCourses(db, [form.course.id], 'course');
  return insertRecord(db, 'rates', { ...columnsOf(form), ...changedBy(staff) });
}

export async function updateRate(db: Db, id: number, form: RateForm, staff: Staff) {
  await lockSeen(db, 'rates', id, form.updated_at);
  await requireCourses(db, [form.course.id], 'course');
  await refuseMove(db, id, form.course.id);
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
