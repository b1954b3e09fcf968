import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { defineForm, type CheckedForm } from '../../contract/forms/form.ts';
import { ExpectedUpdatedAt, RequiredText, TickedRecordIds } from '../../contract/forms/fields.ts';
import {
  RecordIdParams,
  RowCount,
  CountQuery,
  DoneMessage,
  SentRecordId,
  UtcInstant,
  ListQuery,
  SavedRecordId,
} from '../../contract/wire.ts';

const ApiAction = z.object({ id: z.number(), api_action_name: z.string() });
const ApiUser = z.object({ id: z.number(), api_user_name: z.string() });
const CourseSummary = z.object({
  id: z.number(),
  course_name: z.string(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  inactive: z.boolean(),
  internal_only: z.boolean(),
});
const CourseGroup = z.object({
  id: z.number(),
  group_name: z.string(),
  courses: z.array(CourseSummary),
  course_names: z.string(),
  api_actions: z.array(ApiAction),
  api_users: z.array(ApiUser),
  updated_at: UtcInstant,
});
export type CourseGroup = z.infer<typeof CourseGroup>;

const ChosenId = z.object({ id: SentRecordId });
const most = 1000;
const CourseGroupForm = defineForm({
  group_name: RequiredText(100),
  actions: z
    .array(z.object({ action: ChosenId }))
    .max(most)
    .optional(),
  users: z
    .array(z.object({ api_user: ChosenId }))
    .max(most)
    .optional(),
  courses: TickedRecordIds.optional(),
  updated_at: ExpectedUpdatedAt,
});
export type CourseGroupForm = CheckedForm<typeof CourseGroupForm>;

const CourseGroupRow = z.object({ id: z.number(), group_name: z.string(), updated_at: UtcInstant });
export type CourseGroupRow = z.infer<typeof CourseGroupRow>;

const list = {
  filters: ['group_name', 'course_id'],
  sorts: ['group_name'],
  opens: { sort: [{ name: 'group_name', desc: false }], paging: 'none' },
} as const;
const envelope = ['course_group'];
// prettier-ignore
export const courseGroups = {
  index:   defineCall({ method: 'GET',    path: '/api/course_groups/index',    access: 'staff', query: ListQuery, list, answer: z.array(CourseGroupRow) }),
  count:   defineCall({ method: 'GET',    path: '/api/course_groups/count',    access: 'staff', query: CountQuery, answer: RowCount }),
  show:    defineCall({ method: 'GET',    path: '/api/course_groups/show/:id', access: 'staff', params: RecordIdParams, answer: CourseGroup }),
  create:  defineCall({ method: 'POST',   path: '/api/course_groups',          access: 'admin', changes: ['availability'], envelope, body: z.object({ course_group: CourseGroupForm.Form }), answer: SavedRecordId }),
  update:  defineCall({ method: 'PUT',    path: '/api/course_groups/update',   access: 'admin', changes: ['availability'], envelope, body: RecordIdParams.extend({ course_group: CourseGroupForm.Change }), answer: SavedRecordId }),
  remove:  defineCall({ method: 'DELETE', path: '/api/course_groups/:id',      access: 'admin', changes: ['availability'], params: RecordIdParams, answer: DoneMessage }),
  actions: defineCall({ method: 'GET',    path: '/api/api_actions/index',      access: 'staff', answer: z.array(ApiAction) }),
  users:   defineCall({ method: 'GET',    path: '/api/api_users/index',        access: 'staff', answer: z.array(ApiUser) }),
};
