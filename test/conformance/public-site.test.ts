import { get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { publicSiteSetup } from '../support/public-site.ts';

const { app, company, port, at, post } = publicSiteSetup();

test('an address that is none harms nobody', async () => {
  for (const path of ['//', 'http://[', '//:99999']) {
    const socket = connect(port(), '127.0.0.1');
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

test('whoever is to be called has to leave a phone, and nobody else', async () => {
  const isNeeded = async (path: string) =>
    /name="customer.primary_phone"[^>]*required/.test(await (await fetch(at(path))).text());
  expect([await isNeeded('/wait'), await isNeeded(`/book/${company.time}?players=4`)]).toEqual([true, false]);
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

test('what is asked for in odd ways is offered again on this site alone', async () => {
  for (const odd of ['//evil.example/x', '/\\evil.example/x', '///evil.example']) {
    // A raw socket is used, because fetch would correct these addresses.
    const answered = await new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(at('/'));
      get({ hostname, port, path: odd }, (response) => resolve(text(response))).on('error', reject);
    });
    expect(answered).toMatch(/href="\/evil\.example[^"]*">Try again/);
  }
});
