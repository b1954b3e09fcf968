import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aPartner, type PartnerWithKey } from '../../../../test/support/partners.ts';
import { LoadShedder, type CallPermit } from '../../../server/load-shedding/load-shedder.ts';
import { courseChoice } from '../../course-choice/course-choice.contract.ts';
import { partnerInterface } from '../partner-interface.contract.ts';
import { storeKeyRequests } from './requests.queries.ts';

const app = testApp({ settings: { PARTNER_REQUESTS_PER_MINUTE: '5' } });
let partner: PartnerWithKey;
beforeAll(async () => {
  partner = await aPartner(app.db);
});

test('a key that asks too often is refused, and its requests are written down', async () => {
  const answers = [];
  for (let asked = 0; asked < 7; asked += 1)
    // oxlint-disable-next-line no-await-in-loop -- the requests are made one after the other
    answers.push(await app.call(partnerInterface.courses, {}, partner.headers));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect(answers[5]).toMatchObject({
    body: { error: { code: 'too_many' } },
    headers: {
      'retry-after': expect.any(String),
      'ratelimit-policy': '"requests";q=5;w=60',
      ratelimit: expect.stringMatching(/^"requests";r=0;t=\d+$/),
    },
  });
  // The rejection names the owner of the API key, although the key was not looked up in the database.
  expect(app.context.rejections.due(new Date())).toMatchObject([
    { made_by: partner.name, after: { status: 429 }, times: 2 },
  ]);
  const now = new Date();
  await storeKeyRequests(app.db, app.context.keyRequests.counted(), now);
  const kept = () =>
    app.db
      .selectFrom('api_key_requests')
      .select(['requests', 'refused'])
      .where('api_key_id', '=', partner.key_id)
      .execute();
  expect(await kept()).toEqual([{ requests: 7, refused: 2 }]);
  const lastUsed = async () =>
    (
      await app.db
        .selectFrom('api_keys')
        .select('last_used_at')
        .where('id', '=', partner.key_id)
        .executeTakeFirstOrThrow()
    ).last_used_at;
  expect(Date.parse((await lastUsed()) ?? '')).toBe(now.getTime());
  // The time of last use is stored at most once a minute, and counts older than two days are deleted.
  const again = [
    { key_id: partner.key_id, requests: 1, refused: 0 },
    { key_id: 987_654, requests: 1, refused: 0 },
  ];
  await storeKeyRequests(app.db, again, new Date(now.getTime() + 30_000));
  expect(Date.parse((await lastUsed()) ?? '')).toBe(now.getTime());
  await storeKeyRequests(app.db, again, new Date(now.getTime() + 3 * 86_400_000));
  expect(await kept()).toEqual([{ requests: 1, refused: 0 }]);
});

describe('below /partner/v1', () => {
  const ask = (method: 'GET' | 'POST' | 'PUT', url: string, more: object = {}) =>
    app.server.inject({ method, url, ...more });
  const json = { 'content-type': 'application/json' };
  test.each([
    ['an address that there is not', () => ask('GET', '/partner/v1/nothing'), 404, 'not_found'],
    ['a method that there is not', () => ask('PUT', '/partner/v1/bookings'), 405, 'no_such_method'],
    [
      'an address that cannot be decoded',
      () => ask('GET', '/partner/v1/bookings/%E0%A4%A'),
      400,
      'unreadable',
    ],
  ])('%s has the same shape', async (_, answering, status, code) => {
    const answer = await answering();
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({
      error: { code, message: expect.any(String) },
      request_id: expect.any(String),
    });
  });

  test.each([
    ['broken JSON', '{broken', json, 400, 'unreadable'],
    ['no JSON', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unreadable'],
    ['nested too deep', '['.repeat(5_000), json, 400, 'unreadable'],
    ['too large', JSON.stringify({ notes: 'x'.repeat(70_000) }), json, 413, 'too_large'],
  ])('a body that is %s has it too', async (_, payload, type, ...expected) => {
    const [status, code] = expected;
    const { headers } = await aPartner(app.db);
    const answer = await ask('POST', '/partner/v1/bookings', { payload, headers: { ...headers, ...type } });
    expect({ status: answer.statusCode, ...answer.json() }).toMatchObject({ status, error: { code } });
  });

  test('a screen of the office with such a name has not', async () => {
    const answer = await ask('GET', '/partner/7');
    expect(answer.json()).not.toHaveProperty('error');
  });
});

describe('permits', () => {
  test('a program that says it is a screen has no more of them, and comes no sooner', async () => {
    const { loadShedder, settings } = app.context;
    const { headers } = await aPartner(app.db);
    const half = Array.from({ length: settings.callsAtOnce / 2 }, () => loadShedder.acquire('partner'));
    const held = await Promise.all(half);
    const asking = app.call(partnerInterface.courses, {}, { ...headers, 'x-background': '1' });
    let isAnswered = false;
    void asking.then(() => (isAnswered = true));
    // Later requests of staff are answered before the partner's request.
    const staff = await app.signedIn('admin');
    for (let later = 0; later < 3; later += 1) await app.ok(courseChoice.list, {}, staff);
    expect(isAnswered).toBe(false);
    for (const permit of held) permit?.release();
    expect((await asking).status).toBe(200);
  });

  const enter = async (loadShedder: LoadShedder, urgency: 'caller' | 'partner') => {
    let permit: CallPermit | null = null;
    void loadShedder.acquire(urgency).then((one) => (permit = one));
    await new Promise(setImmediate);
    return () => permit;
  };
  test('partners have half of them at most, and come last', async () => {
    const loadShedder = new LoadShedder(4);
    const partners = [
      await enter(loadShedder, 'partner'),
      await enter(loadShedder, 'partner'),
      await enter(loadShedder, 'partner'),
    ];
    expect(partners.map((permit) => permit() !== null)).toEqual([true, true, false]);
    const people = [
      await enter(loadShedder, 'caller'),
      await enter(loadShedder, 'caller'),
      await enter(loadShedder, 'caller'),
    ];
    expect(people.map((permit) => permit() !== null)).toEqual([true, true, false]);
    partners[0]?.()?.release();
    await new Promise(setImmediate);
    expect([people[2]?.() !== null, partners[2]?.() !== null]).toEqual([true, false]);
    people[0]?.()?.release();
    await new Promise(setImmediate);
    expect(partners[2]?.()).not.toBeNull();
  });
});
