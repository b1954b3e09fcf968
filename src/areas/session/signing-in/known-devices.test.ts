import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aStaffUser, TEST_PASSWORD } from '../../../../test/support/factories.ts';
import { hashToken } from '../../../server/access/access.ts';
import { session } from '../session.contract.ts';
import { staffUsers } from '../../staff-users/staff-users.contract.ts';

// The proxies that these tests trust are this machine and others of the network 10.
const app = testApp({ settings: { TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' } });
const direct = testApp();
const OFFICE = '203.0.113.7';
let email: string;
let id: number;

beforeEach(async () => {
  app.setClock('2026-11-20T18:00:00Z');
  direct.setClock('2026-11-20T18:00:00Z');
  await app.db.deleteFrom('allowances').execute();
  ({ email, id } = await aStaffUser(app.db));
});

type From = { address?: string; cookie?: string; as?: string; more?: HeaderFields };
const signIn = (password: string, { address = OFFICE, cookie, as = email, more = {} }: From = {}) =>
  app.call(
    session.signIn,
    { body: { email: as, password } },
    { 'x-forwarded-for': address, ...(cookie && { cookie }), ...more },
  );
const fail = async (times: number, from: From = {}) => {
  for (let i = 0; i < times; i += 1) await signIn('wrong', from);
};
const setCookie = ({ headers }: { headers: Record<string, unknown> }) => String(headers['set-cookie']);
const cookieOf = (answer: { headers: Record<string, unknown> }) => setCookie(answer).split(';')[0] ?? '';
const wait = (minutes: number) =>
  app.setClock(new Date(app.context.now().getTime() + minutes * 60_000).toISOString());

describe('behind a proxy', () => {
  test("a stranger's wrong passwords pause nobody at another address", async () => {
    await fail(7, { address: '198.51.100.4' });
    expect((await signIn(TEST_PASSWORD, { address: '198.51.100.4' })).status).toBe(429);
    expect((await signIn(TEST_PASSWORD)).status).toBe(200);
  });

  test('what a client writes before its own address helps nobody to another', async () => {
    for (let i = 0; i < 7; i += 1) await signIn('wrong', { address: `192.0.2.${i}, 198.51.100.5` });
    expect((await signIn(TEST_PASSWORD, { address: '192.0.2.99, 198.51.100.5' })).status).toBe(429);
    // The second of two trusted proxies in a row is skipped.
    expect((await signIn(TEST_PASSWORD, { address: '198.51.100.5, 10.1.2.3' })).status).toBe(429);
  });

  test('what is no address counts as the proxy', async () => {
    for (let i = 0; i < 7; i += 1) await signIn('wrong', { address: `nonsense ${i}` });
    expect((await signIn(TEST_PASSWORD, { address: 'more nonsense' })).status).toBe(429);
  });

  test('one network of IPv6 is one place', async () => {
    for (let i = 1; i < 8; i += 1) await signIn('wrong', { address: `2001:db8:7:8::${i}` });
    expect((await signIn(TEST_PASSWORD, { address: '2001:db8:7:8:ffff::1' })).status).toBe(429);
    expect((await signIn(TEST_PASSWORD, { address: '2001:db8:7:9::1' })).status).toBe(200);
  });
});

test('without TRUST_PROXY a forwarded address is never believed', async () => {
  const { email: theirs } = await aStaffUser(direct.db);
  const from = (password: string, address: string) =>
    direct.call(session.signIn, { body: { email: theirs, password } }, { 'x-forwarded-for': address });
  for (let i = 0; i < 7; i += 1) await from('wrong', `198.51.100.${i}`);
  expect((await from(TEST_PASSWORD, '203.0.113.50')).status).toBe(429);
});

describe('over all accounts', () => {
  const spray = async (times: number, from: (one: number) => From) => {
    const answers = await Promise.all(
      Array.from({ length: times }, (_, one) =>
        signIn('Summer2026!', { as: `x${one}@ric.example`, ...from(one) }),
      ),
    );
    return answers.map(({ status }) => status).filter((status) => status === 401).length;
  };

  test('one network may fail thirty times in ten minutes, however many are tried at once', async () => {
    expect(await spray(200, () => ({}))).toBe(30);
    const paused = await signIn(TEST_PASSWORD);
    expect(paused).toMatchObject({
      status: 429,
      body: { message: 'Too many failed sign-ins. Please wait 20 seconds and try again.' },
      headers: { 'retry-after': '20' },
    });
    expect((await signIn(TEST_PASSWORD, { address: '203.0.113.8' })).status).toBe(200);
    wait(0.5);
    expect((await signIn(TEST_PASSWORD)).status).toBe(200);
  });

  test('all networks together may fail three hundred times, and a known browser is let in all the same', async () => {
    const cookie = cookieOf(await signIn(TEST_PASSWORD));
    // The value stands for 295 failures, at two seconds each.
    const spent_until = new Date(app.context.now().getTime() + 590_000);
    await sql`update allowances set spent_until = ${spent_until.toISOString()} where who = 'everybody'`.execute(
      app.db,
    );
    expect(await spray(12, (one) => ({ address: `198.18.0.${one}` }))).toBe(5);
    expect((await signIn(TEST_PASSWORD)).status).toBe(429);
    expect((await signIn(TEST_PASSWORD, { cookie })).status).toBe(200);
  });

  test('right passwords count nothing', async () => {
    for (let one = 0; one < 35; one += 1) expect((await signIn(TEST_PASSWORD)).status).toBe(200);
  });
});

describe('a known browser', () => {
  const known = async (as = email, cookie?: string) =>
    cookieOf(await signIn(TEST_PASSWORD, { as, ...(cookie !== undefined && { cookie }) }));

  test('keeps a token that only sign-in is sent, and the database its hash', async () => {
    const answer = await signIn(TEST_PASSWORD);
    expect(setCookie(answer)).toMatch(
      /^ric_device=[\w-]{43}; Path=\/api\/auth; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    );
    const token = cookieOf(answer).slice('ric_device='.length);
    const rows = await app.db
      .selectFrom('known_devices')
      .selectAll()
      .where('staff_user_id', '=', id)
      .execute();
    expect(rows).toMatchObject([{ token_hash: hashToken(token) }]);
    expect(JSON.stringify(rows)).not.toContain(token);
    const secure = await signIn(TEST_PASSWORD, { more: { 'x-forwarded-proto': 'https' } });
    expect(setCookie(secure)).toMatch(/; Secure$/);
  });

  test("is let in by the right password, whatever others' mistakes at its own address", async () => {
    const cookie = await known();
    await fail(9);
    expect((await signIn(TEST_PASSWORD)).status).toBe(429);
    expect((await signIn(TEST_PASSWORD, { cookie })).status).toBe(200);
    expect((await signIn(TEST_PASSWORD)).status).toBe(429);
  });

  test('is paused by its own mistakes alone', async () => {
    const cookie = await known();
    await fail(6, { cookie });
    expect((await signIn(TEST_PASSWORD, { cookie })).status).toBe(429);
    expect((await signIn(TEST_PASSWORD)).status).toBe(200);
  });

  test('is known for each who signed in there, and for nobody else', async () => {
    const [another, third] = [await aStaffUser(app.db), await aStaffUser(app.db)];
    const cookie = await known();
    expect(await known(another.email, cookie)).toBe(cookie);
    for (const as of [email, another.email, third.email]) await fail(9, { as });
    expect((await signIn(TEST_PASSWORD, { cookie })).status).toBe(200);
    expect((await signIn(TEST_PASSWORD, { cookie, as: another.email })).status).toBe(200);
    expect((await signIn(TEST_PASSWORD, { cookie, as: third.email })).status).toBe(429);
  });

  test('never has a token that somebody made up, and is a stranger after half a year', async () => {
    const madeUp = `ric_device=${'a'.repeat(43)}`;
    expect(await known(email, madeUp)).not.toBe(madeUp);
    const cookie = await known();
    wait(181 * 24 * 60);
    await fail(6);
    expect((await signIn(TEST_PASSWORD, { cookie })).status).toBe(429);
  });

  test('is a stranger after a new password, unless it was chosen there', async () => {
    const [here, there] = [await signIn(TEST_PASSWORD), await signIn(TEST_PASSWORD)];
    const of = (name: string) => String(here.headers[name]);
    const headers = { 'access-token': of('access-token'), uid: of('uid'), client: of('client') };
    const body = { current_password: TEST_PASSWORD, password: 'heron over the ninth' };
    const changed = await app.call(session.password, { body }, { ...headers, cookie: cookieOf(here) });
    expect(changed.status).toBe(200);
    await fail(6);
    const again = (cookie: string) => signIn('heron over the ninth', { cookie });
    expect((await again(cookieOf(there))).status).toBe(429);
    expect((await again(cookieOf(here))).status).toBe(200);

    const admin = await app.signedIn('admin');
    const ric_user = {
      id,
      password: 'otter under the tenth',
      password_confirmation: 'otter under the tenth',
    };
    await app.ok(staffUsers.update, { body: { ric_user } }, admin);
    expect((await signIn('otter under the tenth', { cookie: cookieOf(here) })).status).toBe(429);
  });

  test('is one of twenty at most', async () => {
    for (let i = 0; i < 22; i += 1) {
      wait(1);
      await known();
    }
    const { count } = await app.db
      .selectFrom('known_devices')
      .select((one) => one.fn.countAll<number>().as('count'))
      .where('staff_user_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(count).toBe(20);
  });
});
