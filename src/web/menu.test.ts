import { expect, test } from 'vitest';
import { menuFor, newLinks } from './menu.ts';

const labels = (path: string, admin: boolean): string[] => newLinks(path, admin).map((link) => link.label);

test.each([
  ['/manage-gift-certificates', false, ['Sales Configuration']],
  ['/gift-certificate-sales/', false, ['Sales Configuration']],
  ['/manage-customers', false, ['New Customer']],
  ['/manage-customer/7', false, ['New Customer']],
  ['/manage-discount/7', true, ['New Discount']],
  ['/helpful-links', false, ['New Link']],
  ['/ric-users', true, ['New User']],
  ['/manage-rates', true, ['New Rate']],
  ['/manage-rates', false, []],
  ['/manage-courses', true, ['New Course']],
  ['/manage-course/17', true, ['New Course', 'New Maintenance', 'New Holiday', 'New Rental Club']],
  ['/manage-course/17', false, []],
  ['/manage-course-groups', true, ['New Course Group']],
  ['/manage-maintenances', true, ['New Maintenance']],
  ['/manage-holidays', true, ['New Holiday']],
  ['/manage-rental-clubs', true, ['New Rental Club']],
  ['/home', true, []],
])('the New links of %s for an admin (%s) are %j', (path, admin, expected) => {
  expect(labels(path, admin)).toEqual(expected);
});

test('a course page appends its id to what it preselects', () => {
  expect(newLinks('/manage-course/17', true).map((link) => link.path)).toEqual([
    '/course/new/',
    '/maintenance/new/17',
    '/holiday/new/17',
    '/rental-club/new/17',
  ]);
});

test('the drawer shows course groups, discounts, users, templates, messages and the mailbox to admins only', () => {
  const paths = (admin: boolean) =>
    menuFor(admin).flatMap((group) => group.entries.map((entry) => entry.path));
  const hidden = paths(true).filter((path) => !paths(false).includes(path));
  expect(hidden).toEqual([
    '/manage-course-groups',
    '/manage-discounts',
    '/ric-users',
    '/email-templates',
    '/ric-messages',
    '/mailbox',
  ]);
});
