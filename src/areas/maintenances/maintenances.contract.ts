import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { form, type FormOf } from '../../contract/form.ts';
import { DAYS_IN_ORDER, SeenAt } from '../../contract/fields.ts';
import { ById, Count, CountQuery, DateOnly, Done, Instant, ListQuery, Saved } from '../../contract/wire.ts';
import { ChosenCourse } from '../courses/courses.contract.ts';

const Maintenance = z.object({
  id: z.number(),
  start_date: DateOnly,
  end_date: DateOnly,
  description: z.string(),
  course: z.object({ id: z.number(), course_name: z.string() }),
  updated_at: Instant,
});
export type Maintenance = z.infer<typeof Maintenance>;

const MaintenanceForm = form(
  {
    start_date: DateOnly,
    end_date: DateOnly,
    course: ChosenCourse,
    description: z.string().trim().max(1000).default(''),
    updated_at: SeenAt,
  },
  [DAYS_IN_ORDER],
);
export type MaintenanceForm = FormOf<typeof MaintenanceForm>;

export const MaintenanceRow = Maintenance.omit({ course: true }).extend({ course_name: z.string() });
export type MaintenanceRow = z.infer<typeof MaintenanceRow>;

const list = {
  filters: ['start_date', 'end_date', 'course_name', 'course_id', 'description'],
  sorts: ['start_date', 'end_date', 'course_name', 'description'],
} as const;
const envelope = ['maintenance'];
// prettier-ignore
export const maintenances = {
  index:  call({ method: 'GET',    path: '/api/maintenances/index',    access: 'staff', query: ListQuery, list, answer: z.array(MaintenanceRow) }),
  count:  call({ method: 'GET',    path: '/api/maintenances/count',    access: 'staff', query: CountQuery, answer: Count }),
  show:   call({ method: 'GET',    path: '/api/maintenances/show/:id', access: 'staff', params: ById, answer: Maintenance }),
  create: call({ method: 'POST',   path: '/api/maintenances',          access: 'admin', envelope, body: z.object({ maintenance: MaintenanceForm.Form }), answer: Saved }),
  update: call({ method: 'PUT',    path: '/api/maintenances/update',   access: 'admin', envelope, body: ById.extend({ maintenance: MaintenanceForm.Change }), answer: Saved }),
  remove: call({ method: 'DELETE', path: '/api/maintenances/:id',      access: 'admin', params: ById, answer: Done }),
};
