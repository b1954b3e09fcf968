import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { testRecordCalls } from '../../../test/support/catalogue.ts';
import { listsRecords } from '../../../test/support/catalogue-lists.ts';
import { aCourse } from '../../../test/support/factories.ts';
import { courseGroups } from './course-groups.contract.ts';

const app = testApp();
let admin: HeaderFields;
let course: number;
let user: { id: number };
beforeAll(async () => {
  admin = await app.signedIn('admin');
  const given = { course_name: 'Twin Oaks', city: 'San Marcos', email: 'shop@oaks.example', inactive: true };
  course = (await aCourse(app.db, given)).id;
  user = await app.db
    .insertInto('api_users')
    .values({ api_user_name: 'Golf Away Travel' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const make = async (group_name: string, courses: number[]) =>
    app.ok(
      courseGroups.create,
      { body: { course_group: { group_name, courses: courses.map((id) => ({ id })) } } },
      admin,
    );
  await make('desert partners', [course]);
  await make('Coast', []);
  await make('All 100%', [course]);
});

listsRecords(app, {
  calls: courseGroups,
  by: 'group_name',
  byDefault: () => ['All 100%', 'Coast', 'desert partners'],
  filters: () => [
    [{ group_name: 'PART' }, ['desert partners']],
    [{ group_name: '%' }, ['All 100%']],
    [{ course_id: course }, ['All 100%', 'desert partners']],
  ],
  sorts: () => [['group_name', ['All 100%', 'Coast', 'desert partners']]],
});

let made = 0;
testRecordCalls(app, {
  calls: courseGroups,
  key: 'course_group',
  writtenBy: 'admin',
  good: () => ({
    group_name: `Group ${(made += 1)}`,
    actions: [{ action: { id: 1 } }, { action: { id: 3 } }],
    users: [{ api_user: { id: user.id } }],
    courses: [{ id: course }],
  }),
  shown: () => ({
    group_name: expect.stringMatching(/^Group/),
    actions: undefined,
    users: undefined,
    courses: [
      {
        id: course,
        course_name: 'Twin Oaks',
        address: null,
        city: 'San Marcos',
        phone: null,
        email: 'shop@oaks.example',
        inactive: true,
        internal_only: false,
      },
    ],
    course_names: 'Twin Oaks',
    api_actions: [
      { id: 1, api_action_name: 'List courses' },
      { id: 3, api_action_name: 'Book' },
    ],
    api_users: [{ id: user.id, api_user_name: 'Golf Away Travel' }],
  }),
  changed: () => ({ courses: [] }),
  refused: () => [
    ['group_name', { group_name: '' }],
    ['group_name', { group_name: 'x'.repeat(101) }],
    ['group_name', { group_name: 'COAST' }],
    ['actions', { actions: [{ action: { id: 99 } }] }],
    ['actions', { actions: 'all' }],
    ['users', { users: [{ api_user: { id: 424_242 } }] }],
    ['courses', { courses: [{ id: 424_242 }] }],
  ],
});

test('is renamed, and keeps the lists that are left out', async () => {
  const { id } = await app.ok(
    courseGroups.create,
    { body: { course_group: { group_name: 'Before', courses: [{ id: course }] } } },
    admin,
  );
  await app.ok(courseGroups.update, { body: { id, course_group: { group_name: 'After' } } }, admin);
  expect(await app.ok(courseGroups.show, { params: { id } }, admin)).toMatchObject({
    group_name: 'After',
    courses: [{ id: course }],
  });
});

test('a member list that is empty empties it', async () => {
  const group = {
    group_name: 'Emptied',
    actions: [{ action: { id: 1 } }],
    users: [{ api_user: { id: user.id } }],
  };
  const { id } = await app.ok(courseGroups.create, { body: { course_group: group } }, admin);
  const emptied = { group_name: 'Emptied', actions: [], users: [] };
  await app.ok(courseGroups.update, { body: { id, course_group: emptied } }, admin);
  expect(await app.ok(courseGroups.show, { params: { id } }, admin)).toMatchObject({
    api_actions: [],
    api_users: [],
  });
});

test('the actions and users to choose from', async () => {
  const agent = await app.signedIn('agent');
  expect((await app.ok(courseGroups.actions, {}, agent)).map((action) => action.api_action_name)).toEqual([
    'List courses',
    'Search tee times',
    'Book',
    'Cancel',
    'Leave a lead',
    'Sell a gift certificate',
  ]);
  expect(await app.ok(courseGroups.users, {}, agent)).toEqual([
    { ...user, api_user_name: 'Golf Away Travel' },
  ]);
});
