import { sql } from 'kysely';
import type { Db, Staff } from '../../server/context.ts';
import { NotFound } from '../../server/errors.ts';
import { contains, day, list, text, value, where } from '../../server/lists.ts';
import { changedBy, lockSeen } from '../../server/stale.ts';
import { requireCourses } from '../courses/courses.queries.ts';
import type { Holiday, HolidayForm, HolidayRow } from './holidays.contract.ts';

const courseNames = `(select coalesce(string_agg(k.course_name, ', ' order by k.course_name), '')
  from holiday_courses hc join courses k on k.id = hc.course_id where hc.holiday_id = h.id)`;
const ofCourse = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<boolean>`exists (select from holiday_courses hc join courses k on k.id = hc.course_id where hc.holiday_id = h.id and ${condition})`;
const named = contains('k.course_name');

export const holidayList = list<HolidayRow>({
  table: 'holidays',
  as: 'h',
  select: {
    id: 'h.id',
    name: 'h.name',
    start_date: 'h.start_date',
    end_date: 'h.end_date',
    course_names: courseNames,
    updated_at: 'h.updated_at',
  },
  filters: {
    name: contains('h.name'),
    start_date: day('h.start_date'),
    end_date: day('h.end_date'),
    course_name: where((typed) => ofCourse(sql<boolean>`${named.where(typed)}`)),
    course_id: where((typed) => ofCourse(sql<boolean>`k.id::text = ${typed}`)),
  },
  sorts: {
    name: text('h.name'),
    start_date: value('h.start_date'),
    end_date: value('h.end_date'),
    course_names: value(`lower(${courseNames}) collate "C"`),
  },
  defaultSort: [['start_date', true]],
});

export async function findHoliday(db: Db, id: number): Promise<Holiday> {
  const holiday = await db
    .selectFrom('holidays')
    .select(['id', 'name', 'start_date', 'end_date', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!holiday) throw new NotFound('This holiday');
  const courses = await db
    .selectFrom('holiday_courses')
    .select('course_id as id')
    .where('holiday_id', '=', id)
    .orderBy('course_id')
    .execute();
  return { ...holiday, courses };
}

export async function insertHoliday(
  db: Db,
  { courses, updated_at: _, ...holiday }: HolidayForm,
  staff: Staff,
) {
  const saved = await db
    .insertInto('holidays')
    .values({ ...holiday, ...changedBy(staff) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setCourses(db, saved.id, courses);
  return saved;
}

export async function updateHoliday(db: Db, id: number, form: HolidayForm, staff: Staff) {
  const { courses, updated_at, ...holiday } = form;
  await lockSeen(db, 'holidays', id, updated_at);
  await db
    .updateTable('holidays')
    .set({ ...holiday, ...changedBy(staff) })
    .where('id', '=', id)
    .execute();
  await setCourses(db, id, courses);
  return { id };
}

export async function deleteHoliday(db: Db, id: number) {
  const deleted = await db.deleteFrom('holidays').where('id', '=', id).executeTakeFirst();
  if (deleted.numDeletedRows === 0n) throw new NotFound('This holiday');
  return {};
}

async function setCourses(db: Db, holiday_id: number, courses: { id: number }[]): Promise<void> {
  const ids = [...new Set(courses.map((course) => course.id))];
  await requireCourses(db, ids, 'courses');
  await db.deleteFrom('holiday_courses').where('holiday_id', '=', holiday_id).execute();
  if (ids.length === 0) return;
  await db
    .insertInto('holiday_courses')
    .values(ids.map((course_id) => ({ holiday_id, course_id })))
    .execute();
}
