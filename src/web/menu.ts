import type { IconName } from './shell/Icon.tsx';

export type MenuEntry = { label: string; path: string; icon: IconName; admin?: true };
export type MenuGroup = { label: string; entries: MenuEntry[] };

/** The side drawer, in the order it is read. Entries marked `admin` are shown to admins only. */
// prettier-ignore
export const MENU: MenuGroup[] = [
  { label: 'Desk', entries: [
    { label: 'IBE', path: '/ibe', icon: 'phone' },
    { label: 'Tee Times', path: '/manage-tee-times', icon: 'flag' },
    { label: 'Availability', path: '/tee-time-availability', icon: 'clock' },
    { label: 'Wait List', path: '/wait-list-queue', icon: 'queue' },
    { label: 'Lost Leads', path: '/lost-leads', icon: 'lead' },
  ] },
  { label: 'Catalogue', entries: [
    { label: 'Golf Courses', path: '/manage-courses', icon: 'course' },
    { label: 'Course Groups', path: '/manage-course-groups', icon: 'group', admin: true },
    { label: 'Rates', path: '/manage-rates', icon: 'rate' },
    { label: 'Rental Clubs', path: '/manage-rental-clubs', icon: 'club' },
    { label: 'Images', path: '/manage-images', icon: 'image' },
    { label: 'Holidays', path: '/manage-holidays', icon: 'sun' },
    { label: 'Maintenances', path: '/manage-maintenances', icon: 'wrench' },
  ] },
  { label: 'Customers', entries: [
    { label: 'Customers', path: '/manage-customers', icon: 'person' },
    { label: 'Gift Certificates', path: '/manage-gift-certificates', icon: 'gift' },
    { label: 'Discounts', path: '/manage-discounts', icon: 'percent', admin: true },
  ] },
  { label: 'Office', entries: [
    { label: 'Reports', path: '/reports', icon: 'chart' },
    { label: 'Helpful Links', path: '/helpful-links', icon: 'link' },
    { label: 'RIC Users', path: '/ric-users', icon: 'people', admin: true },
    { label: 'Email Templates', path: '/email-templates', icon: 'mail', admin: true },
    { label: 'RIC Messages', path: '/ric-messages', icon: 'speech', admin: true },
    { label: 'Mailbox', path: '/mailbox', icon: 'inbox', admin: true },
    { label: 'API Document', path: '/api-document', icon: 'code' },
  ] },
];

/** The groups as a person of this level sees them. */
export const menuFor = (admin: boolean): MenuGroup[] =>
  MENU.map((group) => ({ ...group, entries: group.entries.filter((entry) => admin || !entry.admin) }));

export type NewLink = { label: string; path: string };
type Rule = NewLink & { on: RegExp; admin?: true; withCourse?: true };

const COURSE_PAGE = String.raw`manage-course/\d+(/|$)`;
// prettier-ignore
const RULES: Rule[] = [
  { label: 'Sales Configuration', path: '/gift-certificate-sales/', on: /^\/(manage-gift-certificates|gift-certificate-sales)\/?$/ },
  { label: 'New Customer', path: '/manage-customer/new', on: /^\/manage-customers?(\/|$)/ },
  { label: 'New Discount', path: '/manage-discount/new', on: /^\/manage-discounts?(\/|$)/ },
  { label: 'New Link', path: '/helpful-link/new', on: /^\/helpful-links\/?$/ },
  { label: 'New User', path: '/ric-user/new', on: /^\/ric-users\/?$/ },
  { label: 'New Rate', path: '/manage-rate/new', on: /^\/manage-rates?(\/|$)/, admin: true },
  { label: 'New Course', path: '/course/new/', on: /^\/manage-courses?(\/|$)/, admin: true },
  { label: 'New Course Group', path: '/course-group/new/', on: /^\/manage-course[-_]groups?(\/|$)/, admin: true },
  { label: 'New Maintenance', path: '/maintenance/new', on: new RegExp(`^/(${COURSE_PAGE}|manage-maintenances/?$)`), admin: true, withCourse: true },
  { label: 'New Holiday', path: '/holiday/new', on: new RegExp(`^/(${COURSE_PAGE}|manage-holidays/?$)`), admin: true, withCourse: true },
  { label: 'New Rental Club', path: '/rental-club/new', on: new RegExp(`^/(${COURSE_PAGE}|manage-rental-clubs/?$)`), admin: true, withCourse: true },
];

/** The links that the top bar has on a route only (part 1, "Top bar"); on a course page the course's id is appended where it preselects. */
export function newLinks(pathname: string, admin: boolean): NewLink[] {
  const course = /^\/manage-course\/(\d+)(\/|$)/.exec(pathname)?.[1];
  return RULES.filter((rule) => rule.on.test(pathname) && (admin || !rule.admin)).map(
    ({ label, path, withCourse }) => ({
      label,
      path: withCourse && course ? `${path}/${course}` : path,
    }),
  );
}

/** All of these links, for the search palette. */
export const everyNewLink = (admin: boolean): NewLink[] =>
  RULES.filter((rule) => admin || (!rule.admin && !ADMIN_AREAS.has(rule.label)));
const ADMIN_AREAS = new Set(['New Discount', 'New User']);
