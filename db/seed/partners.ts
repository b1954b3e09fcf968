import { seedCourses } from './catalogue.ts';
import { insertRows, type SeedDb } from './insert.ts';

const PARTNERS = ['Fairway Escapes Travel', 'Coachella Resort Desk', 'Golf Pacific Tours'];
const PUBLIC_SITE = 'Fairway Tee Times';

/**
 * Creates three partners and the public site, and the course groups that say what each may request of which courses. None
 * has an API key yet.
 */
export async function fillPartners(db: SeedDb): Promise<void> {
  const users = [...PARTNERS, PUBLIC_SITE].map((api_user_name, i) => ({
    id: i + 1,
    api_user_name,
    is_public_site: api_user_name === PUBLIC_SITE,
  }));
  await insertRows(db, 'api_users', users);
  await insertRows(db, 'course_groups', [
    { id: 1, group_name: 'Coast courses' },
    { id: 2, group_name: 'Desert courses' },
    { id: 3, group_name: 'Everything, book and cancel' },
    { id: 4, group_name: 'Public site' },
  ]);
  const open = seedCourses().filter((course) => !course.inactive);
  const members = (group: number, region: string | null) =>
    open
      .filter((course) => region === null || course.region === region)
      .map((course) => ({ course_group_id: group, course_id: course.id }));
  await insertRows(db, 'course_group_courses', [
    ...members(1, 'coast'),
    ...members(2, 'desert'),
    ...members(3, null),
    ...members(4, null),
  ]);
  const may = (group: number, actions: number[]) =>
    actions.map((api_action_id) => ({ course_group_id: group, api_action_id }));
  await insertRows(db, 'course_group_actions', [
    ...may(1, [1, 2, 5]),
    ...may(2, [1, 2, 5]),
    ...may(3, [1, 2, 3, 4]),
    ...may(4, [1, 2, 3, 4, 5, 6]),
  ]);
  await insertRows(db, 'course_group_users', [
    { course_group_id: 1, api_user_id: 1 },
    { course_group_id: 2, api_user_id: 2 },
    { course_group_id: 3, api_user_id: 3 },
    { course_group_id: 4, api_user_id: 4 },
  ]);
}
