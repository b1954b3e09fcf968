import { sql } from 'kysely';
import type { UncheckedForm } from '../../contract/forms/form.ts';
import type { Db, Staff } from '../../server/process/context.ts';
import { validateForm, validateChange, type FormCheck } from '../../server/records/forms.ts';
import { listColumn } from '../../server/lists/list-columns.ts';
import { exactNumberFilter } from '../../server/lists/list-filters.ts';
import { defineList } from '../../server/lists/lists.ts';
import { recordColumnValues, storedFieldsSql } from '../../server/records/record-columns.ts';
import { insertRecord, updateRecord } from '../../server/records/records.ts';
import { rejectField } from '../../server/http/errors.ts';
import { lastChangeColumns } from '../../server/records/optimistic-lock.ts';
import { uniqueTextCheck, requireUniqueText } from '../../server/records/unique.ts';
import { requireCountry } from '../countries/countries.queries.ts';
import { Course, type CourseForm, type courses } from './courses.contract.ts';
import { findCourse } from '../course-choice/course-choice.queries.ts';

const NO_ID = 'is a number like 12; a name is looked for under Course Name';

export const courseList = defineList<typeof courses.index>({
  table: 'courses',
  as: 'k',
  columns: {
    id: { ...listColumn.whole('k.id'), filter: exactNumberFilter('k.id', NO_ID) },
    course_name: listColumn.text('k.course_name'),
    inactive: listColumn.flag('k.inactive'),
    internal_only: listColumn.flag('k.internal_only'),
    address: listColumn.optionalText('k.address'),
    city: listColumn.optionalText('k.city'),
    phone: listColumn.phone('k.phone'),
    course_email: listColumn.optionalText('k.email'),
    updated_at: listColumn.shown('k.updated_at'),
  },
  defaultSort: [['course_name', false]],
  perPage: 'all',
});

export const findCourseRecord = (db: Db, id: number) =>
  courseList.find<Course>(db, id, 'This course', {
    ...storedFieldsSql(Course, 'k'),
    distance_from_airport: 'k.distance_from_airport::float',
    golfswitch_course: `json_build_object('id', k.id, 'gs_id', k.gs_id, 'gs_xid', k.gs_xid)`,
    golfnow_course: `json_build_object('id', k.id, 'golfnow_id', k.golfnow_id)`,
    club_prophet_course: `json_build_object('id', k.id, 'club_prophet_id', k.club_prophet_id)`,
    fore_up_course: `json_build_object('id', k.id, 'fore_up_id', k.fore_up_id)`,
  });

export async function insertCourse(db: Db, sent: UncheckedForm<CourseForm>, staff: Staff) {
  const form = await validateForm(sent, checksOf(db, 0));
  return insertRecord(db, 'courses', { ...allColumnsOf(form), ...lastChangeColumns(staff) });
}

export async function updateCourse(db: Db, id: number, sent: UncheckedForm<CourseForm>, staff: Staff) {
  const record = { table: 'courses', id, stored: () => findCourseRecord(db, id), by: staff } as const;
  const form = await validateChange(db, record, sent, checksOf(db, id));
  return updateRecord(db, 'courses', id, { ...allColumnsOf(form), ...lastChangeColumns(staff) });
}

const checksOf =
  (db: Db, except: number) =>
  (form: Partial<CourseForm>): FormCheck[] => [
    () => requireCountry(form.country_alpha2),
    isKnownZone(db, form.time_zone),
    uniqueTextCheck(db, {
      table: 'courses',
      column: 'course_name',
      text: form.course_name,
      except,
      same: 'name',
    }),
    isOnlyHere(db, except, ['golfswitch_course.gs_id', form.golfswitch_course?.gs_id]),
    isOnlyHere(db, except, ['golfswitch_course.gs_xid', form.golfswitch_course?.gs_xid]),
    isOnlyHere(db, except, ['golfnow_course.golfnow_id', form.golfnow_course?.golfnow_id]),
    isOnlyHere(db, except, [
      'club_prophet_course.club_prophet_id',
      form.club_prophet_course?.club_prophet_id,
    ]),
    namesSheet(form.fore_up_course?.fore_up_id) &&
      isOnlyHere(db, except, ['fore_up_course.fore_up_id', form.fore_up_course?.fore_up_id]),
  ];

// The time zone must be known to the database too, because SQL statements calculate with it and a database may know fewer zones
// than Node.js.
const isKnownZone = (db: Db, zone: string | null | undefined): FormCheck =>
  zone
    ? async () => {
        const known = sql`select from pg_timezone_names where name = ${zone}`;
        if ((await known.execute(db)).rows.length === 0)
          rejectField('time_zone', 'must be a time zone that the database knows');
      }
    : null;

// An id in a course system may belong to one course only, or a cancellation would go to the wrong course. An exception is a foreUP
// id without a tee sheet, which names a facility: several courses of RIC may be tee sheets of one facility, and a confirmation is
// unique within the facility. With its sheet (`19016.1`) the id belongs to one course. Two courses that shared an id before this
// rule can be saved as long as the id is not typed again.
const namesSheet = (foreUpId: string | null | undefined): boolean => foreUpId?.includes('.') ?? false;

function isOnlyHere(db: Db, id: number, [field, typed]: [string, string | null | undefined]): FormCheck {
  if (!typed) return null;
  const column = field.replace(/^.*\./, '');
  return async () => {
    const same = sql`select from courses where id = ${id} and ${sql.ref(column)} = ${typed}`;
    if ((await same.execute(db)).rows.length > 0) return;
    const says = async (other: number) => `belongs to ${(await findCourse(db, other)).course_name} already`;
    await requireUniqueText(db, { table: 'courses', column, text: typed, except: id, field, says });
  };
}

const allColumnsOf = (form: CourseForm) => ({
  ...recordColumnValues(Course, form),
  ...form.golfswitch_course,
  ...form.golfnow_course,
  ...form.club_prophet_course,
  ...form.fore_up_course,
});
