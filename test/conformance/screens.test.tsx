import { describe, expect, test } from 'vitest';
import { contractOfAllAreas } from '../../src/app/areas.ts';
import { SCREEN_LISTS } from '../../src/app/openings.ts';
import { SCREENS } from '../../src/app/screens.tsx';
import type { HttpCall } from '../../src/contract/call.ts';
import { topBarLinks, buildMenu } from '../../src/web/navigation/menu.ts';
import { AREAS } from '../journeys/areas.ts';
import { CHECKED_PATHS } from '../journeys/all-screens.ts';

// Agents may open a course group by its address, but have no menu entry for it.
const LED_TO_BY_ADMINS_ONLY = ['courseGroups', 'outbox'];

const pathsFor = (admin: boolean): string[] =>
  buildMenu(SCREENS, admin).groups.flatMap(({ entries }) => entries.map(({ path }) => path));

describe('the lists', () => {
  const isList = ({ list }: HttpCall) => list !== undefined;
  const withList = Object.entries(contractOfAllAreas).filter(([, calls]) =>
    Object.values<HttpCall>(calls).some(isList),
  );

  test('are there', () => expect(withList.length).toBeGreaterThan(10));

  test.each(withList)('of %s open with what they sort and filter by', (_, calls) => {
    for (const { list } of Object.values<HttpCall>(calls)) {
      const { sort = [], filters = {}, capped = [] } = list?.opens ?? {};
      expect(list?.sorts ?? []).toEqual(expect.arrayContaining(sort.map(({ name }) => name)));
      expect(list?.filters ?? []).toEqual(expect.arrayContaining([...Object.keys(filters), ...capped]));
    }
  });

  test.each(withList)('of %s have a screen, where the drawer leads who may see it', (area, calls) => {
    const own = Object.entries(SCREEN_LISTS).find(([, list]) =>
      Object.values<HttpCall>(calls).includes(list.index),
    );
    const [path] = own ?? ['none'];
    const isForAdmins =
      LED_TO_BY_ADMINS_ONLY.includes(area) ||
      Object.values<HttpCall>(calls).some((called) => isList(called) && called.access === 'admin');
    expect(SCREENS.map((screen) => screen.path)).toContain(path);
    expect(pathsFor(true)).toContain(path);
    expect(pathsFor(false).includes(path), `${path} is led to by agents`).toBe(!isForAdmins);
    expect(CHECKED_PATHS, `${path} among the screens that a browser looks at`).toContain(path);
  });
});

test('every address is listed once', () => {
  const paths = SCREENS.map(({ path }) => path);
  expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
});

const screenAt = (path: string) => {
  const found = SCREENS.find((screen) => screen.path === path);
  if (!found) throw new Error(`There is no screen at ${path}.`);
  return found;
};
const labels = (path: string, courseId: number | null, admin: boolean): string[] =>
  topBarLinks(screenAt(path).links ?? [], courseId, admin).map(({ label }) => label);

test.each(AREAS.flatMap(({ list, newLink }) => (newLink ? [{ list, ...newLink }] : [])))(
  'the New link of $list is there for whom it is for',
  ({ list, label, admins }) => {
    expect(labels(list, null, true)).toEqual([label]);
    expect(labels(list, null, false)).toEqual(admins ? [] : [label]);
  },
);

test.each([
  ['/manage-gift-certificates', null, false, ['New Gift Certificate', 'Sales Configuration']],
  ['/gift-certificate-sales', null, false, ['Sales Configuration']],
  ['/manage-customer/$id', 7, false, ['New Customer']],
  ['/manage-discount/$id', 7, true, ['New Discount']],
  ['/manage-course/$id', 17, true, ['New Course', 'New Maintenance', 'New Holiday', 'New Rental Club']],
  ['/manage-course/$id', null, true, ['New Course']],
  ['/manage-course/$id', 17, false, []],
  ['/home', null, true, []],
])('the links of %s, course %s, for an admin (%s) are %j', (path, courseId, admin, expected) => {
  expect(labels(path, courseId, admin)).toEqual(expected);
});

test('a course page appends its id to what it preselects', () => {
  const links = topBarLinks(screenAt('/manage-course/$id').links ?? [], 17, true);
  expect(links.map(({ path }) => path)).toEqual([
    '/course/new/',
    '/maintenance/new/17',
    '/holiday/new/17',
    '/rental-club/new/17',
  ]);
});

test('the drawer shows course groups, discounts, users, partners, webhooks, templates, messages, the mailbox, imports and the audit to admins only', () => {
  expect(pathsFor(true).filter((path) => !pathsFor(false).includes(path))).toEqual([
    '/manage-course-groups',
    '/manage-discounts',
    '/ric-users',
    '/manage-partners',
    '/webhooks',
    '/email-templates',
    '/ric-messages',
    '/mailbox',
    '/imports',
    '/audit',
  ]);
});

test('the palette offers an agent no link that makes what only admins make', () => {
  const agents = buildMenu(SCREENS, false).links.map(({ label }) => label);
  expect(agents.toSorted()).toEqual([
    'New Customer',
    'New Gift Certificate',
    'New Link',
    'Sales Configuration',
  ]);
  expect(buildMenu(SCREENS, true).links).toHaveLength(13);
});

test('each letter behind g is that of one screen, which the drawer or the logo leads to', () => {
  const letters = SCREENS.flatMap(({ letter }) => letter ?? []);
  expect(letters.length).toBeGreaterThan(20);
  expect(new Set(letters).size).toBe(letters.length);
  expect(letters.every((letter) => /^[a-z]$/.test(letter))).toBe(true);
  expect(['/home', ...pathsFor(true)]).toEqual(
    expect.arrayContaining(Object.values(buildMenu(SCREENS, true).letters)),
  );
});

test('the palette finds every screen that needs no record, and an agent none of the admins’', () => {
  const pathsOf = (admin: boolean) => buildMenu(SCREENS, admin).found.map(({ path }) => path);
  const byItself = SCREENS.filter(({ path }) => !/\$|\/new$/.test(path)).map(({ path }) => path);
  expect(byItself.filter((path) => !pathsOf(true).includes(path))).toEqual([
    '/',
    '/login',
    '/logout',
    // The address shows the same screen as another address.
    '/availability_queue',
    // The screen is opened for one open time, so it has no menu entry.
    '/queue-management',
    '/manage-course_groups',
    // The screen has a link in the top bar, and the search palette finds that link too.
    '/gift-certificate-sales',
  ]);
  const ofAdmins = SCREENS.filter(({ admin }) => admin).map(({ path }) => path);
  expect(pathsOf(false).filter((path) => ofAdmins.includes(path))).toEqual([]);
});
