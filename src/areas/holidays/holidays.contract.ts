import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { form, type FormOf } from '../../contract/form.ts';
import { DAYS_IN_ORDER, SeenAt, Text, Ticked } from '../../contract/fields.ts';
import { ById, Count, CountQuery, DateOnly, Done, Instant, ListQuery, Saved } from '../../contract/wire.ts';

const Holiday = z.object({
  id: z.number(),
  name: z.string(),
  start_date: DateOnly,
  end_date: DateOnly,
  courses: z.array(z.object({ id: z.number() })),
  updated_at: Instant,
});
export type Holiday = z.infer<typeof Holiday>;

const HolidayForm = form(
  {
    name: Text(100),
    start_date: DateOnly,
    end_date: DateOnly,
    courses: Ticked.default([]),
    updated_at: SeenAt,
  },
  [DAYS_IN_ORDER],
);
export type HolidayForm = FormOf<typeof HolidayForm>;

export const HolidayRow = Holiday.omit({ courses: true }).extend({ course_names: z.string() });
export type HolidayRow = z.infer<typeof HolidayRow>;

const list = {
  filters: ['name', 'start_date', 'end_date', 'course_name', 'course_id'],
  sorts: ['name', 'start_date', 'end_date', 'course_names'],
} as const;
const envelope = ['holiday'];
// prettier-ignore
export const holidays = {
  index:  call({ method: 'GET',    path: '/api/holidays/index',    access: 'staff', query: ListQuery, list, answer: z.array(HolidayRow) }),
  count:  call({ method: 'GET',    path: '/api/holidays/count',    access: 'staff', query: CountQuery, answer: Count }),
  show:   call({ method: 'GET',    path: '/api/holidays/show/:id', access: 'staff', params: ById, answer: Holiday }),
  create: call({ method: 'POST',   path: '/api/holidays',          access: 'admin', envelope, body: z.object({ holiday: HolidayForm.Form }), answer: Saved }),
  update: call({ method: 'PUT',    path: '/api/holidays/update',   access: 'admin', envelope, body: ById.extend({ holiday: HolidayForm.Change }), answer: Saved }),
  remove: call({ method: 'DELETE', path: '/api/holidays/:id',      access: 'admin', params: ById, answer: Done }),
};
