import { sql } from 'kysely';
import type { UncheckedForm } from '../../contract/forms/form.ts';
import type { Db, AppContext, Staff, StaffContext } from '../../server/process/context.ts';
import { InvalidFields } from '../../server/http/errors.ts';
import { validateForm, validateChange } from '../../server/records/forms.ts';
import { deleteUnlessReferenced } from '../../server/records/references.ts';
import { recordColumnValues, storedFieldsSql } from '../../server/records/record-columns.ts';
import { insertRecord, updateRecord } from '../../server/records/records.ts';
import { lastChangeColumns } from '../../server/records/optimistic-lock.ts';
import { RECORD_COURSE_SQL, courseExistsCheck } from '../course-choice/course-choice.queries.ts';
import { lockOpenTimes } from '../availability/open-times-lock.queries.ts';
import { rerateOpenTimes } from './open-times/rate-open-times.queries.ts';
import { rateRanges, findRangeWarnings } from './ranges/rate-date-ranges.queries.ts';
import { rateList } from './list.queries.ts';
import { Rate, type RateForm, type RateRecord } from './rates.contract.ts';

/** Returns a rate with its date ranges, and the overlaps and gaps of its live ranges from `today` on. */
export async function findRate(db: Db, id: number, today: string): Promise<RateRecord> {
  const rate = await storedRate(db, id);
  const rate_date_ranges = await rateRanges(db, id);
  const warnings = await findRangeWarnings(db, rate, today);
  return { ...rate, rate_date_ranges, warnings };
}

const storedRate = (db: Db, id: number) =>
  rateList.find<Omit<RateRecord, 'warnings' | 'rate_date_ranges'>>(db, id, 'This rate', {
    ...storedFieldsSql(Rate, 'r'),
    course: RECORD_COURSE_SQL,
  });

// Open times need no new rates, because a new rate has no date ranges and so covers none.
export async function insertRate(db: Db, sent: UncheckedForm<RateForm>, staff: Staff) {
  const form = await validateForm(sent, ({ course }) => [courseExistsCheck(db, course)]);
  return insertRecord(db, 'rates', { ...allColumnsOf(form), ...lastChangeColumns(staff) });
}

export async function updateRate(
  db: Db,
  id: number,
  sent: UncheckedForm<RateForm>,
  { app, staff }: StaffContext,
) {
  const before = await lockCourseOf(db, id);
  const record = { table: 'rates', id, stored: () => storedRate(db, id), by: staff } as const;
  const form = await validateChange(db, record, sent, ({ course }) => [
    courseExistsCheck(db, course),
    course && (() => refuseMove(db, id, course.id)),
  ]);
  const saved = await updateRecord(db, 'rates', id, { ...allColumnsOf(form), ...lastChangeColumns(staff) });
  await rerateOpenTimes(db, app, [...before, form.course.id]);
  return saved;
}

// Locks the course before the rate, in the order of a scrape, which locks the course and then stores references to its rates.
async function lockCourseOf(db: Db, id: number): Promise<number[]> {
  const rates = await db.selectFrom('rates').select('course_id').where('id', '=', id).execute();
  const courses = rates.map(({ course_id }) => course_id);
  await lockOpenTimes(db, courses);
  return courses;
}

/** Rejects another course for a rate that tee times were booked with, because those tee times are at its course. */
async function refuseMove(db: Db, id: number, course_id: number): Promise<void> {
  const { rows } = await sql`select from rates r where r.id = ${id} and r.course_id <> ${course_id}
    and exists (select from tee_times where golf_rate_id = r.id)`.execute(db);
  if (rows.length === 0) return;
  const golf_rate = ['This rate was booked and stays at its course. Copy it to the other course instead.'];
  throw new InvalidFields({ golf_rate });
}

/** Deletes a rate, unless tee times were booked with it. Their terms are frozen, but reports name the rate. */
export async function deleteRate(db: Db, app: AppContext, id: number) {
  const courses = await lockCourseOf(db, id);
  const deleted = await deleteUnlessReferenced(db, 'rates', id, {
    on: { 'tee time': sql`select from tee_times where golf_rate_id = ${id}` },
    instead: 'Tick Archived? instead, so that it is no longer offered.',
  });
  await rerateOpenTimes(db, app, courses);
  return deleted;
}

const allColumnsOf = (form: RateForm) => ({ ...recordColumnValues(Rate, form), course_id: form.course.id });
