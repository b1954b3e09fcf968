import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { DAYS_IN_ORDER } from '../../contract/forms/fields.ts';
import type { FormOf } from '../../contract/forms/form.ts';
import { kind } from '../../contract/forms/kinds.ts';
import { record } from '../../contract/forms/record.ts';
import { ById, Count, CountQuery, DoneMessage, ListQuery, SavedId } from '../../contract/wire.ts';
import { CoursesOfRecord } from '../course-choice/course-choice.contract.ts';

export const Holiday = record(
  { name: kind.name(100), start_date: kind.day(), end_date: kind.day(), courses: CoursesOfRecord },
  [DAYS_IN_ORDER],
);
export type Holiday = z.infer<typeof Holiday.Shown>;
export type HolidayForm = FormOf<typeof Holiday>;

const HolidayRow = Holiday.row('name', 'start_date', 'end_date').extend({ course_names: z.string() });

const list = {
  filters: ['name', 'start_date', 'end_date', 'course_name', 'course_id'],
  sorts: ['name', 'start_date', 'end_date', 'course_names'],
  opens: { sort: [{ name: 'start_date', desc: true }] },
} as const;
const envelope = ['holiday'];
// prettier-ignore
export const holidays = {
  index:  call({ method: 'GET',    path: '/api/holidays/index',    access: 'staff', query: ListQuery, list, answer: z.array(HolidayRow) }),
  count:  call({ method: 'GET',    path: '/api/holidays/count',    access: 'staff', query: CountQuery, answer: Count }),
  show:   call({ method: 'GET',    path: '/api/holidays/show/:id', access: 'staff', params: ById, answer: Holiday.Shown }),
  create: call({ method: 'POST',   path: '/api/holidays',          access: 'admin', changes: ['availability'], envelope, body: z.object({ holiday: Holiday.Form }), answer: SavedId }),
  update: call({ method: 'PUT',    path: '/api/holidays/update',   access: 'admin', changes: ['availability'], envelope, body: ById.extend({ holiday: Holiday.Change }), answer: SavedId }),
  remove: call({ method: 'DELETE', path: '/api/holidays/:id',      access: 'admin', changes: ['availability'], params: ById, answer: DoneMessage }),
};
