import { sql } from 'kysely';
import type { UncheckedForm } from '../../contract/forms/form.ts';
import type { Db, Staff } from '../../server/process/context.ts';
import { InvalidFields } from '../../server/http/errors.ts';
import { validateForm, validateChange } from '../../server/records/forms.ts';
import { listColumn } from '../../server/lists/list-columns.ts';
import { conditionFilter } from '../../server/lists/list-filters.ts';
import { defineList } from '../../server/lists/lists.ts';
import { deleteRecord, insertRecord, replaceMembers, updateRecord } from '../../server/records/records.ts';
import { lastChangeColumns } from '../../server/records/optimistic-lock.ts';
import { uniqueTextCheck } from '../../server/records/unique.ts';
import { coursesExistCheck, setRecordCourses } from '../course-choice/course-choice.queries.ts';
import type { CourseGroup, CourseGroupForm, courseGroups } from './course-groups.contract.ts';

const hasCourse = (typed: string) =>
  sql<boolean>`exists (select from course_group_courses c where c.course_group_id = g.id and c.course_id::text = ${typed})`;

export const courseGroupList = defineList<typeof courseGroups.index>({
  table: 'course_groups',
  as: 'g',
  columns: {
    id: listColumn.shown('g.id'),
    group_name: listColumn.text('g.group_name'),
    course_id: { filter: conditionFilter(hasCourse) },
    updated_at: listColumn.shown('g.updated_at'),
  },
  defaultSort: [['group_name', false]],
  perPage: 'all',
});

export const allApiActions = (db: Db) =>
  db.selectFrom('api_actions').select(['id', 'api_action_name']).orderBy('id').execute();

export const allApiUsers = (db: Db) =>
  db
    .selectFrom('api_users')
    .select(['id', 'api_user_name'])
    .orderBy(sql`fold(api_user_name) collate "C"`)
    .execute();

const COURSES_OF_GROUP = `from course_group_courses x join courses k on k.id = x.course_id where x.course_group_id = g.id`;

export const findCourseGroup = (db: Db, id: number) =>
  courseGroupList.find<CourseGroup>(db, id, 'This course group', {
    courses: `coalesce((select json_agg(json_build_object('id', k.id, 'course_name', k.course_name, 'address', k.address,
        'city', k.city, 'phone', k.phone, 'email', k.email, 'inactive', k.inactive, 'internal_only', k.internal_only)
      order by fold(k.course_name) collate "C") ${COURSES_OF_GROUP}), '[]')`,
    course_names: `coalesce((select string_agg(k.course_name, ', ' order by fold(k.course_name) collate "C") ${COURSES_OF_GROUP}), '')`,
    api_actions: `coalesce((select json_agg(json_build_object('id', a.id, 'api_action_name', a.api_action_name) order by a.id)
      from course_group_actions x join api_actions a on a.id = x.api_action_id where x.course_group_id = g.id), '[]')`,
    api_users: `coalesce((select json_agg(json_build_object('id', u.id, 'api_user_name', u.api_user_name) order by u.id)
      from course_group_users x join api_users u on u.id = x.api_user_id where x.course_group_id = g.id), '[]')`,
  });

const checksOf =
  (db: Db, except: number) =>
  ({ group_name, courses, actions, users }: Partial<CourseGroupForm>) => [
    uniqueTextCheck(db, {
      table: 'course_groups',
      column: 'group_name',
      text: group_name,
      except,
      same: 'name',
    }),
    coursesExistCheck(db, courses),
    actions && (() => requireAll(db, 'api_actions', actionIds(actions), 'actions')),
    users && (() => requireAll(db, 'api_users', userIds(users), 'users')),
  ];

export async function insertCourseGroup(db: Db, sent: UncheckedForm<CourseGroupForm>, staff: Staff) {
  const form = await validateForm(sent, checksOf(db, 0));
  const { group_name } = form;
  const saved = await insertRecord(db, 'course_groups', { group_name, ...lastChangeColumns(staff) });
  await setMembersOf(db, saved.id, form);
  return saved;
}

export async function updateCourseGroup(
  db: Db,
  id: number,
  sent: UncheckedForm<CourseGroupForm>,
  staff: Staff,
) {
  const stored = async () => {
    const { api_actions, api_users, ...group } = await findCourseGroup(db, id);
    const actions = api_actions.map((action) => ({ action }));
    return { ...group, actions, users: api_users.map((api_user) => ({ api_user })) };
  };
  const record = { table: 'course_groups', id, stored, by: staff } as const;
  const form = await validateChange(db, record, sent, checksOf(db, id));
  const { group_name } = form;
  await setMembersOf(db, id, form);
  return updateRecord(db, 'course_groups', id, { group_name, ...lastChangeColumns(staff) });
}

export const deleteCourseGroup = (db: Db, id: number) =>
  deleteRecord(db, 'course_groups', id, 'This course group');

async function setMembersOf(db: Db, id: number, { courses, actions, users }: CourseGroupForm): Promise<void> {
  const group = { owner: 'course_group_id', id };
  if (courses) await setRecordCourses(db, { ...group, table: 'course_group_courses', courses });
  if (actions) {
    const ids = actionIds(actions);
    await replaceMembers(db, { ...group, table: 'course_group_actions', column: 'api_action_id', ids });
  }
  if (users) {
    const ids = userIds(users);
    await replaceMembers(db, { ...group, table: 'course_group_users', column: 'api_user_id', ids });
  }
}

const actionIds = (actions: { action: { id: number } }[]) => actions.map(({ action }) => action.id);
const userIds = (users: { api_user: { id: number } }[]) => users.map(({ api_user }) => api_user.id);

async function requireAll(db: Db, table: 'api_actions' | 'api_users', ids: number[], field: string) {
  const { rows } = await sql`select from ${sql.table(table)} where id = any(${ids})`.execute(db);
  if (rows.length < new Set(ids).size)
    throw new InvalidFields({ [field]: ['names one that does not exist'] });
}
