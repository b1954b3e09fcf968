import { describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aStaffUser, TEST_PASSWORD } from '../../../test/support/factories.ts';
import { sessionSetup } from '../../../test/support/sessions.ts';
import { hashToken } from '../../server/access/access.ts';
import { courseChoice } from '../course-choice/course-choice.contract.ts';
import { session } from './session.contract.ts';

const { app, at, signIn, signedInHeaders, works, wait } = sessionSetup();
const brief = testApp({ settings: { SESSION_IDLE_MINUTES: '1' } });
const BACKGROUND = { 'x-background': '1' };
const INCORRECT = { message: 'Your email or password are incorrect.' };

describe('signing in', () => {
  test('answers the five headers, and keeps no more than a hash of the token', async () => {
    const { status, body, headers } = await signIn(TEST_PASSWORD, ` ${at.email.toUpperCase()} `);
    expect({ status, body }).toMatchObject({ status: 200, body: { name: expect.stringMatching(/^Agent/) } });
    expect(headers).toMatchObject({
      'access-token': expect.stringMatching(/^[\w-]{43}$/),
      uid: at.email,
      client: expect.stringMatching(/^[0-9a-f-]{36}$/),
      expiry: String(Date.parse('2026-11-21T06:00:00Z') / 1000),
      'token-type': 'Bearer',
    });
    const kept = await app.db
      .selectFrom('sign_ins')
      .selectAll()
      .where('client', '=', String(headers['client']))
      .executeTakeFirstOrThrow();
    expect(kept.token_hash).toBe(hashToken(String(headers['access-token'])));
    expect(JSON.stringify(kept)).not.toContain(String(headers['access-token']));
  });

  test('makes a session of its own each time', async () => {
    const [one, two] = [await signedInHeaders(), await signedInHeaders()];
    expect(one['access-token']).not.toBe(two['access-token']);
    expect(await works(one)).toBe(true);
    expect(await works(two)).toBe(true);
    expect(await works({ ...one, client: two['client'] ?? '' })).toBe(false);
  });

  test('says one thing for a wrong password, an unknown user and a removed one', async () => {
    expect(await signIn('wrong')).toMatchObject({ status: 401, body: INCORRECT });
    expect(await signIn(TEST_PASSWORD, 'nobody@ric.example')).toMatchObject({ status: 401, body: INCORRECT });
    await app.db.updateTable('staff_users').set({ removed_at: new Date() }).where('id', '=', at.id).execute();
    expect(await signIn(TEST_PASSWORD)).toMatchObject({ status: 401, body: INCORRECT });
  });

  test('takes as long for an unknown user as for a wrong password', async () => {
    const timeOf = async (as: string) => {
      const start = performance.now();
      await signIn('wrong', as);
      const took = performance.now() - start;
      await app.db.deleteFrom('sign_in_failures').execute();
      return took;
    };
    // Both are measured in turn, so that other load on the machine slows both.
    const [unknown, known]: [number[], number[]] = [[], []];
    for (let i = 0; i < 7; i += 1) {
      unknown.push(await timeOf('nobody@ric.example'));
      known.push(await timeOf(at.email));
    }
    const median = (times: number[]): number => times.toSorted((a, b) => a - b)[3] ?? 0;
    // Most of the time is spent on hashing. If the password of an unknown user were not hashed, this time would be a tenth.
    expect(median(unknown)).toBeGreaterThan(median(known) / 3);
  });

  test.each([
    [{ email: '', password: 'x' }, { email: ['User Name is required.'] }],
    [{ email: 'a@b.example', password: '' }, { password: ['Password is required.'] }],
    [{}, { email: ['User Name is required.'], password: ['Password is required.'] }],
  ])('refuses %j', async (body, errors) => {
    expect(await app.call(session.signIn, { body })).toMatchObject({ status: 422, body: { errors } });
  });
});

describe('failing again and again', () => {
  const fail = async (times: number, as = at.email) => {
    for (let i = 0; i < times; i += 1) await signIn('wrong', as);
  };

  test('is free five times, then pauses, even for the right password', async () => {
    await fail(5);
    expect((await signIn('wrong')).status).toBe(401);
    expect(await signIn(TEST_PASSWORD)).toMatchObject({
      status: 429,
      body: { message: 'Too many failed sign-ins. Please wait 5 seconds and try again.' },
    });
    wait(0.1);
    expect((await signIn(TEST_PASSWORD)).status).toBe(200);
    expect((await signIn('wrong')).status).toBe(401);
    expect((await signIn(TEST_PASSWORD)).status).toBe(200);
  });

  test('pauses for longer each time, 15 minutes at most', async () => {
    await fail(6);
    const pauses: string[] = [];
    for (let i = 0; i < 10; i += 1) {
      const { body } = await signIn('wrong');
      pauses.push(/wait (.*) and/.exec(JSON.stringify(body))?.[1] ?? '');
      wait(16);
      await signIn('wrong');
    }
    expect(pauses).toEqual([
      '5 seconds', '10 seconds', '20 seconds', '40 seconds', '2 minutes', '3 minutes', '6 minutes', '11 minutes', '15 minutes', '15 minutes',
    ]); // prettier-ignore
  });

  test('counts tries that come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn('wrong')));
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(6);
  });

  test('pauses nobody else', async () => {
    await fail(7);
    const { email: another } = await aStaffUser(app.db);
    expect((await signIn(TEST_PASSWORD, another)).status).toBe(200);
  });

  test('is forgotten after a day', async () => {
    await fail(5);
    wait(25 * 60);
    await fail(5);
    expect((await signIn(TEST_PASSWORD)).status).toBe(200);
  });
});

describe('a session', () => {
  test('ends after twelve hours, however busy', async () => {
    const headers = await signedInHeaders();
    for (let i = 0; i < 51; i += 1) {
      wait(14);
      expect(await works(headers)).toBe(true);
    }
    wait(7);
    expect(await works(headers)).toBe(false);
  });

  test('ends after a quarter of an hour without a person, whatever the timers of screens do', async () => {
    const headers = await signedInHeaders();
    wait(14);
    expect(await works(headers, BACKGROUND)).toBe(true);
    wait(2);
    expect(await works(headers)).toBe(false);
  });

  test('lives on with input', async () => {
    const headers = await signedInHeaders();
    wait(14);
    expect(await works(headers)).toBe(true);
    wait(14);
    expect(await works(headers)).toBe(true);
  });

  test('lives on with what a person does without a call, from when they did it', async () => {
    const headers = await signedInHeaders();
    const tell = (seconds_ago: number) =>
      app.ok(session.input, { body: { seconds_ago } }, { ...headers, ...BACKGROUND });
    wait(14);
    const left = { idle_seconds: 900, seconds_left: (12 * 60 - 14) * 60 };
    expect(await tell(120)).toEqual({ seconds_ago: 120, ...left });
    // A report of earlier input changes nothing.
    expect(await tell(500)).toEqual({ seconds_ago: 120, ...left });
    wait(12);
    expect(await works(headers, BACKGROUND)).toBe(true);
    wait(2);
    expect(await works(headers)).toBe(false);
  });

  test('of a minute lives on with a call now and then as well', async () => {
    brief.setClock('2026-11-20T18:00:00Z');
    const headers = await brief.signedIn('agent');
    for (let second = 40; second <= 200; second += 40) {
      brief.setClock(new Date(Date.parse('2026-11-20T18:00:00Z') + second * 1000).toISOString());
      expect((await brief.call(courseChoice.list, {}, headers)).status).toBe(200);
    }
  });

  test('ends when its user is removed', async () => {
    const headers = await signedInHeaders();
    await app.db.updateTable('staff_users').set({ removed_at: new Date() }).where('id', '=', at.id).execute();
    expect(await works(headers)).toBe(false);
  });

  test('ends on sign-out, alone, and the browser is told to keep no page of it', async () => {
    const [here, there] = [await signedInHeaders(), await signedInHeaders()];
    const { status, headers } = await app.call(session.signOut, {}, here);
    expect({ status, kept: headers['clear-site-data'] }).toEqual({ status: 200, kept: '"cache"' });
    expect(await works(here)).toBe(false);
    expect(await works(there)).toBe(true);
  });
});

describe('the level', () => {
  const levelOf = async (of: string, headers: HeaderFields) =>
    app.call(session.level, { body: { email: of } }, headers);

  test("is one's own for an agent", async () => {
    const headers = await signedInHeaders();
    expect(await levelOf(at.email.toUpperCase(), headers)).toMatchObject({
      status: 200,
      body: { level: 'sdgr' },
    });
    const { email: another } = await aStaffUser(app.db, { level: 'psgr' });
    expect((await levelOf(another, headers)).status).toBe(403);
    expect((await levelOf('nobody@ric.example', headers)).status).toBe(403);
  });

  test("is anybody's for an admin", async () => {
    const admin = await app.signedIn('admin');
    const { email: another } = await aStaffUser(app.db, { level: 'hotels' });
    expect(await levelOf(another, admin)).toMatchObject({ status: 200, body: { level: 'hotels' } });
    expect((await levelOf('nobody@ric.example', admin)).status).toBe(404);
  });
});
