import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { DATES_IN_ORDER_RULE } from '../../contract/forms/fields.ts';
import type { CheckedForm } from '../../contract/forms/form.ts';
import { fieldKind } from '../../contract/forms/kinds.ts';
import { defineRecord } from '../../contract/forms/record.ts';
import {
  RecordIdParams,
  RowCount,
  CountQuery,
  DoneMessage,
  ListQuery,
  SavedRecordId,
} from '../../contract/wire.ts';
import { RecordCoursesField } from '../course-choice/course-choice.contract.ts';

export const Holiday = defineRecord(
  {
    name: fieldKind.name(100),
    start_date: fieldKind.day(),
    end_date: fieldKind.day(),
    courses: RecordCoursesField,
  },
  [DATES_IN_ORDER_RULE],
);
export type Holiday = z.infer<typeof Holiday.Shown>;
export type HolidayForm = CheckedForm<typeof Holiday>;

const HolidayRow = Holiday.row('name', 'start_date', 'end_date').extend({ course_names: z.string() });

const list = {
  filters: ['name', 'start_date', 'end_date', 'course_name', 'course_id'],
  sorts: ['name', 'start_date', 'end_date', 'course_names'],
  opens: { sort: [{ name: 'start_date', desc: true }] },
} as const;
const envelope = ['holiday'];
// prettier-ignore
export const holidays = {
  index:  defineCall({ method: 'GET',    path: '/api/holidays/index',    access: 'staff', query: ListQuery, list, answer: z.array(HolidayRow) }),
  count:  defineCall({ method: 'GET',    path: '/api/holidays/count',    access: 'staff', query: CountQuery, answer: RowCount }),
  show:   defineCall({ method: 'GET',    path: '/api/holidays/show/:id', access: 'staff', params: RecordIdParams, answer: Holiday.Shown }),
  create: defineCall({ method: 'POST',   path: '/api/holidays',          access: 'admin', changes: ['availability'], envelope, body: z.object({ holiday: Holiday.Form }), answer: SavedRecordId }),
  update: defineCall({ method: 'PUT',    path: '/api/holidays/update',   access: 'admin', changes: ['availability'], envelope, body: RecordIdParams.extend({ holiday: Holiday.Change }), answer: SavedRecordId }),
  remove: defineCall({ method: 'DELETE', path: '/api/holidays/:id',      access: 'admin', changes: ['availability'], params: RecordIdParams, answer: DoneMessage }),
};
