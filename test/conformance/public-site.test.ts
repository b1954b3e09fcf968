import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { livePeople } from '../../demo/public-site/people.ts';
import { openPublicSite, type PublicSite } from '../../demo/public-site/public-site.ts';
import { reconcileOnce } from '../support/reconcile.ts';
import { openDemonstrationSite } from '../../src/app/demonstration/public-site.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { testApp } from '../support/app.ts';
import { anOpenCourse, anotherTime, aPartner, aToken } from '../support/partners.ts';

const app = testApp();
let time: number;
let course: number;
let rate: number;
let site: PublicSite;
/** The fault for the next answer below this address: it is lost, or a proxy answers in RIC's place. */
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
    const answer = await app.server.inject(sent);
    if (how === 'lost') return response.destroy();
    if (how === 'a page')
      return response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
    return response.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(answer.body);
  })();
});
beforeAll(async () => {
  const open = await anOpenCourse(app.db);
  app.setClock('2030-05-20T18:00:00Z');
  ({ time, course, rate } = open);
  const { headers } = await aPartner(app.db, { is_public_site: true, courses: [open.course] });
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
  fetch(at(path), { method: 'POST', redirect: 'manual', body: new URLSearchParams([...sent]) });
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

test('a HEAD has the headers of the GET', async () => {
  for (const path of ['/golf_courses', '/page.css', '/nothing']) {
    const [get, head] = [await fetch(at(path)), await fetch(at(path), { method: 'HEAD' })];
    expect([head.status, head.headers.get('content-type')]).toEqual([
      get.status,
      get.headers.get('content-type'),
    ]);
  }
});

test.each([
  'course=toString',
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
    apply: '1',
  };
  fails = { below: '/quotes', how: 'unreachable' };
  const looked = await fetch(at(`/book/${time}?players=4`));
  expect(await looked.text()).toMatch(
    /We cannot reach our reservation desk.*href="\/book\/\d+\?players=4&#38;key=/s,
  );
  fails = { below: '/quotes', how: 'unreachable' };
  const priced = await (await post(Object.entries(asked))).text();
  expect(priced).toContain('We cannot reach our reservation desk');
  expect(Object.fromEntries(fieldsIn(priced))).toEqual(asked);
  expect(await (await fetch(at('/book/987654?players=4'))).text()).toContain('This time is gone');
});

test('whoever is to be called has to leave a phone, and nobody else', async () => {
  const isNeeded = async (path: string) =>
    /name="customer.primary_phone"[^>]*required/.test(await (await fetch(at(path))).text());
  expect([await isNeeded('/wait'), await isNeeded(`/book/${time}?players=4`)]).toEqual([true, false]);
});

test.each(['lost', 'a page'] as const)('a lead is left once where its answer is %s', async (how) => {
  const last_name = how === 'lost' ? 'Lost' : 'Paged';
  const sent = {
    key: `a-key-of-a-lead-${last_name}`,
    course_id: String(course),
    lead_date: '2030-06-01',
    play_time: '08:00',
    players: '2',
    'customer.first_name': 'Ana',
    'customer.last_name': last_name,
    'customer.email': `${last_name}@site.example`,
    'customer.primary_phone': '',
  };
  fails = { below: '/leads', how };
  const unsure = await (await post(Object.entries(sent), '/wait')).text();
  expect(unsure).toContain('Please send it again');
  expect(Object.fromEntries(fieldsIn(unsure))).toEqual(sent);
  expect(await (await post(fieldsIn(unsure), '/wait')).text()).toContain('We call you');
  const left = app.db.selectFrom('operations').select('id').where('kind', '=', 'lead');
  expect(await left.where('idempotency_key', 'like', `${sent.key}%`).execute()).toHaveLength(1);
});

test('what is wrong is told to a visitor, not to a program', async () => {
  const wrong = { key: 'a-key-of-a-wrong-form', players: '4', 'customer.email': 'nobody', 'card.token': '' };
  const form = await (await post(Object.entries(wrong))).text();
  expect(form).toContain('Please look at what is marked.');
  expect(form).not.toContain('`fields`');
  expect(form).toMatch(/name="customer.email"[^>]*aria-invalid="true"/);
});

test("what a visitor typed is no markup, and only own and the gateway's scripts run", async () => {
  const typed = `"><script>alert('1')</script>&`;
  const looked = await fetch(at(`/golf_courses?agent_email=${encodeURIComponent(typed)}`));
  expect(await looked.text()).not.toContain('<script>alert');
  expect(looked.headers.get('content-security-policy')).toContain(
    `script-src 'self' ${new URL(app.gatewayUrl).origin};`,
  );
  const form = await (
    await post(Object.entries({ key: 'a-key-of-markup', 'customer.first_name': typed, players: '4' }))
  ).text();
  expect(form).toContain('name="customer.first_name"');
  expect(form).not.toContain('<script>alert');
});

test('a visitor whose answer was lost has the last spots themselves, and sends the same again', async () => {
  const sent = {
    key: 'a-key-of-the-visitor',
    players: '4',
    shown_total: '40000',
    agent_email: '',
    'customer.first_name': 'Ana',
    'customer.last_name': 'Silva',
    'customer.email': 'ana@site.example',
    'card.token': await aToken(app.gatewayUrl),
  };
  fails = { below: '/bookings', how: 'lost' };
  const unsure = await (await post(Object.entries(sent))).text();
  expect(unsure).toContain('Please send it again');
  expect(Object.fromEntries(fieldsIn(unsure))).toEqual(sent);
  const again = await post(fieldsIn(unsure));
  expect([again.status, again.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/booked\//)]);
  expect(await app.db.selectFrom('tee_times').select('state').execute()).toEqual([{ state: 'booked' }]);
  expect(app.gatewayBook()).toHaveLength(1);

  // Going back to the form and sending it again leads to the existing booking.
  const once = await post(Object.entries({ ...sent, 'card.token': await aToken(app.gatewayUrl) }));
  expect([once.status, once.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/booked\//)]);
  expect(app.gatewayBook()).toHaveLength(1);

  // Going back leads to the booking, and another form says that it exists; in this browser only.
  const cookie = again.headers.get('set-cookie')?.split(';')[0] ?? '';
  const back = (key: string, headers: Record<string, string>) =>
    fetch(at(`/book/${time}?players=4&key=${key}`), { headers, redirect: 'manual' });
  const mine = await back(sent.key, { cookie });
  expect([mine.status, mine.headers.get('location')]).toEqual([303, again.headers.get('location')]);
  const anew = await (await back('a-key-of-another-form', { cookie })).text();
  expect(anew).toContain(`<a href="${again.headers.get('location')}">see your booking</a>`);
  const strange = await (await back(sent.key, {})).text();
  expect([strange.includes('This time is gone'), strange.includes('your booking')]).toEqual([true, false]);

  // The next visitor, with a key of their own, gets a message.
  const late = await (await post(Object.entries({ ...sent, key: 'a-key-of-another' }))).text();
  expect(late).toContain('No spots are left at this time.');
});

test('a form has its key in its address; back at it after a declined card another card is charged once', async () => {
  const another = await anotherTime(app.db, { course, rate });
  const opened = await fetch(at(`/book/${another}?players=4&agent_email=`), { redirect: 'manual' });
  const address = opened.headers.get('location') ?? '';
  expect([opened.status, address]).toEqual([
    303,
    expect.stringMatching(/^\/book\/\d+\?players=4&agent_email=&key=/),
  ]);
  const fields = async () => Object.fromEntries(fieldsIn(await (await fetch(at(address))).text()));
  const first = await fields();
  // Loaded again, it is the same.
  expect(await fields()).toEqual(first);
  expect(new URLSearchParams(address).get('key')).toBe(first['key']);
  const typed = {
    'customer.first_name': 'Ana',
    'customer.last_name': 'Declined',
    'customer.email': 'ana@d.example',
  };
  const send = async (...behaviour: ['declined'] | []) =>
    post(
      Object.entries({ ...first, ...typed, 'card.token': await aToken(app.gatewayUrl, ...behaviour) }),
      `/book/${another}`,
    );
  expect(await (await send('declined')).text()).toContain('Your card was declined.');
  // The earlier form has the rejected key.
  const [one, two] = [await send(), await send()];
  expect([one.status, two.status]).toEqual([303, 303]);
  const booked = app.db.selectFrom('tee_times as t').innerJoin('customers as c', 'c.id', 't.customer_id');
  const states = await booked
    .select('t.state')
    .where('c.last_name', '=', 'Declined')
    .orderBy('t.id')
    .execute();
  expect(states).toEqual([{ state: 'failed' }, { state: 'booked' }]);
});

test('whoever is not told what became of the card sends the same until it is known', async () => {
  const another = await anotherTime(app.db, { course, rate });
  const sent = Object.entries({
    key: 'a-key-of-a-slow-bank',
    players: '4',
    shown_total: '40000',
    agent_email: '',
    'customer.first_name': 'Ana',
    'customer.last_name': 'Slow',
    'customer.email': 'ana@slow.example',
    'card.token': await aToken(app.gatewayUrl, 'timeout_after'),
  });
  const unsure = await (await post(sent, `/book/${another}`)).text();
  expect(unsure).toContain('Your bank has not answered yet');
  expect(fieldsIn(unsure)).toEqual(sent);
  await vi.waitFor(async () => {
    await reconcileOnce(app.context);
    expect((await post(sent, `/book/${another}`)).headers.get('location')).toMatch(/^\/booked\//);
  }, 30_000);
  const slow = app.db.selectFrom('tee_times as t').innerJoin('customers as c', 'c.id', 't.customer_id');
  expect(await slow.select('t.state').where('c.last_name', '=', 'Slow').execute()).toEqual([
    { state: 'booked' },
  ]);
});

test('a booking is shown and canceled at an address that nobody guesses, with what comes back', async () => {
  const another = await anotherTime(app.db, { course, rate });
  const sent = {
    key: 'a-key-of-a-changed-mind',
    players: '4',
    shown_total: '40000',
    agent_email: '',
    'customer.first_name': 'Ana',
    'customer.last_name': 'Changed',
    'customer.email': 'ana@c.example',
    'card.token': await aToken(app.gatewayUrl),
  };
  const booked = (await post(Object.entries(sent), `/book/${another}`)).headers.get('location') ?? '';
  const [, id = ''] = /^\/booked\/(\d+)-/.exec(booked) ?? [];
  const shown = async () => (await fetch(at(booked))).text();
  // No course has confirmed it yet.
  const canceling = fieldsIn(await shown());
  for (const wrong of [id, `${id}-`, booked.replace(/\d+/, '1').slice('/booked/'.length)]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answers = [await fetch(at(`/booked/${wrong}`)), await post(canceling, `/booked/${wrong}`)];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  }
  expect((await post(canceling, booked)).headers.get('location')).toBe(booked);
  expect(await shown()).toMatch(/Your round is canceled.*\$\d+\.\d\d went back to you/s);
});

test('a gift certificate is sold once, however often its form is sent', async () => {
  const opened = await fetch(at('/gift_certificates?value=50.00'));
  const form = Object.fromEntries(fieldsIn(await opened.text()));
  expect(form).toMatchObject({ value: '50.00', shown_price: '5000' });
  const typed = (who: string) => ({
    [`${who}.first_name`]: 'Ana',
    [`${who}.last_name`]: 'Gift',
    [`${who}.email`]: `${who}@g.example`,
  });
  const sent = { ...form, ...typed('purchaser'), ...typed('recipient'), greeting: 'Play well!' };
  const buy = async () => {
    const token = await aToken(app.gatewayUrl);
    return (await post(Object.entries({ ...sent, 'card.token': token }), '/gift_certificates')).text();
  };
  const [, serial] = /class="serial">(GC-[^<]*)</.exec(await buy()) ?? [];
  expect(await buy()).toContain(serial);
  expect(await app.db.selectFrom('gift_certificates').select(['serial', 'raw_value']).execute()).toEqual([
    { serial, raw_value: 5_000 },
  ]);
});

test('whom of the staff a caller was sent by is remembered behind a booking and a lead', async () => {
  const another = await anotherTime(app.db, { course, rate });
  const agent_email = 'agent@ric.example';
  const back = `href="/golf_courses?agent_email=${encodeURIComponent(agent_email)}"`;
  const form = async (path: string) =>
    Object.fromEntries(fieldsIn(await (await fetch(at(`${path}&agent_email=${agent_email}`))).text()));
  const person = {
    'customer.first_name': 'Ana',
    'customer.last_name': 'Sent',
    'customer.email': 'ana@sent.example',
    'customer.primary_phone': '619 555 0100',
  };
  const round = { ...(await form(`/book/${another}?players=4`)), ...person };
  const token = { 'card.token': await aToken(app.gatewayUrl) };
  const booked = await post(Object.entries({ ...round, ...token }), `/book/${another}`);
  const shown = await (await fetch(at(booked.headers.get('location') ?? ''))).text();
  expect([shown.includes('Your round is booked'), shown.includes(back)]).toEqual([true, true]);

  const wish = { course_id: String(course), lead_date: '2030-06-01', play_time: '08:00', players: '2' };
  const lead = { ...(await form(`/wait?course_id=${course}`)), ...wish, ...person };
  const left = await (await post(Object.entries(lead), '/wait')).text();
  expect([left.includes('We call you'), left.includes(back)]).toEqual([true, true]);
});

test.each([
  ['at a real gateway', { stripeSecretKey: 'sk_live_1' }],
  ['beside a site of the company', { publicSiteUrl: 'https://fairway.example' }],
  ['without the demonstration', { demo: false }],
])('nobody is made up %s', async (_, given) => {
  const settings = { ...app.context.settings, demo: true, isLive: true, ...given };
  expect(await openDemonstrationSite(app.db, settings)).toBeNull();
});

/** A server in RIC's place that rejects everything and records the requests. */
async function refusingServer() {
  const asked: string[] = [];
  const ric = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(500).end('{}');
  });
  await new Promise<void>((resolve) => ric.listen(0, '127.0.0.1', resolve));
  return { ric, asked };
}

test('made-up people leave when RIC ends, however long they would pause', async () => {
  const { ric, asked } = await refusingServer();
  const leaving = new AbortController();
  const address = `http://127.0.0.1:${(ric.address() as AddressInfo).port}`;
  const people = livePeople(address, 'key', { until: leaving.signal, leastPauseMs: 3_600_000 });
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  leaving.abort();
  await people;
  ric.close();
});

test('made-up people come with DEMO=live alone', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ric-site-'));
  const { ric, asked } = await refusingServer();
  const visits = async (isLive: boolean): Promise<number> => {
    const settings = { ...app.context.settings, demo: true, host: '127.0.0.1', dataDir, isLive };
    const opened = await openDemonstrationSite(app.db, settings);
    const before = asked.length;
    opened?.open((ric.address() as AddressInfo).port);
    if (isLive) await vi.waitFor(() => expect(asked.length).toBeGreaterThan(before), 30_000);
    await opened?.close();
    expect(opened).not.toBeNull();
    return asked.length - before;
  };
  expect(await visits(false)).toBe(0);
  expect(await visits(true)).toBeGreaterThan(0);
  ric.close();
  rmSync(dataDir, { recursive: true });
});

test('what is asked for in odd ways is offered again on this site alone', async () => {
  for (const odd of ['//evil.example/x', '/\\evil.example/x', '///evil.example']) {
    // fetch would correct these addresses.
    const answered = await new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(at('/'));
      get({ hostname, port, path: odd }, (response) => resolve(text(response))).on('error', reject);
    });
    expect(answered).toMatch(/href="\/evil\.example[^"]*">Try again/);
  }
});
