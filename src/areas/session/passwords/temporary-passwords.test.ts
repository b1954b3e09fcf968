import { beforeEach, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aStaffUser, TEST_PASSWORD } from '../../../../test/support/factories.ts';
import { contractOfAllAreas } from '../../../app/areas.ts';
import type { HttpCall } from '../../../contract/call.ts';
import { courseChoice } from '../../course-choice/course-choice.contract.ts';
import { session } from '../session.contract.ts';
import { staffUsers } from '../../staff-users/staff-users.contract.ts';

const app = testApp();
const GIVEN = 'fairways and greens';
const CHOSEN = 'heron over the ninth';
let admin: HeaderFields;
let email: string;
let made = 0;

beforeEach(async () => {
  admin = await app.signedIn('admin');
  email = `given${(made += 1)}@desk.example`;
});

const create = (password = GIVEN) => {
  const ric_user = { email, name: 'Ana Ruiz', password, password_confirmation: password };
  return app.call(staffUsers.create, { body: { ric_user, groups: 'admin' } }, admin);
};
async function signedIn(password: string, as = email): Promise<HeaderFields> {
  const { status, headers } = await app.call(session.signIn, { body: { email: as, password } });
  expect(status).toBe(200);
  const of = (name: string) => String(headers[name]);
  return { 'access-token': of('access-token'), uid: of('uid'), client: of('client') };
}
const choose = (password: string, headers: HeaderFields, current_password = GIVEN) =>
  app.call(session.password, { body: { current_password, password } }, headers);
const isLetIn = async (headers: HeaderFields) =>
  (await app.call(courseChoice.list, {}, headers)).status === 200;

describe('a password that an admin gave', () => {
  test('opens four calls and no other until its owner has chosen one', async () => {
    expect((await create()).status).toBe(200);
    const headers = await signedIn(GIVEN);
    const closed = { message: 'Please choose a password of your own first.', change_password: true };
    const calls: HttpCall[] = Object.values(contractOfAllAreas).flatMap((area) => Object.values(area));
    const open = ['/api/auth/sign_out', '/api/auth/input', '/api/auth/password', '/api/ric_users/level'];
    for (const called of calls.filter(({ access, path }) => access !== 'public' && !open.includes(path))) {
      const { status, body } = await app.call(called, { body: {} }, headers);
      expect({ path: called.path, status, body }).toMatchObject({ status: 403, body: closed });
    }
    expect(await app.ok(session.level, { body: { email } }, headers)).toEqual({ level: 'admin' });
    expect((await choose(CHOSEN, headers)).status).toBe(200);
    expect(await isLetIn(headers)).toBe(true);
    expect(await isLetIn(await signedIn(CHOSEN))).toBe(true);
  });

  test('may be signed out of', async () => {
    await create();
    expect((await app.call(session.signOut, {}, await signedIn(GIVEN))).status).toBe(200);
  });

  test('cannot be chosen once more', async () => {
    await create();
    const headers = await signedIn(GIVEN);
    expect(await choose(GIVEN, headers)).toMatchObject({
      status: 422,
      body: { errors: { password: ['must be another than the current one'] } },
    });
    expect(await isLetIn(headers)).toBe(false);
  });

  test('is also one that an admin changed, unless it is the admin’s own', async () => {
    const user = await aStaffUser(app.db, { level: 'admin' });
    const own = await signedIn(TEST_PASSWORD, user.email);
    expect(await isLetIn(own)).toBe(true);
    const ric_user = { id: user.id, password: CHOSEN, password_confirmation: CHOSEN };
    await app.ok(staffUsers.update, { body: { ric_user } }, own);
    expect(await isLetIn(await signedIn(CHOSEN, user.email))).toBe(true);
    const given = { id: user.id, password: GIVEN, password_confirmation: GIVEN };
    await app.ok(staffUsers.update, { body: { ric_user: given } }, admin);
    expect(await isLetIn(await signedIn(GIVEN, user.email))).toBe(false);
    // Changing another field of the user does not make the temporary password permanent.
    await app.ok(staffUsers.update, { body: { ric_user: { id: user.id, name: 'Renamed' } } }, admin);
    expect(await isLetIn(await signedIn(GIVEN, user.email))).toBe(false);
  });
});

describe('a password that is too easily guessed', () => {
  test.each([
    ['eleven char', 'at least 12 characters'],
    ['Password1234', 'most common'],
    ['GIVEN desk EXAMPLE', 'e-mail address'],
  ])('%s is refused wherever one is set', async (password, why) => {
    const refused = { status: 422, body: { errors: { password: [expect.stringContaining(why)] } } };
    expect(await create(password)).toMatchObject(refused);
    await create();
    expect(await choose(password, await signedIn(GIVEN))).toMatchObject(refused);
    const { id } = await aStaffUser(app.db, { email: `given.${made}@desk.example` });
    const ric_user = { id, password, password_confirmation: password };
    expect(await app.call(staffUsers.update, { body: { ric_user } }, admin)).toMatchObject(refused);
  });
});
