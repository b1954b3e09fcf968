import type { UncheckedForm } from '../../contract/forms/form.ts';
import type { Db, AppContext, StaffContext } from '../../server/process/context.ts';
import { validateForm, validateChange } from '../../server/records/forms.ts';
import { listColumn } from '../../server/lists/list-columns.ts';
import { exactNumberFilter } from '../../server/lists/list-filters.ts';
import { defineList } from '../../server/lists/lists.ts';
import { recordColumnValues } from '../../server/records/record-columns.ts';
import { deleteRecord, insertRecord, updateRecord } from '../../server/records/records.ts';
import { lastChangeColumns } from '../../server/records/optimistic-lock.ts';
import { RECORD_COURSE_SQL, courseExistsCheck } from '../course-choice/course-choice.queries.ts';
import { rerateOpenTimes } from '../rates/open-times/rate-open-times.queries.ts';
import { Maintenance, type MaintenanceForm, type maintenances } from './maintenances.contract.ts';

export const maintenanceList = defineList<typeof maintenances.index>({
  table: 'maintenances',
  as: 'm',
  joins: { k: 'join courses k on k.id = m.course_id' },
  columns: {
    id: listColumn.shown('m.id'),
    start_date: listColumn.day('m.start_date'),
    end_date: listColumn.day('m.end_date'),
    course_name: listColumn.text('k.course_name'),
    course_id: { filter: exactNumberFilter('m.course_id') },
    description: listColumn.optionalText('m.description'),
    updated_at: listColumn.shown('m.updated_at'),
  },
  defaultSort: [['start_date', true]],
});

export const findMaintenance = (db: Db, id: number) =>
  maintenanceList.find<Maintenance>(db, id, 'This maintenance', { course: RECORD_COURSE_SQL });

export async function insertMaintenance(
  db: Db,
  sent: UncheckedForm<MaintenanceForm>,
  { app, staff }: StaffContext,
) {
  const form = await validateForm(sent, ({ course }) => [courseExistsCheck(db, course)]);
  const saved = await insertRecord(db, 'maintenances', {
    ...allColumnsOf(form),
    ...lastChangeColumns(staff),
  });
  await rerateOpenTimes(db, app, [form.course.id]);
  return saved;
}

export async function updateMaintenance(
  db: Db,
  id: number,
  sent: UncheckedForm<MaintenanceForm>,
  { app, staff }: StaffContext,
) {
  const record = { table: 'maintenances', id, stored: () => findMaintenance(db, id), by: staff } as const;
  const form = await validateChange(db, record, sent, ({ course }) => [courseExistsCheck(db, course)]);
  const before = await coursesOf(db, id);
  const columns = { ...allColumnsOf(form), ...lastChangeColumns(staff) };
  const saved = await updateRecord(db, 'maintenances', id, columns);
  await rerateOpenTimes(db, app, [...before, form.course.id]);
  return saved;
}

export async function deleteMaintenance(db: Db, app: AppContext, id: number) {
  const before = await coursesOf(db, id);
  const deleted = await deleteRecord(db, 'maintenances', id, 'This maintenance');
  await rerateOpenTimes(db, app, before);
  return deleted;
}

async function coursesOf(db: Db, id: number): Promise<number[]> {
  const courses = db.selectFrom('maintenances').select('course_id').where('id', '=', id);
  return (await courses.execute()).map(({ course_id }) => course_id);
}

const allColumnsOf = (form: MaintenanceForm) => ({
  ...recordColumnValues(Maintenance, form),
  course_id: form.course.id,
});
