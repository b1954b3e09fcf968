import { beforeAll, describe, expect, test } from 'vitest';
import { EMAIL_FRAME_PATH } from '../../src/areas/email-templates/email-templates.contract.ts';
import { installation } from '../../src/areas/installation/installation.contract.ts';
import { changesData } from '../../src/contract/call.ts';
import { cspHash } from '../../src/server/http/policy.ts';
import { testApp, callUrl, type HeaderFields, type TestApp } from '../support/app.ts';
import { callsWith, getsThatWrite, specifiedCalls, type NamedCall } from './calls.ts';

const context = testApp({ settings: { TRUST_PROXY: '127.0.0.1' } });
const hosted = testApp({ settings: { CARD_ENTRY: 'hosted' } });
const atStripe = testApp({
  settings: { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
});
const direct = testApp({ settings: { STRIPE_SECRET_KEY: 'sk_test_1', CARD_ENTRY: 'direct' } });
const policyOf = async ({ server }: TestApp): Promise<string[]> => {
  const { headers } = await server.inject({ method: 'GET', url: '/api/health' });
  return String(headers['content-security-policy']).split(';');
};
let admin: HeaderFields;
let agent: HeaderFields;
const namesOf = (calls: NamedCall[]) => calls.map(([name]) => name).toSorted();
const guarded = callsWith((called) => called.access !== 'public');

beforeAll(async () => {
  admin = await context.signedIn('admin');
  agent = await context.signedIn('agent');
});

describe('strangers', () => {
  test('may sign in, ask for health and whether this is the staging system, and nothing else', () => {
    expect(namesOf(callsWith((called) => called.access === 'public'))).toEqual([
      'GET /api/desk/staging',
      'GET /api/health',
      'POST /api/auth/sign_in',
    ]);
  });

  test.each(guarded)('%s refuses them', async (_, called) => {
    expect(await context.call(called, { body: {} })).toMatchObject({
      status: 401,
      body: { message: 'Please sign in to continue.' },
    });
  });

  test.each(['access-token', 'uid', 'client'])('are all who lack the right %s', async (header) => {
    const [, called] = guarded[0] ?? [];
    if (!called) throw new Error('There is no call.');
    const { [header]: _, ...without } = admin;
    expect((await context.call(called, {}, without)).status).toBe(401);
    const another = header === 'client' ? crypto.randomUUID() : 'someone@else.example';
    expect((await context.call(called, {}, { ...admin, [header]: another })).status).toBe(401);
    expect((await context.call(called, {}, { ...admin, [header]: "' or 1=1 --" })).status).toBe(401);
  });
});

describe('agents', () => {
  test.each(callsWith((called) => called.access === 'admin'))('are refused %s', async (_, called) => {
    expect(await context.call(called, { body: {} }, agent)).toMatchObject({
      status: 403,
      body: { message: 'Your level does not allow this.' },
    });
  });
});

// By decision, these calls keep the specification's method GET, with a guard against cross-site requests.
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
    const reads = callsWith((called) => called.method === 'POST' && !changesData(called) && !called.ours);
    expect(namesOf(reads)).toEqual(POSTS_THAT_READ);
    for (const name of [...GETS_THAT_WRITE, ...POSTS_THAT_READ])
      expect(specifiedCalls().has(name)).toBe(true);
  });

  test.each(getsThatWrite)('%s may not be followed from another site or fetched ahead', async (_, called) => {
    const from = async (more: HeaderFields) =>
      (await context.call(called, { params: { id: 424242 }, query: { id: 424242 } }, { ...admin, ...more }))
        .status;
    expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await from({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await from({ 'sec-purpose': 'prefetch' })).toBe(403);
    expect(await from({ 'sec-purpose': 'prefetch;prerender' })).toBe(403);
    expect(await from({ purpose: 'prefetch' })).toBe(403);
    expect(await from({ 'sec-fetch-site': 'same-origin' })).toBe(404);
  });

  test.each(getsThatWrite)('%s takes no credentials from the address', async (_, called) => {
    const { status } = await context.call(called, {
      query: { ...admin, access_token: admin['access-token'] },
    });
    expect(status).toBe(401);
  });
});

describe('every call', () => {
  const reads = callsWith((called) => called.method === 'GET' && !changesData(called) && !called.file);
  test.each(reads)('%s answers a HEAD as a GET, without a body', async (_, called) => {
    const head = await context.server.inject({ method: 'HEAD', url: callUrl(called), headers: admin });
    const { 'content-type': type, 'cache-control': cacheControl } = head.headers;
    expect(head.body).toBe('');
    // The GET of a stream never ends, so it is not tested here.
    if (called.stream)
      return expect([head.statusCode, type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const get = await context.server.inject({ method: 'GET', url: callUrl(called), headers: admin });
    expect([head.statusCode, type, cacheControl]).toEqual([
      get.statusCode,
      get.headers['content-type'],
      get.headers['cache-control'],
    ]);
  });

  const changing = callsWith((called) => called.method === 'GET' && (changesData(called) || !!called.file));
  test.each(changing)('%s answers no HEAD, since its GET changes something', async (_, called) => {
    const response = await context.server.inject({ method: 'HEAD', url: callUrl(called), headers: admin });
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET']);
  });

  test.each(guarded)('%s is served with a slash at its end, and never stored', async (_, called) => {
    const response = await context.server.inject({
      method: called.method,
      url: callUrl(called).replace(/\/?$/, '/'),
    });
    expect(response.statusCode).toBe(401);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test('that does not exist is a 404 that says so', async () => {
    const response = await context.server.inject({ method: 'GET', url: '/api/nothing', headers: admin });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ message: 'There is nothing at this address.' });
  });
});

describe('a browser', () => {
  test.each([
    ['an answer', '/api/health', 200],
    ['a refusal', '/api/tee_times/index', 401],
    ['an address that there is not', '/api/nothing', 404],
  ])('is told with %s to run nothing foreign, guess no types and show no frame', async (_, url, status) => {
    const { statusCode, headers } = await context.server.inject({ method: 'GET', url });
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'self'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ]),
    );
    expect(policy.join()).not.toContain('unsafe');
  });

  test.each([
    ['/golf_courses', "style-src 'sha256-"],
    [EMAIL_FRAME_PATH, 'sandbox allow-scripts'],
  ])('has for %s a policy that lets nothing in but what the page itself is', async (url, also) => {
    const { statusCode, headers, body } = await context.server.inject({ method: 'GET', url });
    const policy = String(headers['content-security-policy']);
    expect({ statusCode, policy }).toEqual({
      statusCode: 200,
      policy: expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'self'/),
    });
    expect(policy).toContain(also);
    expect(policy).not.toMatch(/script-src [^;]*unsafe/);
    const written = [...body.matchAll(/<(?:script|style)>(.*?)<\/(?:script|style)>/gs)].map(
      ([, text = '']) => text,
    );
    expect(written).toHaveLength(1);
    for (const text of written) expect(policy).toContain(cspHash(text));
  });
});

describe("the gateway's own card fields", () => {
  const STRICT = ["require-trusted-types-for 'script'", "trusted-types 'none'"];

  test('are let in from Stripe alone, whose script needs texts that become scripts', async () => {
    const policy = await policyOf(atStripe);
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self' https://js.stripe.com https://*.js.stripe.com",
        "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
        "connect-src 'self' https://api.stripe.com",
        "style-src 'self'",
        "base-uri 'none'",
      ]),
    );
    expect(policy.filter((one) => one.includes('trusted-types'))).toEqual([]);
    expect(policy.join()).not.toContain('unsafe');
  });

  test('of the built-in gateway are let in from its address, and texts stay texts', async () => {
    const policy = await policyOf(hosted);
    expect(policy).toEqual(
      expect.arrayContaining([
        `script-src 'self' ${hosted.gatewayUrl}`,
        `frame-src 'self' ${hosted.gatewayUrl}`,
        "connect-src 'self'",
        "require-trusted-types-for 'script'",
        'trusted-types card-fields',
      ]),
    );
  });

  test('are nowhere where a card is typed into RIC', async () => {
    const policy = await policyOf(direct);
    expect(policy).toEqual(expect.arrayContaining(["script-src 'self'", "frame-src 'self'", ...STRICT]));
    expect(policy).toEqual(await policyOf(context));
    expect(policy.join()).not.toContain('stripe');
  });

  test('are told to staff with their key, and never with the secret one', async () => {
    // Each application gets its own person: on the embedded database the applications of one test file share the database,
    // on a server each has its own.
    const told = async (app: TestApp, who: 'agent' | 'psgr' | 'hotels') =>
      app.ok(installation.settings, {}, await app.signedIn(who));
    expect((await told(context, 'agent')).card_fields).toBeNull();
    expect((await told(atStripe, 'psgr')).card_fields).toEqual({
      script: 'https://js.stripe.com/endive/stripe.js',
      publishable_key: 'pk_test_1',
    });
    expect(JSON.stringify(await told(atStripe, 'psgr'))).not.toContain('sk_');
    expect((await told(hosted, 'hotels')).card_fields?.script).toBe(`${hosted.gatewayUrl}/fields/script.js`);
  });
});

test.each([
  ['a trusted proxy', '127.0.0.1', 'https', 'max-age=31536000'],
  ['a trusted proxy', '127.0.0.1', 'http', undefined],
  ['anybody else', '203.0.113.9', 'https', undefined],
])('a browser asks by HTTPS alone from then on: %s at %s says %s', async (_, remoteAddress, proto, told) => {
  const headers = { 'x-forwarded-proto': proto };
  const answer = await context.server.inject({ method: 'GET', url: '/api/health', headers, remoteAddress });
  expect(answer.headers['strict-transport-security']).toBe(told);
});
