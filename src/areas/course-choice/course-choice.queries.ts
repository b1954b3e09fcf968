import { sql } from 'kysely';
import type { Db } from '../../server/process/context.ts';
import { InvalidFields, rejectField } from '../../server/http/errors.ts';
import { PREPARED_STATEMENT_MARK } from '../../server/database/prepared.ts';
import { replaceMembers, type MemberRows } from '../../server/records/records.ts';
import { inactiveText } from './course-choice.texts.ts';

type Which = 'all' | 'internal' | 'live';

/**
 * Returns the id and name of courses, sorted by name: all courses, those not inactive, or those neither inactive nor internal-only.
 */
export async function findCourseNames(db: Db, which: Which): Promise<[number, string][]> {
  const courses = await db
    .selectFrom('courses')
    .select(['id', 'course_name'])
    .$if(which !== 'all', (query) => query.where('inactive', '=', false))
    .$if(which === 'live', (query) => query.where('internal_only', '=', false))
    .orderBy(sql`fold(course_name) collate "C"`)
    .execute();
  return courses.map((course) => [course.id, course.course_name]);
}

/** SQL for a record's course as `{id, course_name}`; the table of courses must be joined as `k`. */
export const RECORD_COURSE_SQL = `json_build_object('id', k.id, 'course_name', k.course_name)`;

/** Throws InvalidFields under `field` unless every id belongs to a course. */
export async function requireCourses(db: Db, ids: number[], field: string): Promise<void> {
  if (ids.length === 0) return;
  const found = await db.selectFrom('courses').select('id').where('id', 'in', ids).execute();
  if (found.length < new Set(ids).size)
    throw new InvalidFields({ [field]: ['names a course that does not exist'] });
}

/**
 * Returns a check that these courses exist, for the validation of a form; undefined if the form's courses are not valid so far. The
 * check throws InvalidFields under `courses`.
 */
export const coursesExistCheck = (db: Db, courses: { id: number }[] | undefined) =>
  courses &&
  (() =>
    requireCourses(
      db,
      courses.map(({ id }) => id),
      'courses',
    ));

/**
 * Returns a check that this course exists, for the validation of a form; undefined or null if the form has no valid course so far.
 */
export const courseExistsCheck = (db: Db, course: { id: number } | null | undefined, field = 'course') =>
  course && (() => requireCourses(db, [course.id], field));

type Courses = Omit<MemberRows, 'column' | 'ids'> & { courses: { id: number }[] };

/** Stores the courses of a record, which `coursesExistCheck` has checked before. */
export async function setRecordCourses(db: Db, { courses, ...record }: Courses): Promise<void> {
  const ids = courses.map((course) => course.id);
  await replaceMembers(db, { ...record, column: 'course_id', ids });
}

/** SQL for a record's courses as `[{id}]`, from the table that `setRecordCourses` writes. */
export const recordCourseIdsSql = (table: string, ofRecord: string) => `coalesce((
  select json_agg(json_build_object('id', course_id) order by course_id) from ${table} where ${ofRecord}), '[]')`;

export async function findCourse(db: Db, id: number, field = 'course') {
  const course = await db
    .selectFrom('courses')
    .select([
      'id',
      'course_name',
      'email',
      'phone',
      'internal_only',
      'inactive',
      'rate_required',
      'time_zone',
    ])
    .select(['gs_id', 'golfnow_id', 'club_prophet_id', 'fore_up_id'])
    .where('id', '=', id)
    .modifyEnd(PREPARED_STATEMENT_MARK)
    .executeTakeFirst();
  if (!course) throw new InvalidFields({ [field]: ['does not exist'] });
  return course;
}

/** Returns a course that can be booked. Throws InvalidFields under `course` if it is missing or inactive. */
export async function findActiveCourse(db: Db, id: number) {
  const course = await findCourse(db, id);
  return course.inactive ? rejectField('course', inactiveText(course.course_name)) : course;
}
