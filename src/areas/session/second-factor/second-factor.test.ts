import { TOTP } from 'otpauth';
import { beforeEach, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aStaffUser, TEST_PASSWORD } from '../../../../test/support/factories.ts';
import { courseChoice } from '../../course-choice/course-choice.contract.ts';
import { staffUsers } from '../../staff-users/staff-users.contract.ts';
import { session } from '../session.contract.ts';
import { secondFactor } from './second-factor.contract.ts';

// The proxy that these tests trust is this machine.
const app = testApp({ settings: { TRUST_PROXY: '127.0.0.1' } });
const WANTED = {
  status: 401,
  body: { message: expect.stringContaining('enter the code'), second_factor: true },
};
const WRONG = {
  status: 401,
  body: { message: expect.stringContaining('code is wrong'), second_factor: true },
};
let email: string;
let id: number;

beforeEach(async () => {
  app.setClock('2026-11-20T18:00:00Z');
  await app.db.deleteFrom('allowances').execute();
  ({ email, id } = await aStaffUser(app.db));
});

type From = { address?: string; cookie?: string; password?: string };
const signIn = (otp?: string, { address = '203.0.113.7', cookie, password = TEST_PASSWORD }: From = {}) =>
  app.call(
    session.signIn,
    { body: { email, password, otp } },
    { 'x-forwarded-for': address, ...(cookie && { cookie }) },
  );
const headersIn = ({ headers }: { headers: Record<string, unknown> }): HeaderFields =>
  Object.fromEntries(['access-token', 'uid', 'client'].map((name) => [name, String(headers[name])]));
const works = async (headers: HeaderFields) =>
  (await app.call(courseChoice.list, {}, headers)).status === 200;
const wait = (seconds: number) =>
  app.setClock(new Date(app.context.now().getTime() + seconds * 1000).toISOString());
/** Returns the code that the phone shows now, or so many steps of 30 seconds later. */
const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret }).generate({ timestamp: app.context.now().getTime() + later * 30_000 });

const begin = async (headers: HeaderFields) =>
  (await app.ok(secondFactor.begin, { body: { current_password: TEST_PASSWORD } }, headers)).secret;
const setUp = (otp: string, headers: HeaderFields) =>
  app.call(secondFactor.setUp, { body: { otp } }, headers);
/** Sets up a second factor, and waits until the code used for that has expired. */
async function haveSetUp() {
  const headers = headersIn(await signIn());
  const secret = await begin(headers);
  const { recovery_codes } = await app.ok(secondFactor.setUp, { body: { otp: codeOf(secret) } }, headers);
  wait(300);
  return { headers, secret, recovery_codes };
}

describe('a second factor', () => {
  test('is set up with the password and the code of the phone', async () => {
    const [here, there] = [headersIn(await signIn()), headersIn(await signIn())];
    const wrong = { body: { current_password: 'wrong' } };
    expect(await app.call(secondFactor.begin, wrong, here)).toMatchObject({
      status: 422,
      body: { errors: { current_password: ['is not your password'] } },
    });
    expect(await setUp('123456', here)).toMatchObject({ status: 422 });
    const dropped = await begin(here);
    const secret = await begin(here);
    expect(await setUp(codeOf(dropped), here)).toMatchObject({
      status: 422,
      body: { errors: { otp: ['is not the code that your phone shows now'] } },
    });
    // Sign-in asks for no code before the phone has proved that it has the secret.
    expect((await signIn()).status).toBe(200);
    const { recovery_codes } = await app.ok(secondFactor.setUp, { body: { otp: codeOf(secret) } }, here);
    expect(new Set(recovery_codes).size).toBe(10);
    expect(await works(here)).toBe(true);
    expect(await works(there)).toBe(false);
    const shown = await app.ok(secondFactor.show, {}, here);
    expect(shown).toEqual({ is_set_up: true, recovery_codes: 10, is_required: false });
    const kept = await app.db.selectFrom('recovery_codes').selectAll().execute();
    for (const code of recovery_codes) expect(JSON.stringify(kept)).not.toContain(code);
    expect(
      await app.call(secondFactor.begin, { body: { current_password: TEST_PASSWORD } }, here),
    ).toMatchObject({ status: 422, body: { message: expect.stringContaining('take it off before') } });
    expect(await signIn()).toMatchObject(WANTED);
  });

  test('says nothing to who has not the password', async () => {
    const { secret } = await haveSetUp();
    const { status, body } = await signIn(codeOf(secret), { password: 'wrong' });
    const message = 'Your email or password are incorrect.';
    expect({ status, body }).toEqual({ status: 401, body: { message, request_id: expect.any(String) } });
  });

  test('takes the code of now, of the step before and of the next, each once and in their order', async () => {
    const { secret } = await haveSetUp();
    expect(await signIn(codeOf(secret, -2))).toMatchObject(WRONG);
    expect((await signIn(codeOf(secret, -1))).status).toBe(200);
    expect(await signIn(codeOf(secret, -1))).toMatchObject(WRONG);
    expect(await signIn(codeOf(secret, 2))).toMatchObject(WRONG);
    const next = codeOf(secret, 1);
    expect((await signIn(next)).status).toBe(200);
    expect(await signIn(codeOf(secret))).toMatchObject(WRONG);
    wait(30);
    expect(await signIn(next)).toMatchObject(WRONG);
    expect((await signIn(codeOf(secret, 1))).status).toBe(200);
  });

  test('takes a code once when it comes several times at once', async () => {
    const { secret, recovery_codes } = await haveSetUp();
    for (const otp of [codeOf(secret), recovery_codes[0]]) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(otp)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      await app.db.deleteFrom('sign_in_failures').execute();
    }
  });

  test('takes a recovery code in the place of a code, once, however it is typed', async () => {
    const { headers, recovery_codes } = await haveSetUp();
    const typed = (recovery_codes[3] ?? '').toLowerCase().replaceAll('-', '');
    expect((await signIn(typed)).status).toBe(200);
    expect(await signIn(recovery_codes[3])).toMatchObject(WRONG);
    expect(await app.ok(secondFactor.show, {}, headers)).toMatchObject({ recovery_codes: 9 });
    const { email: another } = await aStaffUser(app.db);
    const theirs = headersIn(
      await app.call(session.signIn, { body: { email: another, password: TEST_PASSWORD } }),
    );
    expect(await app.ok(secondFactor.show, {}, theirs)).toMatchObject({ recovery_codes: 0 });
  });

  test('is taken off by its owner with both, and not with one of them', async () => {
    const { headers, secret } = await haveSetUp();
    const takeOff = (current_password: string, otp: string) =>
      app.call(secondFactor.takeOff, { body: { current_password, otp } }, headers);
    const refused = (field: string) => ({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });
    expect(await takeOff('wrong', codeOf(secret))).toMatchObject(refused('current_password'));
    expect(await takeOff(TEST_PASSWORD, '123456')).toMatchObject(refused('otp'));
    expect(await takeOff(TEST_PASSWORD, ' ')).toMatchObject(refused('otp'));
    expect((await takeOff(TEST_PASSWORD, codeOf(secret))).status).toBe(200);
    expect((await signIn()).status).toBe(200);
    const entries = await app.db
      .selectFrom('audit_entries')
      .select(['action', 'before', 'after'])
      .where('subject', '=', 'ric_user')
      .where('subject_id', '=', id)
      .where('is_passing', '=', false)
      .orderBy('id')
      .execute();
    const nothing = { before: null, after: null };
    expect(entries).toEqual([
      { action: 'set up the second factor', ...nothing },
      { action: 'took off the second factor', ...nothing },
    ]);
  });

  test('closes no sign-in behind it that is just being opened with the password alone', async () => {
    for (let round = 0; round < 5; round += 1) {
      ({ email, id } = await aStaffUser(app.db));
      const headers = headersIn(await signIn());
      const secret = await begin(headers);
      const [opened, done] = await Promise.all([signIn(), setUp(codeOf(secret), headers)]);
      expect(done.status).toBe(200);
      if (opened.status === 200) expect(await works(headersIn(opened))).toBe(false);
      else expect(opened).toMatchObject(WANTED);
    }
  });
});

describe('wrong codes', () => {
  test('pause as wrong passwords do', async () => {
    const { secret } = await haveSetUp();
    for (let wrong = 0; wrong < 6; wrong += 1) expect(await signIn('123456')).toMatchObject(WRONG);
    expect((await signIn(codeOf(secret))).status).toBe(429);
    wait(6);
    expect((await signIn(codeOf(secret))).status).toBe(200);
    expect(await signIn('123456')).toMatchObject(WRONG);
  });

  test('are ten an hour from everywhere, and its owner is let in from a known browser', async () => {
    const cookie = String((await signIn()).headers['set-cookie']).split(';')[0] ?? '';
    const { secret } = await haveSetUp();
    const from = (one: number) => ({ address: `198.51.100.${one}` });
    const answers = await Promise.all(Array.from({ length: 14 }, (_, one) => signIn('123456', from(one))));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    const paused = await signIn(codeOf(secret), from(99));
    expect(paused).toMatchObject({ status: 429, body: { message: expect.stringContaining('wrong codes') } });
    expect((await signIn(codeOf(secret), { cookie })).status).toBe(200);
  });

  test('are as many with a session and the password', async () => {
    const { headers, secret } = await haveSetUp();
    const takeOff = (otp: string) =>
      app.call(secondFactor.takeOff, { body: { current_password: TEST_PASSWORD, otp } }, headers);
    for (let wrong = 0; wrong < 10; wrong += 1) expect((await takeOff('123456')).status).toBe(422);
    expect((await takeOff(codeOf(secret))).status).toBe(429);
  });

  test('leave nothing behind a right one: its two steps cost its network no failure', async () => {
    const { secret } = await haveSetUp();
    expect(await signIn()).toMatchObject(WANTED);
    expect((await signIn(codeOf(secret))).status).toBe(200);
    const now = app.context.now().toISOString();
    const spent = app.db.selectFrom('allowances').select(['what', 'who']).where('spent_until', '>', now);
    expect(await spent.execute()).toEqual([]);
    const failed = app.db.selectFrom('sign_in_failures').select('failures').where('account', '=', email);
    expect(await failed.execute()).toEqual([]);
  });
});

describe('of a colleague', () => {
  test('is taken off by an admin, which ends their sign-ins and is written down', async () => {
    const { headers } = await haveSetUp();
    const admin = await app.signedIn('admin');
    const show = () => app.ok(staffUsers.show, { params: { id } }, admin);
    expect(await show()).toMatchObject({ has_second_factor: true });
    const takeOff = (of: number) => app.call(staffUsers.takeOffSecondFactor, { params: { id: of } }, admin);
    expect((await takeOff(id)).status).toBe(200);
    expect(await show()).toMatchObject({ has_second_factor: false });
    expect(await works(headers)).toBe(false);
    expect((await signIn()).status).toBe(200);
    const entry = app.db
      .selectFrom('audit_entries')
      .select(['made_by', 'action', 'subject', 'subject_id', 'before', 'after'])
      .where('is_passing', '=', false)
      .orderBy('id', 'desc');
    expect(await entry.executeTakeFirst()).toEqual({
      made_by: expect.any(String),
      action: 'took off the second factor',
      subject: 'ric_user',
      subject_id: id,
      before: { has_second_factor: true },
      after: { has_second_factor: false },
    });
    expect(await takeOff(id)).toMatchObject({
      status: 422,
      body: { message: 'This user has no second factor.' },
    });
    expect((await takeOff(424_242)).status).toBe(404);
  });

  test('is not one’s own: an admin takes theirs off with its code', async () => {
    ({ email, id } = await aStaffUser(app.db, { level: 'admin' }));
    const { headers } = await haveSetUp();
    expect(await app.call(staffUsers.takeOffSecondFactor, { params: { id } }, headers)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('with its code') },
    });
    expect(await signIn()).toMatchObject(WANTED);
  });

  test('goes with them when they are removed', async () => {
    await haveSetUp();
    await app.ok(staffUsers.remove, { params: { id } }, await app.signedIn('admin'));
    const kept = app.db.selectFrom('second_factors').select('secret').where('staff_user_id', '=', id);
    expect(await kept.execute()).toEqual([]);
  });
});
