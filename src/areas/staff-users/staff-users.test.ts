import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { listsRecords } from '../../../test/support/catalogue-lists.ts';
import { aCourse, aCustomer, aStaffUser, aTeeTime, TEST_PASSWORD } from '../../../test/support/factories.ts';
import { session } from '../session/session.contract.ts';
import { staffUsers } from './staff-users.contract.ts';

const app = testApp();
let admin: HeaderFields;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  await aStaffUser(app.db, { email: 'Zoe@desk.example', level: 'psgr' });
  await aStaffUser(app.db, { email: 'bea@desk.example', level: 'hotels' });
  await aStaffUser(app.db, { email: 'gone@desk.example', level: 'hotels', removed_at: new Date() });
});

listsRecords(app, {
  calls: staffUsers,
  by: 'email',
  byDefault: () => ['admin@test.example', 'bea@desk.example', 'Zoe@desk.example'],
  filters: () => [
    [{ email: 'DESK' }, ['bea@desk.example', 'Zoe@desk.example']],
    [{ groups: 'psgr' }, ['Zoe@desk.example']],
    [{ groups: 'hotels, Admin' }, ['admin@test.example', 'bea@desk.example']],
    [{ groups: 'nobody' }, []],
  ],
  sorts: () => [
    ['email', ['admin@test.example', 'bea@desk.example', 'Zoe@desk.example']],
    ['groups', ['admin@test.example', 'bea@desk.example', 'Zoe@desk.example']],
  ],
});

let made = 0;
const aForm = (given: object = {}) => ({
  email: `new${(made += 1)}@desk.example`,
  name: 'Ana Ruiz',
  password: 'fairways and greens',
  password_confirmation: 'fairways and greens',
  ...given,
});
const create = (given: object = {}, ...groups: unknown[]) => {
  const level = groups.length > 0 ? groups[0] : 'sdgr';
  return app.call(staffUsers.create, { body: { ric_user: aForm(given), groups: level } }, admin);
};
const createdId = async (given: object = {}, groups = 'sdgr') =>
  (await app.ok(staffUsers.create, { body: { ric_user: aForm(given), groups } }, admin)).id;
const show = (id: number) => app.ok(staffUsers.show, { params: { id } }, admin);
const update = (id: number, given: object, groups: string) =>
  app.call(staffUsers.update, { body: { ric_user: { ...given, id }, groups } }, admin);

/** Signs in over HTTP; returns the auth headers, or the status of a rejection. */
async function signIn(email: string, password: string): Promise<HeaderFields | number> {
  const { status, headers } = await app.call(session.signIn, { body: { email, password } });
  if (status !== 200) return status;
  const of = (name: string) => String(headers[name]);
  return { 'access-token': of('access-token'), uid: of('uid'), client: of('client') };
}
// A user with a temporary password may call nothing but the call for their own access level.
const statusOf = async (headers: HeaderFields | number) =>
  typeof headers === 'number'
    ? headers
    : (await app.call(session.level, { body: { email: headers['uid'] } }, headers)).status;

describe('a staff user', () => {
  test('is created, shown without a password, updated, and can sign in', async () => {
    const id = await createdId({ email: 'ana@desk.example' }, 'psgr');
    const shown = await show(id);
    expect(shown).toEqual({
      id,
      email: 'ana@desk.example',
      name: 'Ana Ruiz',
      admin_user_groups: [{ level: 'psgr' }],
      has_second_factor: false,
      updated_at: expect.any(String),
    });
    expect(await statusOf(await signIn('ANA@desk.example', 'fairways and greens'))).toBe(200);
    expect(await update(id, { ...shown, name: 'Ana Ruiz-Soto' }, 'psgr')).toMatchObject({
      status: 200,
      body: { id },
    });
    expect(await show(id)).toMatchObject({ name: 'Ana Ruiz-Soto' });
    expect(await statusOf(await signIn('ana@desk.example', 'fairways and greens'))).toBe(200);
    // A client that lost the answer sends the same change again; a different change is no repetition.
    expect(await update(id, { ...shown, name: 'Ana Ruiz-Soto' }, 'psgr')).toMatchObject({
      status: 200,
      body: { id },
    });
    expect((await update(id, { ...shown, name: 'Ana Ruiz-Soto' }, 'hotels')).status).toBe(409);
    const secret = { password: 'another password', password_confirmation: 'another password' };
    expect((await update(id, { ...shown, name: 'Ana Ruiz-Soto', ...secret }, 'psgr')).status).toBe(409);
    expect((await update(id, { ...shown, name: 'Late' }, 'psgr')).status).toBe(409);
    expect((await update(424_242, shown, 'psgr')).status).toBe(404);
    expect((await app.call(staffUsers.show, { params: { id: 424_242 } }, admin)).status).toBe(404);
  });

  test.each([
    ['email', { email: 'nobody' }, 'sdgr'],
    ['email', { email: 'BEA@desk.example' }, 'sdgr'],
    ['email', { email: 'josé@desk.example' }, 'sdgr'],
    ['name', { name: ' ' }, 'sdgr'],
    ['name', { name: 'x'.repeat(101) }, 'sdgr'],
    ['password', { password: 'short', password_confirmation: 'short' }, 'sdgr'],
    ['password', { password: '', password_confirmation: '' }, 'sdgr'],
    ['password_confirmation', { password_confirmation: 'something else' }, 'sdgr'],
    ['admin_user_groups.level', {}, 'chief'],
    ['admin_user_groups.level', {}, ''],
    ['admin_user_groups.level', {}, null],
    ['admin_user_groups.level', {}, undefined],
  ])('is refused under %s for %j and %j', async (field, given, groups) => {
    const { status, body } = await create(given, groups);
    expect({ status, body }).toMatchObject({ status: 422 });
    expect(body).toHaveProperty(['errors', field]);
  });

  test.each([0, -1, null])('is new with %s in the place of its id', async (id) => {
    expect(await create({ id }, 'sdgr')).toMatchObject({ status: 200 });
  });

  test('is told everything that is wrong at once', async () => {
    const { body } = await create({ email: 'nobody', name: '', password: 'short' }, '');
    expect(Object.keys(z.object({ errors: z.record(z.string(), z.unknown()) }).parse(body).errors)).toEqual([
      'email',
      'name',
      'password',
      'password_confirmation',
      'admin_user_groups.level',
    ]);
  });

  test.each([
    ['nobody', { id: 424_242 }, []],
    ['no id', {}, ['id']],
  ])('a change of %s is told everything that is wrong at once', async (_, named, ofId) => {
    const ric_user = { ...named, email: 'nobody', name: '' };
    const { body } = await app.call(staffUsers.update, { body: { ric_user, groups: 'kings' } }, admin);
    expect(body).toMatchObject({ errors: expect.any(Object) });
    expect(Object.keys((body as { errors: object }).errors).toSorted()).toEqual(
      ['admin_user_groups.level', 'email', 'name', ...ofId].toSorted(),
    );
  });

  test('may have the address of one who was removed, once, also when two are made at once', async () => {
    const email = 'gone@desk.example';
    const both = await Promise.all([create({ email }), create({ email: email.toUpperCase() })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });
});

describe('sign-ins end at once', () => {
  const signedInUser = async () => {
    const email = `live${(made += 1)}@desk.example`;
    const id = (await aStaffUser(app.db, { email })).id;
    const live = await signIn(email, TEST_PASSWORD);
    expect(await statusOf(live)).toBe(200);
    return { id, live, shown: await show(id) };
  };

  test('with a new password', async () => {
    const { id, live, shown } = await signedInUser();
    const secret = { password: 'another password', password_confirmation: 'another password' };
    expect((await update(id, { ...shown, ...secret }, 'sdgr')).status).toBe(200);
    expect(await statusOf(live)).toBe(401);
    expect(await signIn(shown.email, TEST_PASSWORD)).toBe(401);
    expect(await statusOf(await signIn(shown.email, 'another password'))).toBe(200);
  });

  test('with a new password, also the one that is just being opened with the old', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, shown } = await signedInUser();
      const secret = { password: 'another password', password_confirmation: 'another password' };
      const [opened] = await Promise.all([
        signIn(shown.email, TEST_PASSWORD),
        update(id, { ...shown, ...secret }, 'sdgr'),
      ]);
      expect(await statusOf(opened)).toBe(401);
    }
  });

  test('of others, when an admin takes a new password: the one it was done with stays', async () => {
    const email = `chief${(made += 1)}@desk.example`;
    const { id } = await aStaffUser(app.db, { email, level: 'admin' });
    const [here, there] = [await signIn(email, TEST_PASSWORD), await signIn(email, TEST_PASSWORD)];
    const secret = { password: 'another password', password_confirmation: 'another password' };
    const ric_user = { ...(await show(id)), ...secret };
    const own = typeof here === 'number' ? {} : here;
    expect((await app.call(staffUsers.update, { body: { ric_user, groups: 'admin' } }, own)).status).toBe(
      200,
    );
    expect(await statusOf(there)).toBe(401);
    expect(await statusOf(here)).toBe(200);
    await app.ok(staffUsers.remove, { params: { id } }, admin);
  });

  test('with another level, and not with another name', async () => {
    const { id, live, shown } = await signedInUser();
    expect((await update(id, { ...shown, name: 'Renamed' }, 'sdgr')).status).toBe(200);
    expect(await statusOf(live)).toBe(200);
    expect((await update(id, { ...(await show(id)) }, 'hotels')).status).toBe(200);
    expect(await statusOf(live)).toBe(401);
  });

  test('when the user is removed, who stays by name on what they did', async () => {
    const { id, live, shown } = await signedInUser();
    const [course, customer] = [await aCourse(app.db), await aCustomer(app.db)];
    const teeTime = await aTeeTime(app.db, {
      course_id: course.id,
      customer_id: customer.id,
      staff_user_id: id,
      agent: shown.name,
    });
    await app.ok(staffUsers.remove, { params: { id } }, admin);
    expect(await statusOf(live)).toBe(401);
    expect(await signIn(shown.email, TEST_PASSWORD)).toBe(401);
    expect((await app.call(staffUsers.show, { params: { id } }, admin)).status).toBe(404);
    expect((await app.call(staffUsers.remove, { params: { id } }, admin)).status).toBe(404);
    expect(await app.ok(staffUsers.count, { query: { filters: { email: shown.email } } }, admin)).toBe(0);
    const kept = app.db.selectFrom('tee_times').select('agent').where('id', '=', teeTime.id);
    expect(await kept.executeTakeFirst()).toEqual({ agent: shown.name });
  });
});

describe('the last admin', () => {
  const admins = async () => {
    const rows = await app.db
      .selectFrom('staff_users')
      .select(['id', 'email', 'name'])
      .where('level', '=', 'admin')
      .where('removed_at', 'is', null)
      .orderBy('id')
      .execute();
    return rows;
  };

  test('can be neither demoted nor removed', async () => {
    const [last] = await admins();
    expect(await admins()).toHaveLength(1);
    const shown = await show(last?.id ?? 0);
    expect(await update(shown.id, shown, 'sdgr')).toMatchObject({
      status: 422,
      body: { errors: { 'admin_user_groups.level': [expect.stringContaining('last admin')] } },
    });
    expect(await app.call(staffUsers.remove, { params: { id: shown.id } }, admin)).toMatchObject({
      status: 422,
      body: { message: 'This is the last admin: make another admin first.' },
    });
  });

  test('is left when two are demoted or removed at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const second = await createdId({ name: 'Second' }, 'admin');
      const [first] = await admins();
      const own = await show(first?.id ?? 0);
      const other = await show(second);
      const acts = await Promise.all([
        update(own.id, own, 'sdgr'),
        round % 2
          ? app.call(staffUsers.remove, { params: { id: second } }, admin)
          : update(second, other, 'hotels'),
      ]);
      // Whichever change comes first ends the other user's session, or the second one is rejected because it would leave no
      // admin.
      expect(acts.filter(({ status }) => status === 200)).toHaveLength(1);
      const left = await admins();
      expect(left).toHaveLength(1);
      await app.db
        .updateTable('staff_users')
        .set({ level: 'admin', removed_at: null })
        .where('id', '=', own.id)
        .execute();
      await app.db.updateTable('staff_users').set({ level: 'sdgr' }).where('id', '=', second).execute();
      admin = await app.signedIn('admin');
    }
  });
});

test('the groups to choose from', async () => {
  expect(await app.ok(staffUsers.groups, {}, admin)).toEqual(['admin', 'sdgr', 'psgr', 'hotels']);
});
