import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { form, type FormOf } from '../../contract/forms/form.ts';
import { SeenAt, Text, TickedIds } from '../../contract/forms/fields.ts';
import {
  ById,
  Count,
  CountQuery,
  DoneMessage,
  Id,
  Instant,
  ListQuery,
  SavedId,
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
  updated_at: Instant,
});
export type CourseGroup = z.infer<typeof CourseGroup>;

const ChosenId = z.object({ id: Id });
const most = 1000;
const CourseGroupForm = form({
  group_name: Text(100),
  actions: z
    .array(z.object({ action: ChosenId }))
    .max(most)
    .optional(),
  users: z
    .array(z.object({ api_user: ChosenId }))
    .max(most)
    .optional(),
  courses: TickedIds.optional(),
  updated_at: SeenAt,
});
export type CourseGroupForm = FormOf<typeof CourseGroupForm>;

const CourseGroupRow = z.object({ id: z.number(), group_name: z.string(), updated_at: Instant });
export type CourseGroupRow = z.infer<typeof CourseGroupRow>;

const list = {
  filters: ['group_name', 'course_id'],
  sorts: ['group_name'],
  opens: { sort: [{ name: 'group_name', desc: false }], paging: 'none' },
} as const;
const envelope = ['course_group'];
// prettier-ignore
export const courseGroups = {
  index:   call({ method: 'GET',    path: '/api/course_groups/index',    access: 'staff', query: ListQuery, list, answer: z.array(CourseGroupRow) }),
  count:   call({ method: 'GET',    path: '/api/course_groups/count',    access: 'staff', query: CountQuery, answer: Count }),
  show:    call({ method: 'GET',    path: '/api/course_groups/show/:id', access: 'staff', params: ById, answer: CourseGroup }),
  create:  call({ method: 'POST',   path: '/api/course_groups',          access: 'admin', changes: ['availability'], envelope, body: z.object({ course_group: CourseGroupForm.Form }), answer: SavedId }),
  update:  call({ method: 'PUT',    path: '/api/course_groups/update',   access: 'admin', changes: ['availability'], envelope, body: ById.extend({ course_group: CourseGroupForm.Change }), answer: SavedId }),
  remove:  call({ method: 'DELETE', path: '/api/course_groups/:id',      access: 'admin', changes: ['availability'], params: ById, answer: DoneMessage }),
  actions: call({ method: 'GET',    path: '/api/api_actions/index',      access: 'staff', answer: z.array(ApiAction) }),
  users:   call({ method: 'GET',    path: '/api/api_users/index',        access: 'staff', answer: z.array(ApiUser) }),
};
