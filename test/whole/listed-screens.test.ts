import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Call } from '../../src/contract/call.ts';
import { contract } from '../../src/server/app.ts';

/** The screen of each area that has a list; a list that is a tab of a course has no screen of its own. */
const SCREENS: Partial<Record<keyof typeof contract, string>> = {
  courseGroups: '/manage-course-groups',
  courses: '/manage-courses',
  customers: '/manage-customers',
  discounts: '/manage-discounts',
  giftCertificates: '/manage-gift-certificates',
  helpfulLinks: '/helpful-links',
  holidays: '/manage-holidays',
  images: '/manage-images',
  maintenances: '/manage-maintenances',
  outbox: '/mailbox',
  rates: '/manage-rates',
  rentalClubs: '/manage-rental-clubs',
  staffUsers: '/ric-users',
  teeTimes: '/manage-tee-times',
};
// Agents may read a group and the mails by their addresses, but are not led there.
const LED_TO_BY_ADMINS_ONLY = ['courseGroups', 'outbox'];

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const routes = textOf('src/web/routes.tsx');
const lookedAt = textOf('test/journeys/every-screen.spec.ts');
const drawer = textOf('src/web/menu.ts');

/** The file of the screen that a route opens. */
function openedAt(path: string): string {
  const component = new RegExp(`path: '${path}', .*component: (.+) }`).exec(routes)?.[1] ?? 'none';
  const imported =
    /import\('\.\.\/(.+?)'\)/.exec(component) ??
    new RegExp(`import \\{ ${component} \\} from '\\.\\./(.+)'`).exec(routes);
  return imported?.[1] ?? `none at ${path}`;
}

const isList = ({ list }: Call) => list !== undefined;
const withList = Object.entries(contract).filter(([, calls]) => Object.values<Call>(calls).some(isList));

test('there are lists', () => expect(withList.length).toBeGreaterThan(10));

test.each(withList)('the list of %s has a screen, where the drawer leads who may see it', (area, calls) => {
  const path = new Map(Object.entries(SCREENS)).get(area) ?? 'none';
  // What the address opens asks this very contract.
  expect(textOf(`src/${openedAt(path)}`)).toMatch(new RegExp(`\\b${area}\\b`));
  const isForAdmins =
    LED_TO_BY_ADMINS_ONLY.includes(area) ||
    Object.values<Call>(calls).some((called) => isList(called) && called.access === 'admin');
  const entry = new RegExp(`path: '${path}', icon: '\\w+'(, admin: true)? }`).exec(drawer);
  expect(entry, `the entry of ${path} in the drawer`).not.toBeNull();
  expect(entry?.[1] !== undefined, `${path} is led to by admins only`).toBe(isForAdmins);
  expect(lookedAt, `${path} among the screens of every-screen.spec.ts`).toContain(`'${path}'`);
});
