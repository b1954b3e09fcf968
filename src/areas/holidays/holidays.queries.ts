import { sql } from 'kysely';
import type { UncheckedForm } from '../../contract/forms/form.ts';
import type { Db, AppContext, StaffContext } from '../../server/process/context.ts';
import { validateForm, validateChange } from '../../server/records/forms.ts';
import { listColumn } from '../../server/lists/list-columns.ts';
import { textFilter, optionalTextSort, conditionFilter } from '../../server/lists/list-filters.ts';
import { defineList } from '../../server/lists/lists.ts';
import { recordColumnValues } from '../../server/records/record-columns.ts';
import { deleteRecord, insertRecord, updateRecord } from '../../server/records/records.ts';
import { lastChangeColumns } from '../../server/records/optimistic-lock.ts';
import {
  coursesExistCheck,
  recordCourseIdsSql,
  setRecordCourses,
} from '../course-choice/course-choice.queries.ts';
import { rerateOpenTimes } from '../rates/open-times/rate-open-times.queries.ts';
import { Holiday, type HolidayForm, type holidays } from './holidays.contract.ts';

// SQL for the course names of all holidays together, because one query for each holiday takes three times as long.
const courseNames = `left join (select hc.holiday_id, string_agg(k.course_name, ', ' order by fold(k.course_name) collate "C") as course_names
  from holiday_courses hc join courses k on k.id = hc.course_id group by 1) n on n.holiday_id = h.id`;
const ofCourse = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<boolean>`exists (select from holiday_courses hc join courses k on k.id = hc.course_id where hc.holiday_id = h.id and ${condition})`;
const named = textFilter('k.course_name');

export const holidayList = defineList<typeof holidays.index>({
  table: 'holidays',
  as: 'h',
  joins: { n: courseNames },
  columns: {
    id: listColumn.shown('h.id'),
    name: listColumn.text('h.name'),
    start_date: listColumn.day('h.start_date'),
    end_date: listColumn.day('h.end_date'),
    course_names: { select: `coalesce(n.course_names, '')`, sort: optionalTextSort('n.course_names') },
    course_name: { filter: conditionFilter((typed) => ofCourse(sql<boolean>`${named.where(typed)}`)) },
    course_id: { filter: conditionFilter((typed) => ofCourse(sql<boolean>`k.id::text = ${typed}`)) },
    updated_at: listColumn.shown('h.updated_at'),
  },
  defaultSort: [['start_date', true]],
});

export const findHoliday = (db: Db, id: number) =>
  holidayList.find<Holiday>(db, id, 'This holiday', {
    courses: recordCourseIdsSql('holiday_courses', 'holiday_id = h.id'),
  });

export async function insertHoliday(db: Db, sent: UncheckedForm<HolidayForm>, { app, staff }: StaffContext) {
  const form = await validateForm(sent, ({ courses }) => [coursesExistCheck(db, courses)]);
  const saved = await insertRecord(db, 'holidays', {
    ...recordColumnValues(Holiday, form),
    ...lastChangeColumns(staff),
  });
  await setCoursesOf(db, saved.id, form);
  await rerateOpenTimes(db, app, idsOf(form));
  return saved;
}

export async function updateHoliday(
  db: Db,
  id: number,
  sent: UncheckedForm<HolidayForm>,
  { app, staff }: StaffContext,
) {
  const record = { table: 'holidays', id, stored: () => findHoliday(db, id), by: staff } as const;
  const form = await validateChange(db, record, sent, ({ courses }) => [coursesExistCheck(db, courses)]);
  const before = await coursesOf(db, id);
  await setCoursesOf(db, id, form);
  const saved = await updateRecord(db, 'holidays', id, {
    ...recordColumnValues(Holiday, form),
    ...lastChangeColumns(staff),
  });
  await rerateOpenTimes(db, app, [...before, ...idsOf(form)]);
  return saved;
}

export async function deleteHoliday(db: Db, app: AppContext, id: number) {
  const before = await coursesOf(db, id);
  const deleted = await deleteRecord(db, 'holidays', id, 'This holiday');
  await rerateOpenTimes(db, app, before);
  return deleted;
}

async function coursesOf(db: Db, id: number): Promise<number[]> {
  const courses = db.selectFrom('holiday_courses').select('course_id').where('holiday_id', '=', id);
  return (await courses.execute()).map(({ course_id }) => course_id);
}

const idsOf = ({ courses }: HolidayForm): number[] => courses.map(({ id }) => id);

const setCoursesOf = (db: Db, id: number, { courses }: HolidayForm) =>
  setRecordCourses(db, { table: 'holiday_courses', owner: 'holiday_id', id, courses });
