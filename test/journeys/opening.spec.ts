import { expect, test, type Browser, type Page } from '@playwright/test';
import { SCREEN_LISTS } from '../../src/app/openings.ts';
import { ricUrl, ADMIN, AGENT, waitUntilQuiet, signIn } from './actions.ts';

type StoredValues = Record<string, string>;

/** Returns the values that the browser has stored after a sign-in. */
async function signedIn(browser: Browser, who: typeof AGENT): Promise<StoredValues> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, who);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('level'))).toBeTruthy();
  const kept = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
  await context.close();
  return kept;
}

const headerOf = (kept: StoredValues): StoredValues => JSON.parse(kept['authToken'] ?? '{}');
const tokenOf = (kept: StoredValues): string | undefined => headerOf(kept)['access-token'];

/** Opens a page in a browser without a cache, with the given stored values. */
async function visitor(browser: Browser, kept: StoredValues): Promise<Page> {
  const context = await browser.newContext();
  await context.addInitScript((entries) => {
    if (sessionStorage.getItem('kept') !== null) return;
    sessionStorage.setItem('kept', '');
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, kept);
  return context.newPage();
}

/** Records every request to the server: its address, and true if it was sent before the application's script loaded. */
function questionsOf(page: Page) {
  const asked: { url: string; ahead: boolean; token: string }[] = [];
  let hasCome = false;
  page.on('requestfinished', (request) => {
    if (/\/assets\/index-.*\.js$/.test(request.url())) hasCome = true;
  });
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    asked.push({ url: pathname + search, ahead: !hasCome, token: request.headers()['access-token'] ?? '' });
  });
  return asked;
}

/** Holds the application's script back until the returned function is called. */
async function holdApplication(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

const rows = (page: Page) => page.locator('table tbody tr:not(.skeleton)');
const ASKED = encodeURIComponent(JSON.stringify({ id: 7 }));

test('every list is asked for beside the application, once, whatever its address says', async ({
  browser,
}) => {
  const kept = await signedIn(browser, ADMIN);
  for (const [path, { index, count }] of Object.entries(SCREEN_LISTS)) {
    for (const search of ['', `?filters=${ASKED}&sort_fields=["id"]&sort_desc=[true]&page=2&monthly=true`]) {
      const page = await visitor(browser, kept);
      const asked = questionsOf(page);
      const release = await holdApplication(page);
      await page.goto(ricUrl(path + search), { waitUntil: 'commit' });
      await expect.poll(() => asked.length).toBe(5);
      release();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await waitUntilQuiet(page);
      // Once the change stream begins, rows are requested again, because others may have changed them before.
      const streamed = asked.findIndex(({ url }) => url.includes('/api/live'));
      const urls = asked.slice(0, streamed + 1 || asked.length).map(({ url }) => url);
      expect(new Set(urls).size, urls.join('\n')).toBe(urls.length);
      const ahead = asked.filter((one) => one.ahead).map(({ url }) => url.replace(/\?.*/, ''));
      expect(ahead, path + search).toEqual([
        index.path,
        count.path,
        '/api/saved_views/index',
        '/api/desk/settings',
        '/api/ric_messages/get',
      ]);
      await page.context().close();
    }
  }
});

test('nothing is asked ahead for a stranger, nor on a screen that is not theirs', async ({ browser }) => {
  const stranger = await visitor(browser, {});
  const asked = questionsOf(stranger);
  await stranger.goto(ricUrl('/manage-tee-times'));
  await expect(stranger.getByLabel('Password', { exact: true })).toBeVisible();
  // The sign-in screen requests if this is the staging system, so that request is left out.
  expect(asked.filter(({ url, ahead }) => ahead || url !== '/api/desk/staging')).toEqual([]);
  await stranger.context().close();

  const agent = await visitor(browser, await signedIn(browser, AGENT));
  const askedByAgent = questionsOf(agent);
  await agent.goto(ricUrl('/manage-discounts'));
  await agent.waitForURL(/\/home$/);
  expect(askedByAgent.map(({ url }) => url).filter((url) => url.includes('golf_discounts'))).toEqual([]);
  await agent.context().close();
});

test('whose session has ended is led to the sign-in and back', async ({ browser }) => {
  const kept = await signedIn(browser, AGENT);
  const token = JSON.stringify({ ...headerOf(kept), 'access-token': 'ended' });
  const page = await visitor(browser, { ...kept, authToken: token });
  const filters = encodeURIComponent(JSON.stringify({ course_name: 'torrey' }));
  await page.goto(ricUrl(`/manage-tee-times?filters=${filters}`));
  await page.getByLabel('Email').fill(AGENT.email);
  await page.getByLabel('Password', { exact: true }).fill(AGENT.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/manage-tee-times/);
  await expect(rows(page).first()).toContainText('Torrey');
  await page.context().close();
});

test('what was asked for one person is not shown to the next', async ({ browser }) => {
  const [agent, admin] = [await signedIn(browser, AGENT), await signedIn(browser, ADMIN)];
  const page = await visitor(browser, agent);
  const asked = questionsOf(page);
  const release = await holdApplication(page);
  await page.route(/\/api\/tee_times\/index/, (route) =>
    route.request().headers()['access-token'] === tokenOf(agent)
      ? route.fulfill({ status: 200, contentType: 'application/json', body: '[]' })
      : route.continue(),
  );
  await page.goto(ricUrl('/manage-tee-times'), { waitUntil: 'commit' });
  await expect.poll(() => asked.length).toBe(5);
  // Another tab signs in another person before this tab has loaded the application.
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, admin);
  release();
  await expect(rows(page).first()).toContainText('View');
  const token = tokenOf(admin);
  expect(asked.slice(5).every((one) => one.token === token)).toBe(true);
  await page.context().close();
});

test('an answer is taken once: what is asked for again is asked of the server', async ({ browser }) => {
  const page = await visitor(browser, await signedIn(browser, AGENT));
  const asked = questionsOf(page);
  await page.goto(ricUrl('/manage-tee-times'));
  await expect(rows(page).first()).toContainText('View');
  await page.getByRole('link', { name: 'Customers' }).first().click();
  await expect(page.getByRole('heading', { name: 'Customer Management' })).toBeVisible();
  // An answer that is still fresh is not requested again.
  await waitUntilQuiet(page);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Tee Time Management' })).toBeVisible();
  await waitUntilQuiet(page);
  const firstPages = asked.filter(({ url }) => /tee_times\/index\?.*page=1&/.test(url));
  expect(firstPages).toHaveLength(2);
  await page.context().close();
});

test('rows that are there before the application are drawn with it, and nothing in their place before', async ({
  browser,
}) => {
  const page = await visitor(browser, await signedIn(browser, AGENT));
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelector('tr.skeleton')) document.documentElement.dataset['skeleton'] = 'seen';
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  const skeleton = () => page.evaluate(() => document.documentElement.dataset['skeleton']);
  let answered = 0;
  page.on('requestfinished', (request) => (answered += request.url().includes('/api/') ? 1 : 0));
  const release = await holdApplication(page);
  await page.goto(ricUrl('/manage-tee-times'), { waitUntil: 'commit' });
  await expect.poll(() => answered).toBe(5);
  release();
  await expect(rows(page).first()).toContainText('View');
  expect(await skeleton()).toBeUndefined();

  // While its rows are late, the list shows placeholders.
  await page.unrouteAll();
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/api\/tee_times\/index/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect.poll(skeleton).toBe('seen');
  answer();
  await expect(rows(page).first()).toContainText('View');
  await page.context().close();
});
