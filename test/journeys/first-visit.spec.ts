import { expect, test, type Page } from '@playwright/test';
import { ricUrl, waitUntilQuiet, signIn } from './actions.ts';

// The limit includes the script that sends requests in advance.
const MOST_REQUESTS = 9;

/** Records when the screen is first drawn, because later requests are made in idle time. */
async function notesFirstDrawing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('main h1')) return;
      performance.mark('drawn');
      watch.disconnect();
    });
    watch.observe(document, { childList: true, subtree: true });
  });
}

const askedUntilDrawn = (page: Page) =>
  page.evaluate(() => {
    const [mark] = performance.getEntriesByName('drawn');
    const asked = performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime < (mark?.startTime ?? 0));
    return [location.href, ...asked.map(({ name }) => name)].filter((name) => !name.startsWith('data:'));
  });

test('the first visit to the list is few requests, and none of them twice', async ({ page, browser }) => {
  await signIn(page);
  const fresh = await browser.newContext({ storageState: await page.context().storageState() });
  const visit = await fresh.newPage();
  const asked: string[] = [];
  visit.on('request', (request) => asked.push(request.url()));
  const said: string[] = [];
  visit.on('console', (message) => said.push(message.text()));
  await notesFirstDrawing(visit);
  await visit.goto(ricUrl('/manage-tee-times'));
  await expect(visit.locator('table tbody tr').nth(5)).toContainText('View');
  // The next page of results and the scripts of the other lists are fetched in idle time.
  await expect.poll(() => asked.filter((url) => /\/assets\/lists-.*js$/.test(url))).toHaveLength(1);
  await waitUntilQuiet(visit);
  const opening = await askedUntilDrawn(visit);
  expect(opening).toContainEqual(expect.stringContaining('/api/tee_times/index'));
  expect(opening.length, opening.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS);
  expect(asked.filter((url) => /\/api\/tee_times\/index\?.*&page=2/.test(url))).toHaveLength(1);
  // Once the change stream begins, rows are requested again, because others may have changed them before.
  const alone = asked.slice(0, asked.findIndex((url) => url.includes('/api/live')) + 1 || asked.length);
  expect(new Set(alone).size).toBe(alone.length);
  expect(said).toEqual([]);
  await fresh.close();
});

test('the first rows are drawn before the others, which move nothing', async ({ page, browser }) => {
  await signIn(page);
  const fresh = await browser.newContext({ storageState: await page.context().storageState() });
  const visit = await fresh.newPage();
  await visit.addInitScript(() => {
    const seen: [rows: number, height: number][] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      const rows = document.querySelectorAll('a.list-view').length;
      if (rows > 0 && seen.at(-1)?.[0] !== rows)
        seen.push([rows, document.querySelector('.list-scroll')?.scrollHeight ?? 0]);
    }).observe(document, { childList: true, subtree: true });
  });
  await visit.goto(ricUrl('/manage-tee-times'));
  await expect(visit.locator('a.list-view')).toHaveCount(30);
  const seen = await visit.evaluate((): unknown => Reflect.get(globalThis, 'seen'));
  const height = await visit.locator('.list-scroll').evaluate((list) => list.scrollHeight);
  expect(seen).toEqual([
    [12, height],
    [30, height],
  ]);
  await fresh.close();
});
