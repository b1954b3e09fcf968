import { beforeAll, describe, expect, test } from 'vitest';
import { writes } from '../../src/contract/call.ts';
import { testApp, urlOf, type Headers } from '../support/app.ts';
import { callsWith, getsThatWrite, specifiedCalls, type Named } from './calls.ts';

const desk = testApp();
let admin: Headers;
let agent: Headers;
const namesOf = (calls: Named[]) => calls.map(([name]) => name).toSorted();
const guarded = callsWith((called) => called.access !== 'public');

beforeAll(async () => {
  admin = await desk.signedIn('admin');
  agent = await desk.signedIn('agent');
});

describe('strangers', () => {
  test('may sign in and ask for health, and nothing else', () => {
    expect(namesOf(callsWith((called) => called.access === 'public'))).toEqual([
      'GET /api/health',
      'POST /api/auth/sign_in',
    ]);
  });

  test.each(guarded)('%s refuses them', async (_, called) => {
    expect(await desk.call(called, { body: {} })).toMatchObject({
      status: 401,
      body: { message: 'Please sign in to continue.' },
    });
  });

  test.each(['access-token', 'uid', 'client'])('are all who lack the right %s', async (header) => {
    const [, called] = guarded[0] ?? [];
    if (!called) throw new Error('There is no call.');
    const { [header]: _, ...without } = admin;
    expect((await desk.call(called, {}, without)).status).toBe(401);
    const another = header === 'client' ? crypto.randomUUID() : 'someone@else.example';
    expect((await desk.call(called, {}, { ...admin, [header]: another })).status).toBe(401);
    expect((await desk.call(called, {}, { ...admin, [header]: "' or 1=1 --" })).status).toBe(401);
  });
});

describe('agents', () => {
  test.each(callsWith((called) => called.access === 'admin'))('are refused %s', async (_, called) => {
    expect(await desk.call(called, { body: {} }, agent)).toMatchObject({
      status: 403,
      body: { message: 'Your level does not allow this.' },
    });
  });
});

// Decided: they keep the method of the specification, and are guarded instead.
const GETS_THAT_WRITE = [
  'GET /api/availability_queue/close',
  'GET /api/gift_certificates/certificate/{serial}',
  'GET /api/gift_certificates/receipt/{serial}',
  'GET /api/helpful_links/move_down/{id}',
  'GET /api/helpful_links/move_up/{id}',
  'GET /api/tee_times/cancel/email/{id}',
  'GET /api/tee_times/cancel/{id}',
  'GET /api/tee_times/receipt/{id}',
  'GET /api/tee_times/voucher/{id}',
];
const POSTS_THAT_READ = [
  'POST /api/ibe/rate',
  'POST /api/ibe/validate_discount',
  'POST /api/ibe/validate_gift_cert',
  'POST /api/ric_users/level',
  'POST /api/summary/agent_leaderboard',
  'POST /api/templates/content',
];

describe('a GET that changes something', () => {
  test('is marked, and so is a POST that does not', () => {
    expect(namesOf(getsThatWrite)).toEqual(GETS_THAT_WRITE);
    const reads = callsWith((called) => called.method === 'POST' && !writes(called) && !called.ours);
    expect(namesOf(reads)).toEqual(POSTS_THAT_READ);
    for (const name of [...GETS_THAT_WRITE, ...POSTS_THAT_READ])
      expect(specifiedCalls().has(name)).toBe(true);
  });

  test.each(getsThatWrite)('%s may not be followed from another site or fetched ahead', async (_, called) => {
    const from = async (more: Headers) =>
      (await desk.call(called, { params: { id: 424242 }, query: { id: 424242 } }, { ...admin, ...more }))
        .status;
    expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await from({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await from({ 'sec-purpose': 'prefetch' })).toBe(403);
    expect(await from({ 'sec-purpose': 'prefetch;prerender' })).toBe(403);
    expect(await from({ purpose: 'prefetch' })).toBe(403);
    expect(await from({ 'sec-fetch-site': 'same-origin' })).toBe(404);
  });

  test.each(getsThatWrite)('%s takes no credentials from the address', async (_, called) => {
    const { status } = await desk.call(called, { query: { ...admin, access_token: admin['access-token'] } });
    expect(status).toBe(401);
  });
});

describe('every call', () => {
  test.each(callsWith((called) => called.method === 'GET'))('%s answers no HEAD', async (_, called) => {
    const response = await desk.app.inject({ method: 'HEAD', url: urlOf(called), headers: admin });
    expect(response.statusCode).toBe(405);
  });

  test.each(guarded)('%s is served with a slash at its end, and never stored', async (_, called) => {
    const response = await desk.app.inject({
      method: called.method,
      url: urlOf(called).replace(/\/?$/, '/'),
    });
    expect(response.statusCode).toBe(401);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test('that does not exist is a 404 that says so', async () => {
    const response = await desk.app.inject({ method: 'GET', url: '/api/nothing', headers: admin });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ message: 'There is nothing at this address.' });
  });
});

describe('a browser', () => {
  test.each([
    ['an answer', '/api/health', 200],
    ['a refusal', '/api/tee_times/index', 401],
    ['an address that there is not', '/api/nothing', 404],
    ['a page', '/golf_courses', 200],
  ])('is told with %s to run nothing foreign, guess no types and show no frame', async (_, url, status) => {
    const response = await desk.app.inject({ method: 'GET', url });
    expect(response).toMatchObject({
      statusCode: status,
      headers: {
        'content-security-policy': expect.stringMatching(/^default-src 'self';.*script-src 'self';/),
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
      },
    });
  });
});
