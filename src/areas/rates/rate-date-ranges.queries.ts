import { sql } from 'kysely';
import type { Db, Staff } from '../../server/context.ts';
import { Invalid, NotFound } from '../../server/errors.ts';
import { changedBy, lockSeen } from '../../server/stale.ts';
import { RATE_DAYS, SELECT_COURSE_FIRST, type CopyForm, type RangeForm } from './rates.contract.ts';

// What a rate says beside its course and its ranges; a copy has the same.
const TERMS = sql.raw(
  [
    ...['type', 'raw_rate', 'raw_deposit', 'raw_service_fee', 'raw_wholesale_rate', 'raw_max_refund'],
    ...['raw_non_refundable', 'raw_course_balance', 'cancel_hours', 'max_advance_days', 'raw_commission'],
    ...[
      'is_commission_dollars',
      'raw_golfswitch_commission',
      'is_golfswitch_commission_dollars',
      'is_dynamic',
    ],
    ...['is_dynamic_greater', 'disabled', 'internal_memo', 'external_memo', 'rate_sheet_note'],
  ].join(', '),
);
const RANGE = sql.raw('"start", "end", time_start, time_end, description, rate_days');

/** Creates or updates a date range. One of an archived rate is history: the change goes to a new rate with its terms. */
export async function saveRange(
  db: Db,
  form: RangeForm,
  staff: Staff,
): Promise<{ id: number; rate_id: number }> {
  const id = form.id && form.id > 0 ? form.id : null;
  if (id !== null) await lockSeen(db, 'rate_date_ranges', id, form.updated_at);
  const rate = await lockRate(db, id === null ? (form.golf_rate_id ?? 0) : await rateOf(db, id));
  const rate_id = rate.archived ? await copyRate(db, rate.id, rate.course_id, staff) : rate.id;
  const asNew = id === null || rate.archived;
  await refuseTwin(db, rate_id, form, asNew ? 0 : id);
  const columns = { ...columnsOf(form), golf_rate_id: rate_id, ...changedBy(staff) };
  const saved = asNew
    ? await db.insertInto('rate_date_ranges').values(columns).returning('id').executeTakeFirstOrThrow()
    : await db
        .updateTable('rate_date_ranges')
        .set(columns)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirstOrThrow();
  return { id: saved.id, rate_id };
}

export async function deleteRange(db: Db, id: number) {
  const deleted = await db.deleteFrom('rate_date_ranges').where('id', '=', id).executeTakeFirst();
  if (deleted.numDeletedRows === 0n) throw new NotFound('This date range');
  return {};
}

/**
 * Copies ticked ranges to each course: to its rate with the very same terms where it has one, otherwise to a new one. A range
 * that is there already is not copied twice. All courses or none; Invalid under `rate_copy`.
 */
export async function copyRanges(db: Db, { golf_rate_id, rate_ids, course_ids }: CopyForm, staff: Staff) {
  const rate = await lockRate(db, golf_rate_id, 'rate_copy');
  if (course_ids.length === 0) refuse(SELECT_COURSE_FIRST);
  if (rate_ids.length === 0) refuse('Please tick a date range to copy first.');
  const own =
    await sql`select from rate_date_ranges where golf_rate_id = ${rate.id} and id = any(${rate_ids})`.execute(
      db,
    );
  if (own.rows.length < new Set(rate_ids).size) refuse('names a date range that is not of this rate');
  const courses = [...new Set(course_ids)].toSorted((a, b) => a - b);
  // Two people who copy at once wait for each other at the courses.
  const locked = await sql<{ id: number }>`
    select id from courses where id = any(${courses}) order by id for update`.execute(db);
  if (locked.rows.length < courses.length) refuse('names a course that does not exist');
  for (const course_id of courses) {
    const target =
      (await sameRateAt(db, rate.id, course_id)) ?? (await copyRate(db, rate.id, course_id, staff));
    await sql`insert into rate_date_ranges (golf_rate_id, updated_by, ${RANGE})
      select ${target}, ${staff.name}, ${RANGE} from rate_date_ranges x
      where x.id = any(${rate_ids}) and not exists (select from rate_date_ranges y where y.golf_rate_id = ${target}
        and (y."start", y."end", y.time_start, y.time_end, y.rate_days) = (x."start", x."end", x.time_start, x.time_end, x.rate_days))
      order by x.id`.execute(db);
  }
  return { message: `Copied to ${courses.length} ${courses.length === 1 ? 'course' : 'courses'}.` };
}

const refuse = (sentence: string): never => {
  throw new Invalid({ rate_copy: [sentence] });
};

async function lockRate(db: Db, id: number, field = 'rate') {
  const rate = await db
    .selectFrom('rates')
    .select(['id', 'course_id', 'archived'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!rate) throw new Invalid({ [field]: ['does not exist'] });
  return rate;
}

async function rateOf(db: Db, range: number): Promise<number> {
  const found = await db
    .selectFrom('rate_date_ranges')
    .select('golf_rate_id')
    .where('id', '=', range)
    .executeTakeFirstOrThrow();
  return found.golf_rate_id;
}

async function copyRate(db: Db, id: number, course_id: number, staff: Staff): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into rates (course_id, archived, updated_by, ${TERMS})
    select ${course_id}, false, ${staff.name}, ${TERMS} from rates where id = ${id} returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

async function sameRateAt(db: Db, id: number, course_id: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select r.id from rates r where r.course_id = ${course_id} and not r.archived
      and (select row(${TERMS}) from rates t where t.id = r.id) = (select row(${TERMS}) from rates t where t.id = ${id})
    order by r.id limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

async function refuseTwin(db: Db, rate_id: number, form: RangeForm, except: number): Promise<void> {
  const { start, end, time_start, time_end, rate_days } = form;
  const { rows } = await sql`select from rate_date_ranges where golf_rate_id = ${rate_id} and id <> ${except}
    and ("start", "end", time_start, time_end, rate_days)
      = (${start}::date, ${end}::date, ${time_start}, ${time_end}, ${inWeekOrder(rate_days)}::text[])`.execute(
    db,
  );
  if (rows.length > 0)
    throw new Invalid({ rate_date_range: ['is there already, with the same dates, times and days'] });
}

const ORDER: readonly string[] = RATE_DAYS;
const inWeekOrder = (days: readonly string[]): string[] => ORDER.filter((day) => days.includes(day));

const columnsOf = ({ id: _, golf_rate_id: __, updated_at: ___, rate_days, ...same }: RangeForm) => ({
  ...same,
  rate_days: inWeekOrder(rate_days),
});
