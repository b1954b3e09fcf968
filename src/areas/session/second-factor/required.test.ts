import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { TEST_PASSWORD } from '../../../../test/support/factories.ts';
import { contractOfAllAreas } from '../../../app/areas.ts';
import type { HttpCall } from '../../../contract/call.ts';
import { courseChoice } from '../../course-choice/course-choice.contract.ts';
import { session } from '../session.contract.ts';
import { secondFactor } from './second-factor.contract.ts';

const app = testApp({ settings: { SECOND_FACTOR: 'required' } });
const OPEN = [
  'DELETE /api/auth/sign_out',
  'POST /api/auth/input',
  'PUT /api/auth/password',
  'POST /api/ric_users/level',
  'GET /api/auth/second_factor',
  'POST /api/auth/second_factor',
  'PUT /api/auth/second_factor',
];

test('where everybody has to have one, nothing else is open to who has none', async () => {
  const headers = await app.signedIn('admin');
  const closed = { message: 'Please set up a second factor first.', set_up_second_factor: true };
  const calls: HttpCall[] = Object.values(contractOfAllAreas).flatMap((area) => Object.values(area));
  const guarded = calls.filter(
    ({ access, method, path }) => access !== 'public' && !OPEN.includes(`${method} ${path}`),
  );
  expect(guarded.length).toBeGreaterThan(100);
  for (const called of guarded) {
    const { status, body } = await app.call(called, { body: {} }, headers);
    expect({ path: called.path, status, body }).toMatchObject({ status: 403, body: closed });
  }
  const choices = async () => (await app.call(courseChoice.list, {}, headers)).status;
  const otp = async () => {
    const { secret } = await app.ok(
      secondFactor.begin,
      { body: { current_password: TEST_PASSWORD } },
      headers,
    );
    return new TOTP({ secret }).generate();
  };
  expect(await app.ok(secondFactor.show, {}, headers)).toMatchObject({ is_set_up: false, is_required: true });
  const { recovery_codes } = await app.ok(secondFactor.setUp, { body: { otp: await otp() } }, headers);
  expect(await choices()).toBe(200);
  // To change phones, the user removes the second factor; setting it up again comes before anything else.
  const both = { current_password: TEST_PASSWORD, otp: recovery_codes[0] ?? '' };
  await app.ok(secondFactor.takeOff, { body: both }, headers);
  expect(await choices()).toBe(403);
  await app.ok(secondFactor.setUp, { body: { otp: await otp() } }, headers);
  expect(await choices()).toBe(200);
});

test('a password that an admin gave is replaced first', async () => {
  const headers = await app.signedIn('agent');
  await app.db
    .updateTable('staff_users')
    .set({ has_given_password: true })
    .where('email', '=', headers['uid'] ?? '')
    .execute();
  expect(await app.call(secondFactor.show, {}, headers)).toMatchObject({
    status: 403,
    body: { change_password: true },
  });
  const body = { current_password: TEST_PASSWORD, password: 'heron over the ninth' };
  expect((await app.call(session.password, { body }, headers)).status).toBe(200);
  expect((await app.call(secondFactor.show, {}, headers)).status).toBe(200);
});
