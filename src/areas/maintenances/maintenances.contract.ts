import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { DAYS_IN_ORDER } from '../../contract/forms/fields.ts';
import type { FormOf } from '../../contract/forms/form.ts';
import { kind } from '../../contract/forms/kinds.ts';
import { record } from '../../contract/forms/record.ts';
import { ById, Count, CountQuery, DoneMessage, ListQuery, SavedId } from '../../contract/wire.ts';
import { CourseOfRecord } from '../course-choice/course-choice.contract.ts';

export const Maintenance = record(
  { start_date: kind.day(), end_date: kind.day(), course: CourseOfRecord, description: kind.text(1000) },
  [DAYS_IN_ORDER],
);
export type Maintenance = z.infer<typeof Maintenance.Shown>;
export type MaintenanceForm = FormOf<typeof Maintenance>;

const MaintenanceRow = Maintenance.row('start_date', 'end_date', 'description').extend({
  course_name: z.string(),
});

const list = {
  filters: ['start_date', 'end_date', 'course_name', 'course_id', 'description'],
  sorts: ['start_date', 'end_date', 'course_name', 'description'],
  opens: { sort: [{ name: 'start_date', desc: true }] },
} as const;
const envelope = ['maintenance'];
// prettier-ignore
export const maintenances = {
  index:  call({ method: 'GET',    path: '/api/maintenances/index',    access: 'staff', query: ListQuery, list, answer: z.array(MaintenanceRow) }),
  count:  call({ method: 'GET',    path: '/api/maintenances/count',    access: 'staff', query: CountQuery, answer: Count }),
  show:   call({ method: 'GET',    path: '/api/maintenances/show/:id', access: 'staff', params: ById, answer: Maintenance.Shown }),
  create: call({ method: 'POST',   path: '/api/maintenances',          access: 'admin', changes: ['availability'], envelope, body: z.object({ maintenance: Maintenance.Form }), answer: SavedId }),
  update: call({ method: 'PUT',    path: '/api/maintenances/update',   access: 'admin', changes: ['availability'], envelope, body: ById.extend({ maintenance: Maintenance.Change }), answer: SavedId }),
  remove: call({ method: 'DELETE', path: '/api/maintenances/:id',      access: 'admin', changes: ['availability'], params: ById, answer: DoneMessage }),
};
