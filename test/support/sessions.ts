import { beforeEach, expect } from 'vitest';
import { courseChoice } from '../../src/areas/course-choice/course-choice.contract.ts';
import { session } from '../../src/areas/session/session.contract.ts';
import { testApp, type HeaderFields } from './app.ts';
import { aStaffUser, TEST_PASSWORD } from './factories.ts';

/** A new user for each test, and the functions that sign in, call by a session and move the clock. */
export function sessionSetup() {
  const app = testApp();
  const at = { email: '', id: 0 };
  beforeEach(async () => {
    app.setClock('2026-11-20T18:00:00Z');
    Object.assign(at, await aStaffUser(app.db));
    await app.db.deleteFrom('sign_in_failures').execute();
    await app.db.deleteFrom('allowances').execute();
  });

  const signIn = (password: string, as = at.email) =>
    app.call(session.signIn, { body: { email: as, password } });
  async function signedInHeaders(password = TEST_PASSWORD, as = at.email): Promise<HeaderFields> {
    const { status, headers } = await signIn(password, as);
    expect(status).toBe(200);
    const { 'access-token': token, uid, client } = headers;
    return { 'access-token': String(token), uid: String(uid), client: String(client) };
  }
  const works = async (headers: HeaderFields, more: HeaderFields = {}) =>
    (await app.call(courseChoice.list, {}, { ...headers, ...more })).status === 200;
  const wait = (minutes: number) =>
    app.setClock(new Date(app.context.now().getTime() + minutes * 60_000).toISOString());

  return { app, at, signIn, signedInHeaders, works, wait };
}
