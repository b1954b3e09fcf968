import { expect, test } from '@playwright/test';
import { address, signIn } from './desk.ts';

// The script that asks ahead is one of them.
const MOST_REQUESTS = 9;

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
  await visit.waitForLoadState('networkidle');
  // The next page is asked for once there is nothing else to do.
  expect(asked.at(-1)).toMatch(/\/api\/tee_times\/index\?.*&page=2/);
  expect(asked.length - 1, asked.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS);
  expect(new Set(asked).size).toBe(asked.length);
  expect(said).toEqual([]);
  await fresh.close();
});
