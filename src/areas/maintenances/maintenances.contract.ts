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
import { RecordCourseField } from '../course-choice/course-choice.contract.ts';

export const Maintenance = defineRecord(
  {
    start_date: fieldKind.day(),
    end_date: fieldKind.day(),
    course: RecordCourseField,
    description: fieldKind.text(1000),
  },
  [DATES_IN_ORDER_RULE],
);
export type Maintenance = z.infer<typeof Maintenance.Shown>;
export type MaintenanceForm = CheckedForm<typeof Maintenance>;

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
  index:  defineCall({ method: 'GET',    path: '/api/maintenances/index',    access: 'staff', query: ListQuery, list, answer: z.array(MaintenanceRow) }),
  count:  defineCall({ method: 'GET',    path: '/api/maintenances/count',    access: 'staff', query: CountQuery, answer: RowCount }),
  show:   defineCall({ method: 'GET',    path: '/api/maintenances/show/:id', access: 'staff', params: RecordIdParams, answer: Maintenance.Shown }),
  create: defineCall({ method: 'POST',   path: '/api/maintenances',          access: 'admin', changes: ['availability'], envelope, body: z.object({ maintenance: Maintenance.Form }), answer: SavedRecordId }),
  update: defineCall({ method: 'PUT',    path: '/api/maintenances/update',   access: 'admin', changes: ['availability'], envelope, body: RecordIdParams.extend({ maintenance: Maintenance.Change }), answer: SavedRecordId }),
  remove: defineCall({ method: 'DELETE', path: '/api/maintenances/:id',      access: 'admin', changes: ['availability'], params: RecordIdParams, answer: DoneMessage }),
};
