import { sql } from 'kysely';
import type { Db, Staff } from '../../server/context.ts';
import { Invalid, NotFound } from '../../server/errors.ts';
import { contains, list, text, where } from '../../server/lists.ts';
import { changedBy, lockSeen } from '../../server/stale.ts';
import { requireFree } from '../../server/unique.ts';
import { requireCourses } from '../courses/courses.queries.ts';
import type { CourseGroup, CourseGroupForm, CourseGroupRow } from './course-groups.contract.ts';

export const courseGroupList = list<CourseGroupRow>({
  table: 'course_groups',
  as: 'g',
  select: { id: 'g.id', group_name: 'g.group_name', updated_at: 'g.updated_at' },
  filters: {
    group_name: contains('g.group_name'),
    course_id: where(
      (typed) =>
        sql<boolean>`exists (select from course_group_courses c where c.course_group_id = g.id and c.course_id::text = ${typed})`,
    ),
  },
  sorts: { group_name: text('g.group_name') },
  defaultSort: [['group_name', false]],
  perPage: 'all',
});

export const allApiActions = (db: Db) =>
  db.selectFrom('api_actions').select(['id', 'api_action_name']).orderBy('id').execute();

export const allApiUsers = (db: Db) =>
  db.selectFrom('api_users').select(['id', 'api_user_name']).orderBy('api_user_name').execute();

export async function findCourseGroup(db: Db, id: number): Promise<CourseGroup> {
  const { rows } = await sql<CourseGroup>`
    select g.id, g.group_name, g.updated_at,
      coalesce((select json_agg(json_build_object('id', c.course_id) order by c.course_id)
        from course_group_courses c where c.course_group_id = g.id), '[]') as courses,
      coalesce((select json_agg(json_build_object('id', a.id, 'api_action_name', a.api_action_name) order by a.id)
        from course_group_actions x join api_actions a on a.id = x.api_action_id where x.course_group_id = g.id), '[]') as api_actions,
      coalesce((select json_agg(json_build_object('id', u.id, 'api_user_name', u.api_user_name) order by u.id)
        from course_group_users x join api_users u on u.id = x.api_user_id where x.course_group_id = g.id), '[]') as api_users
    from course_groups g where g.id = ${id}`.execute(db);
  if (!rows[0]) throw new NotFound('This course group');
  return rows[0];
}

export async function insertCourseGroup(db: Db, form: CourseGroupForm, staff: Staff) {
  const { group_name } = form;
  await requireFree(db, { table: 'course_groups', column: 'group_name', text: group_name, except: 0 });
  const saved = await db
    .insertInto('course_groups')
    .values({ group_name, ...changedBy(staff) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setMembers(db, saved.id, form);
  return saved;
}

export async function updateCourseGroup(db: Db, id: number, form: CourseGroupForm, staff: Staff) {
  const { group_name } = form;
  await lockSeen(db, 'course_groups', id, form.updated_at);
  await requireFree(db, { table: 'course_groups', column: 'group_name', text: group_name, except: id });
  await db
    .updateTable('course_groups')
    .set({ group_name, ...changedBy(staff) })
    .where('id', '=', id)
    .execute();
  await setMembers(db, id, form);
  return { id };
}

export async function deleteCourseGroup(db: Db, id: number) {
  const deleted = await db.deleteFrom('course_groups').where('id', '=', id).executeTakeFirst();
  if (deleted.numDeletedRows === 0n) throw new NotFound('This course group');
  return {};
}

async function setMembers(db: Db, id: number, { courses, actions, users }: CourseGroupForm): Promise<void> {
  const courseIds = courses?.map((course) => course.id);
  if (courseIds) await requireCourses(db, courseIds, 'courses');
  await replace(db, id, { table: 'course_group_courses', column: 'course_id', ids: courseIds });
  const actionIds = actions?.map(({ action }) => action.id);
  await requireAll(db, 'api_actions', actionIds, 'actions');
  await replace(db, id, { table: 'course_group_actions', column: 'api_action_id', ids: actionIds });
  const userIds = users?.map(({ api_user }) => api_user.id);
  await requireAll(db, 'api_users', userIds, 'users');
  await replace(db, id, { table: 'course_group_users', column: 'api_user_id', ids: userIds });
}

async function requireAll(
  db: Db,
  table: 'api_actions' | 'api_users',
  ids: number[] | undefined,
  field: string,
): Promise<void> {
  const { rows } = await sql`select from ${sql.table(table)} where id = any(${ids ?? []})`.execute(db);
  if (rows.length < new Set(ids).size) throw new Invalid({ [field]: ['names one that does not exist'] });
}

type Members = { table: string; column: string; ids: number[] | undefined };

async function replace(db: Db, id: number, { table, column, ids }: Members): Promise<void> {
  if (!ids) return;
  await sql`delete from ${sql.table(table)} where course_group_id = ${id}`.execute(db);
  await sql`insert into ${sql.table(table)} (course_group_id, ${sql.ref(column)})
    select ${id}, member from unnest(${[...new Set(ids)]}::bigint[]) as member`.execute(db);
}
