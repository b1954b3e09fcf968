import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPublicSite, type PublicSite } from '../../demo/public-site/public-site.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { testApp } from '../support/app.ts';
import { anOpenCourse, aPartner, aToken } from '../support/partners.ts';

const desk = testApp();
let time: number;
let site: PublicSite;
let loses = false;
// Between the site and RIC: the next booking's answer is lost where it `loses`.
const between = createServer((request, response) => {
  void (async () => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const { headers, method = 'GET', url = '/' } = request;
    const sent = { method: method as 'GET' | 'POST', url, headers, payload: Buffer.concat(parts) };
    const answer = await desk.app.inject(sent);
    if (loses && method === 'POST' && url.endsWith('/bookings')) {
      loses = false;
      response.destroy();
    } else response.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(answer.body);
  })();
});
beforeAll(async () => {
  const open = await anOpenCourse(desk.db);
  time = open.time;
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

const post = (sent: Iterable<[string, string]>) =>
  fetch(`http://127.0.0.1:${site.port}/book/${time}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams([...sent]),
  });
const fieldsIn = (page: string) =>
  [...page.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  );

test('a visitor whose answer was lost has the last spots themselves, and sends the same again', async () => {
  const sent = {
    ...{ key: 'a-key-of-the-visitor', players: '4', shown_total: '40000', agent_email: '' },
    ...{ 'customer.first_name': 'Ana', 'customer.last_name': 'Silva', 'customer.email': 'ana@site.example' },
    token: await aToken(desk.gatewayUrl),
  };
  loses = true;
  const unsure = await (await post(Object.entries(sent))).text();
  expect(unsure).toContain('Please send it again');
  expect(Object.fromEntries(fieldsIn(unsure))).toEqual(sent);
  const again = await post(fieldsIn(unsure));
  expect([again.status, again.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/booked\//)]);
  expect(await desk.db.selectFrom('tee_times').select('state').execute()).toEqual([{ state: 'booked' }]);
  expect(desk.gatewayBook()).toHaveLength(1);

  // Whoever comes next is told, under a key of their own.
  const late = await (await post(Object.entries({ ...sent, key: 'a-key-of-another' }))).text();
  expect(late).toContain('No spots are left at this time.');
});
