import { expect, test } from '@playwright/test';
import { address, quiet, signIn } from './desk.ts';

// The script that asks ahead is one of them.
const MOST_REQUESTS = 9;
// What is asked for once there is nothing else to do, which may be before the table is looked at here.
const WHEN_IDLE = ['&page=2', '/assets/follow-', '/assets/lists-', '/api/live', '/api/counts'];

test('the first visit to the list is few requests, and none of them twice', async ({ page, browser }) => {
  await signIn(page);
  const fresh = await browser.newContext({ storageState: await page.context().storageState() });
  const visit = await fresh.newPage();
  const asked: string[] = [];
  visit.on('request', (request) => asked.push(request.url()));
  const said: string[] = [];
  visit.on('console', (message) => said.push(message.text()));
  await visit.goto(address('/manage-tee-times'));
  await expect(visit.locator('table tbody tr').nth(5)).toContainText('View');
  const opening = asked.filter((url) => !WHEN_IDLE.some((part) => url.includes(part)));
  expect(opening.length, opening.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS);
  // The next page and the other lists are asked for once there is nothing else to do.
  await expect.poll(() => asked.filter((url) => /\/assets\/lists-.*js$/.test(url))).toHaveLength(1);
  await quiet(visit);
  expect(asked.filter((url) => /\/api\/tee_times\/index\?.*&page=2/.test(url))).toHaveLength(1);
  // With the stream begins what others may have changed meanwhile: rows are asked for anew.
  const alone = asked.slice(0, asked.findIndex((url) => url.includes('/api/live')) + 1 || asked.length);
  expect(new Set(alone).size).toBe(alone.length);
  expect(said).toEqual([]);
  await fresh.close();
});
