import { sql } from 'kysely';
import type { Db, Staff } from '../../server/context.ts';
import { NotFound } from '../../server/errors.ts';
import { contains, day, exactly, list, text, value } from '../../server/lists.ts';
import { changedBy, lockSeen } from '../../server/stale.ts';
import { requireCourses } from '../courses/courses.queries.ts';
import type { Maintenance, MaintenanceForm, MaintenanceRow } from './maintenances.contract.ts';

export const maintenanceList = list<MaintenanceRow>({
  table: 'maintenances',
  as: 'm',
  joins: { k: 'join courses k on k.id = m.course_id' },
  select: {
    id: 'm.id',
    start_date: 'm.start_date',
    end_date: 'm.end_date',
    course_name: 'k.course_name',
    description: 'm.description',
    updated_at: 'm.updated_at',
  },
  filters: {
    start_date: day('m.start_date'),
    end_date: day('m.end_date'),
    course_name: contains('k.course_name'),
    course_id: exactly('m.course_id'),
    description: contains('m.description'),
  },
  sorts: {
    start_date: value('m.start_date'),
    end_date: value('m.end_date'),
    course_name: text('k.course_name'),
    description: text('m.description'),
  },
  defaultSort: [['start_date', true]],
});

export async function findMaintenance(db: Db, id: number): Promise<Maintenance> {
  const { rows } = await sql<Maintenance>`
    select m.id, m.start_date, m.end_date, m.description, m.updated_at,
      json_build_object('id', k.id, 'course_name', k.course_name) as course
    from maintenances m join courses k on k.id = m.course_id where m.id = ${id}`.execute(db);
  if (!rows[0]) throw new NotFound('This maintenance');
  return rows[0];
}

export async function insertMaintenance(db: Db, form: MaintenanceForm, staff: Staff) {
  await requireCourses(db, [form.course.id], 'course');
  return db
    .insertInto('maintenances')
    .values({ ...columnsOf(form), ...changedBy(staff) })
    .returning('id')
    .executeTakeFirstOrThrow();
}

export async function updateMaintenance(db: Db, id: number, form: MaintenanceForm, staff: Staff) {
  await lockSeen(db, 'maintenances', id, form.updated_at);
  await requireCourses(db, [form.course.id], 'course');
  await db
    .updateTable('maintenances')
    .set({ ...columnsOf(form), ...changedBy(staff) })
    .where('id', '=', id)
    .execute();
  return { id };
}

export async function deleteMaintenance(db: Db, id: number) {
  const deleted = await db.deleteFrom('maintenances').where('id', '=', id).executeTakeFirst();
  if (deleted.numDeletedRows === 0n) throw new NotFound('This maintenance');
  return {};
}

const columnsOf = ({ course, updated_at: _, ...same }: MaintenanceForm) => ({
  ...same,
  course_id: course.id,
});
