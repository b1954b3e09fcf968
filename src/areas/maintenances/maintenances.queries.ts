import type { SentForm } from '../../contract/forms/form.ts';
import type { Db, AppContext, StaffContext } from '../../server/process/context.ts';
import { accepted, acceptedChange } from '../../server/records/forms.ts';
import { column } from '../../server/lists/list-columns.ts';
import { exactly } from '../../server/lists/list-filters.ts';
import { list } from '../../server/lists/lists.ts';
import { columnValues } from '../../server/records/record-columns.ts';
import { deleteRecord, insertRecord, updateRecord } from '../../server/records/records.ts';
import { lastChangeColumns } from '../../server/records/optimistic-lock.ts';
import { COURSE_OF_RECORD, isCourse } from '../course-choice/course-choice.queries.ts';
import { rateOpenTimes } from '../rates/open-times/rate-open-times.queries.ts';
import { Maintenance, type MaintenanceForm, type maintenances } from './maintenances.contract.ts';

export const maintenanceList = list<typeof maintenances.index>({
  table: 'maintenances',
  as: 'm',
  joins: { k: 'join courses k on k.id = m.course_id' },
  columns: {
    id: column.shown('m.id'),
    start_date: column.day('m.start_date'),
    end_date: column.day('m.end_date'),
    course_name: column.text('k.course_name'),
    course_id: { filter: exactly('m.course_id') },
    description: column.optionalText('m.description'),
    updated_at: column.shown('m.updated_at'),
  },
  defaultSort: [['start_date', true]],
});

export const findMaintenance = (db: Db, id: number) =>
  maintenanceList.find<Maintenance>(db, id, 'This maintenance', { course: COURSE_OF_RECORD });

export async function insertMaintenance(
  db: Db,
  sent: SentForm<MaintenanceForm>,
  { app, staff }: StaffContext,
) {
  const form = await accepted(sent, ({ course }) => [isCourse(db, course)]);
  const saved = await insertRecord(db, 'maintenances', {
    ...allColumnsOf(form),
    ...lastChangeColumns(staff),
  });
  await rateOpenTimes(db, app, [form.course.id]);
  return saved;
}

export async function updateMaintenance(
  db: Db,
  id: number,
  sent: SentForm<MaintenanceForm>,
  { app, staff }: StaffContext,
) {
  const record = { table: 'maintenances', id, stored: () => findMaintenance(db, id), by: staff } as const;
  const form = await acceptedChange(db, record, sent, ({ course }) => [isCourse(db, course)]);
  const before = await coursesOf(db, id);
  const columns = { ...allColumnsOf(form), ...lastChangeColumns(staff) };
  const saved = await updateRecord(db, 'maintenances', id, columns);
  await rateOpenTimes(db, app, [...before, form.course.id]);
  return saved;
}

export async function deleteMaintenance(db: Db, app: AppContext, id: number) {
  const before = await coursesOf(db, id);
  const deleted = await deleteRecord(db, 'maintenances', id, 'This maintenance');
  await rateOpenTimes(db, app, before);
  return deleted;
}

async function coursesOf(db: Db, id: number): Promise<number[]> {
  const courses = db.selectFrom('maintenances').select('course_id').where('id', '=', id);
  return (await courses.execute()).map(({ course_id }) => course_id);
}

const allColumnsOf = (form: MaintenanceForm) => ({
  ...columnValues(Maintenance, form),
  course_id: form.course.id,
});
