import { createServer, type RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Simulator } from '../simulator.ts';
import { startBuiltInCrm } from './built-in-crm.ts';
import { CrmUnavailable } from './crm.ts';
import { pipedriveClient } from './pipedrive.ts';

let simulator: Simulator;
const close: (() => void)[] = [];
beforeAll(async () => {
  simulator = await startBuiltInCrm();
});
afterAll(() => simulator.close());
afterEach(() => close.splice(0).forEach((one) => one()));

const crmAt = (apiUrl: string, timeoutMs = 1000, apiToken = 'token') =>
  pipedriveClient({ apiUrl, apiToken, pipeUrl: 'https://ric.pipedrive.com/deal/', timeoutMs });
const crm = () => crmAt(simulator.url);

/** Starts an HTTP server that answers by this function; returns its address. */
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

test('a deal has a page at the simulator', async () => {
  const [deal] = await crm().findDeals({ email: 'pat@example.com' });
  expect(await (await fetch(`${simulator.url}/deal/${deal!.id}`)).text()).toContain(deal!.title);
});

test('a slow CRM is left after the time box, with a sentence', async () => {
  // The server never answers, so only the time limit ends the wait.
  await expect(crm().findDeals({ email: 'slow@example.com' })).rejects.toThrow(
    'The CRM did not answer within 1 s.',
  );
});

test('the time box holds for all requests together', async () => {
  // Each answer takes most of the time limit, which covers all requests of a search together.
  const url = await serverWith((request, response) => {
    const data = request.url?.includes('search') ? { items: [{ item: { id: 1 } }] } : [];
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
  await expect(crmAt(simulator.url, 1000, '').findDeals({ dealId: 1 })).rejects.toThrow(
    'did not accept our sign-in',
  );
  const odd = await serverWith((_, response) => response.end('<html>'));
  await expect(crmAt(odd).findDeals({ dealId: 1 })).rejects.toThrow('could not be read');
  const busy = await serverWith((_, response) => response.writeHead(429).end());
  await expect(crmAt(busy).findDeals({ dealId: 1 })).rejects.toThrow('asked too often');
  await expect(crmAt('http://127.0.0.1:9').findDeals({ dealId: 1 })).rejects.toThrow('could not be reached');
});

test('an endpoint that is gone is a broken connection and not "no deals"', async () => {
  for (const status of [404, 410]) {
    const gone = await serverWith((_, response) => response.writeHead(status).end('{"success":false}'));
    for (const asked of [{ dealId: 1 }, { email: 'pat@example.com' }])
      await expect(crmAt(gone).findDeals(asked)).rejects.toThrow(
        `The connection to the CRM is broken: there is nothing at the address that RIC asks (${status}).`,
      );
  }
  // The server finds the person, but its address for deals is gone.
  const half = await serverWith((request, response) => {
    if (request.url?.includes('search'))
      return response.end(JSON.stringify({ data: { items: [{ item: { id: 7 } }] } }));
    return response.writeHead(404).end();
  });
  await expect(crmAt(half).findDeals({ email: 'pat@example.com' })).rejects.toThrow(
    'connection to the CRM is broken',
  );
});

test('sends the token in a header, the e-mail whole, and leaves deleted deals out', async () => {
  const asked: string[] = [];
  const url = await serverWith((request, response) => {
    asked.push(`${String(request.headers['x-api-token'])} ${request.url ?? ''}`);
    const person = { items: [{ item: { id: 7 } }, { item: { id: 8 } }] };
    const deals = [
      { id: 3, title: 'Trip', status: 'open', is_deleted: false },
      { id: 4, title: 'Old', status: 'open', is_deleted: true },
    ];
    response.end(JSON.stringify({ success: true, data: request.url?.includes('search') ? person : deals }));
  });
  expect(await crmAt(`${url}/`).findDeals({ email: 'a+b&c@example.com' })).toEqual([
    { id: 3, title: 'Trip' },
  ]);
  expect(asked.toSorted()).toEqual([
    'token /api/v2/deals?person_id=7&limit=500',
    'token /api/v2/deals?person_id=8&limit=500',
    'token /api/v2/persons/search?term=a%2Bb%26c%40example.com&fields=email&exact_match=true&limit=3',
  ]);
});

test('reads the deals of a person page by page', async () => {
  const asked: string[] = [];
  const url = await serverWith((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://crm');
    if (pathname.endsWith('search'))
      return response.end(JSON.stringify({ data: { items: [{ item: { id: 7 } }] } }));
    const cursor = searchParams.get('cursor');
    asked.push(cursor ?? 'first');
    const next_cursor = { first: 'b=', 'b=': 'c' }[cursor ?? 'first'] ?? null;
    const data = [{ id: asked.length, title: `Deal ${asked.length}`, is_deleted: false }];
    return response.end(JSON.stringify({ success: true, data, additional_data: { next_cursor } }));
  });
  expect(await crmAt(url).findDeals({ email: 'a@example.com' })).toHaveLength(3);
  expect(asked).toEqual(['first', 'b=', 'c']);
});

describe('the simulator', () => {
  const ask = async (path: string, headers: Record<string, string> = { 'x-api-token': 'token' }) => {
    const response = await fetch(`${simulator.url}${path}`, { headers });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  test.each([
    ['/v1/persons/search?term=pat@example.com', 404],
    ['/v1/deals/10', 404],
    ['/v2/deals', 404],
    ['/api/v2/persons/7/deals', 404],
    ['/api/v2/deals?status=all&start=0', 400],
    ['/api/v2/deals?limit=501', 400],
    ['/api/v2/deals?person_id=pat', 400],
    ['/api/v2/persons/search?term=a@b.example&exact_match=1', 400],
    ['/api/v2/persons/search', 400],
  ])('answers %s with %i, as Pipedrive does', async (path, status) => {
    expect(await ask(path)).toMatchObject({ status, body: { success: false } });
  });

  test('takes the token from the header alone', async () => {
    expect(await ask('/api/v2/deals?person_id=7&api_token=token', {})).toMatchObject({ status: 401 });
  });

  test('has pages, by cursor', async () => {
    const id = await personWithSeveral();
    const all = await ask(`/api/v2/deals?person_id=${id}`);
    const deals = (all.body as { data: unknown[] }).data;
    const paged: unknown[] = [];
    for (let cursor = ''; ;) {
      const { body } = await ask(`/api/v2/deals?person_id=${id}&limit=1${cursor}`);
      const page = body as { data: unknown[]; additional_data: { next_cursor: string | null } };
      expect(page.data).toHaveLength(1);
      paged.push(...page.data);
      if (page.additional_data.next_cursor === null) break;
      cursor = `&cursor=${page.additional_data.next_cursor}`;
    }
    expect(paged).toEqual(deals);
  });
  async function personWithSeveral(): Promise<number> {
    for (let id = 1000; ; id += 1) {
      const { body } = await ask(`/api/v2/deals?person_id=${id}`);
      if ((body as { data: unknown[] }).data.length > 1) return id;
    }
  }
});
