import { createServer, type RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { StandIn } from '../stand-in.ts';
import { startBuiltInCrm } from './built-in-crm.ts';
import { CrmUnavailable } from './crm.ts';
import { pipedrive } from './pipedrive.ts';

let standIn: StandIn;
const close: (() => void)[] = [];
beforeAll(async () => {
  standIn = await startBuiltInCrm();
});
afterAll(() => standIn.close());
afterEach(() => close.splice(0).forEach((one) => one()));

const crmAt = (apiUrl: string, timeoutMs = 1000, apiToken = 'token') =>
  pipedrive({ apiUrl, apiToken, pipeUrl: 'https://ric.pipedrive.com/deal/', timeoutMs });
const crm = () => crmAt(standIn.url);

/** A server that answers as it is told. */
async function serverWith(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

test('finds the deals of a person by e-mail, the same each time', async () => {
  const deals = await crm().findDeals({ email: 'Pat.Doe@example.com' });
  expect(deals.length).toBeGreaterThan(0);
  expect(deals[0]?.title).toMatch(/, .+, \d+ players$/);
  expect(await crm().findDeals({ email: 'pat.doe@example.com' })).toEqual(deals);
  expect(await crm().findDeals({ email: 'someone.else@example.com' })).not.toEqual(deals);
});

test('finds a deal by its id, before the e-mail', async () => {
  const [deal] = await crm().findDeals({ email: 'pat@example.com' });
  expect(await crm().findDeals({ dealId: deal!.id, email: 'other@example.com' })).toEqual([deal]);
});

test('an unknown id falls back to the e-mail, and to nothing', async () => {
  const byEmail = await crm().findDeals({ email: 'pat@example.com' });
  expect(await crm().findDeals({ dealId: 9, email: 'pat@example.com' })).toEqual(byEmail);
  expect(await crm().findDeals({ dealId: 9 })).toEqual([]);
  expect(await crm().findDeals({ email: 'nobody@example.com' })).toEqual([]);
  expect(await crm().findDeals({})).toEqual([]);
});

test('a deal has a page at the stand-in', async () => {
  const [deal] = await crm().findDeals({ email: 'pat@example.com' });
  expect(await (await fetch(`${standIn.url}/deal/${deal!.id}`)).text()).toContain(deal!.title);
});

test('a slow CRM is left after the time box, with a sentence', async () => {
  // It never answers: only the time box ends the wait.
  await expect(crm().findDeals({ email: 'slow@example.com' })).rejects.toThrow(
    'The CRM did not answer within 1 s.',
  );
});

test('the time box holds for all requests together', async () => {
  // Each answer takes most of the time box; no number of them gets a second one.
  const url = await serverWith((request, response) => {
    const data = request.url?.includes('search') ? { items: [{ item: { id: 1 } }] } : null;
    setTimeout(() => response.end(JSON.stringify({ data })), 600);
  });
  await expect(crmAt(url).findDeals({ dealId: 1, email: 'a@example.com' })).rejects.toBeInstanceOf(
    CrmUnavailable,
  );
});

test.each([['broken@example.com', 'The CRM answered with an error (500).']])(
  'the address %s fails with a sentence',
  async (email, message) => {
    await expect(crm().findDeals({ email })).rejects.toThrow(new CrmUnavailable(message));
  },
);

test('a refused token, an unreadable answer and nobody there are sentences too', async () => {
  await expect(crmAt(standIn.url, 1000, '').findDeals({ dealId: 1 })).rejects.toThrow(
    'did not accept our sign-in',
  );
  const odd = await serverWith((_, response) => response.end('<html>'));
  await expect(crmAt(odd).findDeals({ dealId: 1 })).rejects.toThrow('could not be read');
  const busy = await serverWith((_, response) => response.writeHead(429).end());
  await expect(crmAt(busy).findDeals({ dealId: 1 })).rejects.toThrow('asked too often');
  await expect(crmAt('http://127.0.0.1:9').findDeals({ dealId: 1 })).rejects.toThrow('could not be reached');
});

test('sends the token in a header, the e-mail whole, and leaves deleted deals out', async () => {
  const asked: string[] = [];
  const url = await serverWith((request, response) => {
    asked.push(`${String(request.headers['x-api-token'])} ${request.url ?? ''}`);
    const person = { items: [{ item: { id: 7 } }, { item: { id: 8 } }] };
    const deals = [
      { id: 3, title: 'Trip', status: 'open' },
      { id: 4, title: 'Old', status: 'deleted' },
    ];
    response.end(JSON.stringify({ success: true, data: request.url?.includes('search') ? person : deals }));
  });
  expect(await crmAt(`${url}/`).findDeals({ email: 'a+b&c@example.com' })).toEqual([
    { id: 3, title: 'Trip' },
  ]);
  expect(asked.toSorted()).toEqual([
    'token /v1/persons/7/deals?status=all_not_deleted',
    'token /v1/persons/8/deals?status=all_not_deleted',
    'token /v1/persons/search?term=a%2Bb%26c%40example.com&fields=email&exact_match=true',
  ]);
});
