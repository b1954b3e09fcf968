import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { publicSiteSetup } from '../support/public-site.ts';
import { simulateVisitors } from '../../demo/public-site/people.ts';
import { openDemonstrationSite } from '../../src/app/demonstration/public-site.ts';

const { app } = publicSiteSetup();

test.each([
  ['at a real gateway', { stripeSecretKey: 'sk_live_1' }],
  ['beside a site of the company', { publicSiteUrl: 'https://fairway.example' }],
  ['without the demonstration', { demo: false }],
])('nobody is made up %s', async (_, given) => {
  const settings = { ...app.context.settings, demo: true, isLive: true, ...given };
  expect(await openDemonstrationSite(app.db, settings)).toBeNull();
});

/** Starts a server in RIC's place that rejects everything and records the requests. */
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
  const people = simulateVisitors(address, 'key', { until: leaving.signal, leastPauseMs: 3_600_000 });
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
