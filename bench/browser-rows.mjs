// Benchmarks U1 and U2: the list screen in a real browser, cold and warm, and the cost of a click beyond the server's time.
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { pinnedBrowser } from '../scripts/test-browser.mjs';
import { median } from './measure.mjs';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
];

export async function withBrowser(work) {
  const { CHROMIUM_PATH, ...env } = { ...process.env, ...(await pinnedBrowser()) };
  const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: ARGUMENTS, env });
  return work(browser).finally(() => browser.close());
}

/** Returns a signed-in browser context without a cache. */
export async function signedInContext(browser, { headers, cookie, peer }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const kept = { ...headers, expiry: '4102444800', 'token-type': 'Bearer' };
  await context.addInitScript((token) => {
    localStorage.setItem('authToken', token);
    localStorage.setItem('authName', 'agent4@ric.example');
    localStorage.setItem('level', 'sdgr');
  }, JSON.stringify(kept));
  if (peer) {
    const [name, value] = cookie.split('=');
    await context.addCookies([{ name, value: value ?? '', url: peer.address }]);
  }
  return context;
}

// The CSS selector of a loaded row; a placeholder does not count as a row.
const ROW = 'table tbody tr:not(.skeleton) td:nth-child(3)';
const FIRST = 'table tbody a.list-view';

/** Waits until the page has received no answer for half a second, because RIC's stream and repeated requests never end. */
const quiet = (page) =>
  page
    .waitForFunction(
      () => {
        const ends = performance.getEntriesByType('resource').map((one) => one.startTime + one.duration);
        return performance.now() - Math.max(0, ...ends) > 500;
      },
      undefined,
      { timeout: 5000 },
    )
    .catch(() => undefined);

/**
 * Opens the list once: returns the time, the requests and the gzipped JavaScript until a row can be read, and all bytes on
 * the wire.
 */
async function visit(context, url) {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  let wire = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => (wire += encodedDataLength));
  const answers = [];
  page.on('response', (response) => answers.push(response));
  const begun = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(ROW).first().waitFor({ state: 'visible', timeout: 60_000 });
  const ms = performance.now() - begun;
  // Answers after the first row are not part of opening the screen.
  const toFirstRow = [...answers];
  await quiet(page);
  const scripts = toFirstRow.filter((one) => /javascript/.test(one.headers()['content-type'] ?? ''));
  const bodies = await Promise.all(scripts.map((one) => one.body().catch(() => Buffer.alloc(0))));
  const script = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000;
  await page.close();
  return {
    ms,
    requests: toFirstRow.filter((one) => !one.url().startsWith('data:')).length,
    kB: script,
    wire: wire / 1000,
  };
}

async function visits(bench, isWarm) {
  const addresses = {
    ric: `${bench.ric.address}/manage-tee-times`,
    reference: `${bench.reference.address}/bare`,
    ...(bench.peer && { peer: `${bench.peer.address}/admin/resources/tee_times` }),
  };
  const all = Object.fromEntries(Object.keys(addresses).map((name) => [name, []]));
  await withBrowser(async (browser) => {
    for (let round = 0; round < bench.rounds; round += 1) {
      for (const [name, url] of Object.entries(addresses)) {
        const context = await signedInContext(browser, bench);
        if (isWarm) await visit(context, url);
        all[name].push(await visit(context, url));
        await context.close();
      }
    }
  });
  const best = ([name, seen]) => [name, Math.min(...seen.map(({ ms }) => ms))];
  const { requests, kB, wire } = all.ric.at(-1);
  const rest = all.peer ? `; the peer ${all.peer.at(-1).kB.toFixed(0)} kB of JavaScript` : '';
  const note = `${requests} requests, ${kB.toFixed(0)} kB of JavaScript, ${wire.toFixed(0)} kB on the wire${rest}`;
  return { ...Object.fromEntries(Object.entries(all).map(best)), note, holds: requests <= 9 && kB <= 140 };
}

/**
 * Measures an interaction in the page itself, so that the browser automation does not count: from the click or key press to
 * the frame with the changed table, minus the time it waited for the server.
 */
async function interaction(page, act) {
  await page.evaluate((selector) => {
    // The first row's link is compared, because rows may have the same text.
    const first = () => document.querySelector(selector)?.getAttribute('href');
    const before = first();
    let begun;
    for (const type of ['click', 'keydown'])
      addEventListener(type, ({ timeStamp }) => (begun ??= timeStamp), { capture: true, once: true });
    performance.clearResourceTimings();
    globalThis.shown = new Promise((tell, fail) => {
      setTimeout(() => fail(new Error('the table does not change')), 10_000);
      const watch = new MutationObserver(() => {
        if (begun === undefined || first() === before) return;
        watch.disconnect();
        const changed = performance.now();
        // The message arrives after the next frame is drawn.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          const asked = performance.getEntriesByType('resource');
          const waitedFor = asked.findLast(
            ({ name, requestStart, responseEnd }) =>
              name.includes('/api/tee_times/index') && requestStart >= begun && responseEnd <= changed,
          );
          const waited = waitedFor ? waitedFor.responseEnd - waitedFor.requestStart : 0;
          tell(performance.now() - begun - waited);
        };
        requestAnimationFrame(() => port2.postMessage(''));
      });
      watch.observe(document.querySelector('table'), { subtree: true, childList: true, attributes: true });
    });
  }, FIRST);
  await act();
  return page.evaluate(() => globalThis.shown);
}

async function interactions(bench) {
  const times = { 'next page': [], sort: [], filter: [] };
  await withBrowser(async (browser) => {
    const context = await signedInContext(browser, bench);
    const page = await context.newPage();
    for (let round = 0; round < 2 * bench.rounds; round += 1) {
      await page.goto(`${bench.ric.address}/manage-tee-times`);
      await page.locator(ROW).first().waitFor();
      await quiet(page);
      times['next page'].push(
        await interaction(page, () => page.getByRole('button', { name: 'Next page' }).click()),
      );
      times.sort.push(
        await interaction(page, () =>
          page
            .getByRole('button', { name: /^Course/ })
            .first()
            .click(),
        ),
      );
      const box = page.getByLabel('Filter by Last Name');
      await box.fill('smi');
      times.filter.push(await interaction(page, () => box.press('Enter')));
    }
    await context.close();
  });
  const medians = Object.entries(times).map(([name, all]) => [name, median(all)]);
  return {
    ric: Math.max(...medians.map(([, ms]) => ms)),
    note: medians.map(([name, ms]) => `${name} ${ms.toFixed(0)}`).join(', '),
  };
}

export const BROWSER_ROWS = [
  {
    id: 'U1 cold',
    work: 'list screen, first visit',
    unit: 'ms',
    targets: { reference: 2, peer: 4 },
    run: (bench) => visits(bench, false),
  },
  {
    id: 'U1 warm',
    work: 'the same, second visit',
    unit: 'ms',
    targets: { reference: 2, peer: 4 },
    run: (bench) => visits(bench, true),
  },
  {
    id: 'U2',
    work: 'next page, sort, filter beside the server; the slowest',
    unit: 'ms',
    targets: { most: 40 },
    run: interactions,
  },
];
