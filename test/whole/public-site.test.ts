import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPublicSite, type PublicSite } from '../../demo/public-site/public-site.ts';
import { openDemonstrationSite } from '../../src/app/demonstration/public-site.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { testApp } from '../support/app.ts';
import { anOpenCourse, anotherTime, aPartner, aToken } from '../support/partners.ts';

const desk = testApp();
let time: number;
let course: number;
let rate: number;
let site: PublicSite;
/** What becomes of the next answer to what is sent below this address: it is lost, or somebody else answers in RIC's place. */
let fails: { below: string; how: 'lost' | 'a page' | 'unreachable' } | null = null;
const between = createServer((request, response) => {
  void (async () => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const { headers, method = 'GET', url = '/' } = request;
    const how = fails && url.startsWith(`/partner/v1${fails.below}`) ? fails.how : null;
    if (how !== null) fails = null;
    if (how === 'unreachable') return response.destroy();
    const sent = { method: method as 'GET' | 'POST', url, headers, payload: Buffer.concat(parts) };
    const answer = await desk.app.inject(sent);
    if (how === 'lost') return response.destroy();
    if (how === 'a page')
      return response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
    return response.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(answer.body);
  })();
});
beforeAll(async () => {
  const open = await anOpenCourse(desk.db);
  desk.setClock('2030-05-20T18:00:00Z');
  ({ time, course, rate } = open);
  const { headers } = await aPartner(desk.db, { is_public_site: true, courses: [open.course] });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  const address = between.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  site = await openPublicSite('127.0.0.1', join(projectRoot, 'demo', 'public-site'));
  site.serve(`http://127.0.0.1:${port}`, headers['authorization']?.slice('Bearer '.length) ?? '');
});
afterAll(async () => {
  await site.close();
  between.closeAllConnections();
  between.close();
});

const at = (path: string) => `http://127.0.0.1:${site.port}${path}`;
const post = (sent: Iterable<[string, string]>, path = `/book/${time}`) =>
  fetch(at(path), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams([...sent]),
  });
const fieldsIn = (page: string) =>
  [...page.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  );

test('an address that is none harms nobody', async () => {
  for (const path of ['//', 'http://[', '//:99999']) {
    const socket = connect(site.port, '127.0.0.1');
    socket.end(`GET ${path} HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n`);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 40[04]/);
  }
  expect((await fetch(at('/golf_courses'))).status).toBe(200);
});

test.each([
  'part=toString',
  'date=2030-02-31',
  'date=2030-99-99',
  'players=99',
  'players=-1',
  'course=-5',
  'page=0',
  'layout=sandiegogolf&agent_email=agent@ric.example',
])('a search for %s is a search', async (query) => {
  const answer = await fetch(at(`/golf_courses?${query}`));
  expect([answer.status, (await answer.text()).includes('Book a tee time')]).toEqual([200, true]);
});

test('while RIC is away no time is called gone, and what was typed is sent again', async () => {
  const asked = {
    players: '4',
    'customer.first_name': 'Ana',
    discount_code: 'FALL50',
    key: 'a-key-to-price-by',
  };
  fails = { below: '/quotes', how: 'unreachable' };
  const looked = await fetch(at(`/book/${time}?players=4`));
  expect(await looked.text()).toMatch(
    /We can not reach our reservation desk.*href="\/book\/\d+\?players=4&amp;key=/s,
  );
  fails = { below: '/quotes', how: 'unreachable' };
  const priced = await (await post(Object.entries(asked), `/book/${time}/price`)).text();
  expect(priced).toContain('We can not reach our reservation desk');
  expect(Object.fromEntries(fieldsIn(priced))).toEqual(asked);
  expect(await (await fetch(at('/book/987654?players=4'))).text()).toContain('This time is gone');
});

test.each(['lost', 'a page'] as const)('a lead is left once where its answer is %s', async (how) => {
  const last_name = how === 'lost' ? 'Lost' : 'Paged';
  const sent = {
    ...{ key: `a-key-of-a-lead-${last_name}`, course: String(course), lead_date: '2030-06-01' },
    ...{ play_time: '08:00', players: '2', 'customer.first_name': 'Ana' },
    ...{
      'customer.last_name': last_name,
      'customer.email': `${last_name}@site.example`,
      'customer.primary_phone': '',
    },
  };
  fails = { below: '/leads', how };
  const unsure = await (await post(Object.entries(sent), '/wait')).text();
  expect(unsure).toContain('Please send it again');
  expect(Object.fromEntries(fieldsIn(unsure))).toEqual(sent);
  expect(await (await post(fieldsIn(unsure), '/wait')).text()).toContain('We call you');
  const left = desk.db.selectFrom('operations').select('id').where('kind', '=', 'lead');
  expect(await left.where('idempotency_key', '=', sent.key).execute()).toHaveLength(1);
});

test('what is wrong is told to a visitor, not to a program', async () => {
  const wrong = { key: 'a-key-of-a-wrong-form', players: '4', 'customer.email': 'nobody', token: '' };
  const form = await (await post(Object.entries(wrong))).text();
  expect(form).toContain('Please look at what is marked.');
  expect(form).not.toContain('`fields`');
  // Another try is another request.
  expect(Object.fromEntries(fieldsIn(form))['key']).not.toBe(wrong.key);
});

test('a visitor whose answer was lost has the last spots themselves, and sends the same again', async () => {
  const sent = {
    ...{ key: 'a-key-of-the-visitor', players: '4', shown_total: '40000', agent_email: '' },
    ...{ 'customer.first_name': 'Ana', 'customer.last_name': 'Silva', 'customer.email': 'ana@site.example' },
    token: await aToken(desk.gatewayUrl),
  };
  fails = { below: '/bookings', how: 'lost' };
  const unsure = await (await post(Object.entries(sent))).text();
  expect(unsure).toContain('Please send it again');
  expect(Object.fromEntries(fieldsIn(unsure))).toEqual(sent);
  const again = await post(fieldsIn(unsure));
  expect([again.status, again.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/booked\//)]);
  expect(await desk.db.selectFrom('tee_times').select('state').execute()).toEqual([{ state: 'booked' }]);
  expect(desk.gatewayBook()).toHaveLength(1);

  // Whoever goes back to the form and sends it once more finds what they have.
  const once = await post(Object.entries({ ...sent, token: await aToken(desk.gatewayUrl) }));
  expect([once.status, once.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/booked\//)]);
  expect(desk.gatewayBook()).toHaveLength(1);

  // Whoever comes next is told, under a key of their own.
  const late = await (await post(Object.entries({ ...sent, key: 'a-key-of-another' }))).text();
  expect(late).toContain('No spots are left at this time.');
});

test('a form has its key in its address; back at it after a declined card another card is charged once', async () => {
  const another = await anotherTime(desk.db, { course, rate });
  const opened = await fetch(at(`/book/${another}?players=4&agent_email=`), { redirect: 'manual' });
  const address = opened.headers.get('location') ?? '';
  expect([opened.status, address]).toEqual([
    303,
    expect.stringMatching(/^\/book\/\d+\?players=4&agent_email=&key=/),
  ]);
  const fields = async () => Object.fromEntries(fieldsIn(await (await fetch(at(address))).text()));
  const first = await fields();
  // As somebody who loads it again has it.
  expect(await fields()).toEqual(first);
  expect(new URLSearchParams(address).get('key')).toBe(first['key']);
  const typed = {
    'customer.first_name': 'Ana',
    'customer.last_name': 'Declined',
    'customer.email': 'ana@d.example',
  };
  const send = async (...behaviour: ['declined'] | []) =>
    post(
      Object.entries({ ...first, ...typed, token: await aToken(desk.gatewayUrl, ...behaviour) }),
      `/book/${another}`,
    );
  expect(await (await send('declined')).text()).toContain('Your card was declined.');
  // The form of before has the key that was refused.
  const [one, two] = [await send(), await send()];
  expect([one.status, two.status]).toEqual([303, 303]);
  const booked = desk.db.selectFrom('tee_times as t').innerJoin('customers as c', 'c.id', 't.customer_id');
  const states = await booked
    .select('t.state')
    .where('c.last_name', '=', 'Declined')
    .orderBy('t.id')
    .execute();
  expect(states).toEqual([{ state: 'failed' }, { state: 'booked' }]);
});

test.each([
  ['at a real gateway', { stripeSecretKey: 'sk_live_1' }],
  ['beside a site of the company', { publicSiteUrl: 'https://fairway.example' }],
  ['without the demonstration', { demo: false }],
])('nobody is made up %s', async (_, given) => {
  const settings = { ...desk.desk.settings, demo: true, isLive: true, ...given };
  expect(await openDemonstrationSite(desk.db, settings)).toBeNull();
});

test('made-up people come with DEMO=live alone, and leave at once when RIC ends', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ric-site-'));
  const asked: string[] = [];
  const ric = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(500).end('{}');
  });
  await new Promise<void>((resolve) => ric.listen(0, '127.0.0.1', resolve));
  const visits = async (isLive: boolean): Promise<number> => {
    const settings = { ...desk.desk.settings, demo: true, host: '127.0.0.1', dataDir, isLive };
    const opened = await openDemonstrationSite(desk.db, settings);
    const before = asked.length;
    opened?.open((ric.address() as AddressInfo).port);
    if (isLive) await vi.waitFor(() => expect(asked.length).toBeGreaterThan(before), 10_000);
    const at = performance.now();
    await opened?.close();
    expect(opened).not.toBeNull();
    // They pause for six seconds at least.
    expect(performance.now() - at).toBeLessThan(5_000);
    return asked.length - before;
  };
  expect(await visits(false)).toBe(0);
  expect(await visits(true)).toBeGreaterThan(0);
  ric.close();
  rmSync(dataDir, { recursive: true });
});
