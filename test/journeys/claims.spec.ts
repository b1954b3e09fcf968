import { expect, test, type Browser, type Page } from '@playwright/test';
import { ricUrl, ADMIN, waitUntilQuiet, signIn } from './actions.ts';

// A course whose system answers; for a blocked one nobody waits.
const OF_TORREY = '/tee-time-availability?filters={"course_name":"Torrey Pines North"}';
const question = (page: Page) => page.getByRole('dialog').filter({ hasText: / is booking this\. Go on\?/ });
const strip = (page: Page) => page.locator('.turn-strip');

/** Leaves the booking, so that nothing is claimed for the next test. */
async function leave(page: Page): Promise<void> {
  const leaving = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await page.goBack();
  await leaving;
}

/** Opens a slot in one page, and the same one in the page of somebody else, who is asked. */
async function bothOpen(page: Page, browser: Browser, at: number) {
  await signIn(page);
  const other = await (await browser.newContext()).newPage();
  await signIn(other, ADMIN);
  for (const one of [page, other]) {
    await one.goto(ricUrl(OF_TORREY));
    await expect(one.locator('a.slot').first()).toBeVisible();
  }
  const slot = page.locator('tr:has(a.slot)').nth(at).locator('a.slot').first();
  const href = (await slot.getAttribute('href')) ?? '';
  const taking = page.waitForResponse('**/api/turns/take');
  await slot.click();
  await taking;
  await other.locator(`a[href="${href}"]`).click();
  await expect(question(other)).toBeVisible();
  return { other, href };
}

test('an idle tab takes no claim back until somebody types in it', async ({ page, browser }) => {
  const { other } = await bothOpen(page, browser, 1);
  await question(other).getByRole('button', { name: 'Go on' }).click();
  await expect(strip(page)).toBeVisible();
  await page.clock.setSystemTime(new Date(Date.now() + 6 * 60_000));
  const takes: string[] = [];
  page.on('request', (one) => void (one.url().endsWith('/api/turns/take') && takes.push(one.url())));
  await other.goto(ricUrl('/home'));
  await expect(strip(page)).toHaveCount(0);
  await waitUntilQuiet(page);
  expect(takes).toEqual([]);
  const taking = page.waitForRequest('**/api/turns/take');
  await page.keyboard.press('Shift');
  await taking;
  await leave(page);
  await other.context().close();
});

test('the question about a claim closes once that claim has ended', async ({ page, browser }) => {
  const { other } = await bothOpen(page, browser, 2);
  const taking = other.waitForRequest('**/api/turns/take');
  await page.goto(ricUrl('/home'));
  await expect(question(other)).toHaveCount(0);
  await taking;
  await expect(other.getByRole('heading', { name: 'Welcome to the Internal Booking Engine' })).toBeVisible();
  await leave(other);
  await other.context().close();
});

test('a released claim leaves no listener behind', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl(OF_TORREY));
  const tools = await page.context().newCDPSession(page);
  const listeners = async () => {
    const { result } = await tools.send('Runtime.evaluate', { expression: 'window' });
    const found = await tools.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' });
    return found.listeners.filter(({ type }) => type === 'pagehide').length;
  };
  const slot = page.locator('a.slot').first();
  await expect(slot).toBeVisible();
  const before = await listeners();
  for (let times = 0; times < 3; times += 1) {
    const taking = page.waitForResponse('**/api/turns/take');
    await slot.click();
    await taking;
    const leaving = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await page.goBack();
    await leaving;
    await expect(slot).toBeVisible();
  }
  await expect.poll(listeners).toBe(before);
});
