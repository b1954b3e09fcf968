import { expect, test, type Page } from '@playwright/test';
import { ricUrl, ADMIN, waitUntilQuiet, signIn } from './actions.ts';

/** Returns the positions of the table's column heads. */
const heads = (page: Page) =>
  page.locator('th').evaluateAll((all) => all.map((head) => Math.round(head.getBoundingClientRect().x)));

test('a list is laid out before its rows come, and names its links for their records', async ({ page }) => {
  await signIn(page, ADMIN);
  for (const [path, call, name] of [
    ['/manage-tee-times', 'tee_times', /^View \S.*, [A-Z][a-z]{2} \d{1,2}$/],
    ['/manage-customers', 'customers', /^View \S+ \S+/],
    ['/manage-discounts', 'discounts', /^View [A-Z0-9]+$/],
    ['/manage-rates', 'rates', /^View rate \d+, .*\$/],
  ] as const) {
    let let_through = (): void => undefined;
    const held = new Promise<void>((resolve) => (let_through = resolve));
    await page.route(`**/api/${call}/index?**`, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(ricUrl(path));
    await expect(page.locator('tr.skeleton').first()).toBeVisible();
    const before = await heads(page);
    expect(before.length).toBeGreaterThan(3);
    let_through();
    const links = page.locator('a.list-view');
    await expect(links.first()).toBeVisible();
    expect(await heads(page), path).toEqual(before);
    await expect(links.first()).toHaveAccessibleName(name);
    await page.unroute(`**/api/${call}/index?**`);
  }
});

test('the next page is there before it is gone to, and asked for again when it is', async ({ page }) => {
  const asked: [page: string | null, isBackground: boolean][] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/tee_times/index')
      asked.push([searchParams.get('page'), request.headers()['x-background'] !== undefined]);
  });
  await signIn(page);
  const next = page.waitForResponse(/\/api\/tee_times\/index\?.*\bpage=2\b/);
  await page.goto(ricUrl('/manage-tee-times'));
  await expect
    .poll(() => asked)
    .toEqual([
      ['1', false],
      ['2', true],
    ]);
  // The test waits for one answer, because the network is never idle while the page receives live updates.
  await (await next).finished();
  // The server no longer answers, but the rows of the next page of results are shown, because they were fetched in advance.
  await page.route('**/api/tee_times/index?**', () => undefined);
  const first = page.locator('a.list-view').first();
  const before = await first.getAttribute('href');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(first).not.toHaveAttribute('href', before ?? '');
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('31–60 of');
  // A page of results is also requested in the background when other people change something.
  await expect.poll(() => asked).toContainEqual(['2', false]);
});

test('what is searched for is asked once, before the screen is drawn for it', async ({ page }) => {
  await page.addInitScript(() => {
    const asked: [address: string, shown: string][] = [];
    const { fetch } = globalThis;
    globalThis.fetch = (input, init) => {
      // Requests that follow other people's changes are marked as background.
      const isAsked = !new Headers(init?.headers).has('x-background');
      if (isAsked && /tee_times\/index.*&page=1&/.test(String(input)))
        asked.push([String(input), location.search]);
      return fetch(input, init);
    };
    Object.assign(globalThis, { asked });
  });
  const asked = () => page.evaluate((): unknown => Reflect.get(globalThis, 'asked'));
  await signIn(page);
  await page.goto(ricUrl('/manage-tee-times'));
  await waitUntilQuiet(page);
  await page.evaluate(() => void (Reflect.get(globalThis, 'asked') as []).splice(0));
  const box = page.getByLabel('Filter by Last Name');
  await box.fill('a');
  await box.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove filter Last Name: a' })).toBeVisible();
  await waitUntilQuiet(page);
  expect(await asked()).toEqual([[expect.stringContaining('last_name'), '']]);
});

test('a first click on the column of the own order turns it round', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/manage-tee-times'));
  const created = page.getByRole('columnheader', { name: 'Created At' });
  await expect(created).toHaveAttribute('aria-sort', 'descending');
  await created.getByRole('button').click();
  await expect(created).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByText(/oldest first/)).toBeVisible();
  await page.getByRole('button', { name: 'Players' }).click({ modifiers: ['Shift'] });
  await expect(page.getByRole('columnheader', { name: /^Players ?2/ })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
});

test('the links of a route are in the top bar, one green button at most on the page', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-course/2'));
  const bar = page.getByRole('banner');
  for (const [name, path] of [
    ['New Course', '/course/new/'],
    ['New Maintenance', '/maintenance/new/2'],
    ['New Holiday', '/holiday/new/2'],
    ['New Rental Club', '/rental-club/new/2'],
  ] as const)
    await expect(bar.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  await page.goto(ricUrl('/manage-gift-certificates'));
  await expect(bar.getByRole('link', { name: 'Sales Configuration' })).toHaveAttribute(
    'href',
    '/gift-certificate-sales/',
  );
  await expect(page.locator('main [data-look="go"]')).toHaveCount(0);
});

test('an address that no record can have says so, and one that is no number is a new record', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  for (const [path, said] of [
    ['/manage-course/1.5', 'There is no such golf course'],
    ['/manage-customer/0', 'There is no such customer'],
    ['/manage-rate/1e3', 'There is no such rate'],
    ['/ric-user/-3', 'There is no such RIC user'],
    ['/reports/nonsense', 'There is no such screen'],
  ] as const) {
    await page.goto(ricUrl(path));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(said);
  }
  await page.goto(ricUrl('/manage-course/999999'));
  await expect(page.getByText('This course does not exist.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goto(ricUrl('/manage-course/fresh'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New Course');
});

test('an empty answer, no answer and no network are told apart', async ({ page, context }) => {
  await signIn(page);
  await page.route('**/api/customers/index?**', (route) => route.fulfill({ status: 200, body: '' }));
  await page.goto(ricUrl('/manage-customers'));
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Undefined response.');
  await page.unroute('**/api/customers/index?**');
  await page.route('**/api/customers/index?**', (route) => route.abort());
  const lost = page.waitForEvent('requestfailed');
  await alert.getByRole('button', { name: 'Try again' }).click();
  // The earlier error message stays until this answer is lost too.
  await lost;
  await expect(alert).toContainText('Undefined response.');
  await page.unroute('**/api/customers/index?**');
  await context.setOffline(true);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toContainText('You are offline.');
  await expect(alert).not.toContainText('Undefined');
  // When the network is back, the list loads by itself.
  await context.setOffline(false);
  await expect(page.locator('a.list-view').first()).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the drawer keeps the focus while it is open, and gives it back', async ({ page }) => {
    await signIn(page);
    // Pressing a screen's link closes the side menu and moves the focus, which the next screen repeats, so the first screen
    // must have done both.
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome to RIC/ })).toBeFocused();
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    await menu.focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('navigation', { name: 'Main menu' });
    await expect(drawer.locator(':focus')).toHaveText('IBE');
    for (let step = 0; step < 30; step += 1) await page.keyboard.press('Tab');
    await expect(drawer.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    await expect(menu).toBeFocused();
  });

  test('a tee time is three lines, filters and order are a button each', async ({ page }) => {
    await signIn(page);
    await page.goto(ricUrl('/manage-tee-times'));
    const cards = page.getByRole('list', { name: 'Tee Time Management' }).getByRole('listitem');
    await expect(cards.first().getByRole('link', { name: /^View / })).toBeVisible();
    await expect(cards.first()).toContainText(/\d{2}:\d{2} · \d players?\$[\d,.]+/);
    const heights = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThanOrEqual(90);
    expect(await cards.first().evaluate((card) => card.getBoundingClientRect().y)).toBeLessThan(300);
    await expect(page.locator('main [data-look="go"]')).toHaveCount(1);

    await page.getByText('Sort: Created At ↓').click();
    await page.getByRole('button', { name: 'Created At ↓' }).click();
    await expect(page.getByText('Sort: Created At ↑')).toBeVisible();

    await page.getByText('Filters', { exact: true }).click();
    await page.getByLabel('Filter by Course').fill('torrey');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Filters · 1')).toBeVisible();
    await expect(page.getByText('Filters · 1')).toBeFocused();
    await expect(cards.first()).toContainText('Torrey');

    await page.goto(ricUrl('/manage-customers'));
    await page.getByText('More', { exact: true }).click();
    await expect(page.getByRole('link', { name: 'New Customer' })).toBeVisible();
  });
});

test('a day that was searched for stands in its box as the sentence says it', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/manage-tee-times'));
  await expect(page.locator('a.list-view').first()).toBeVisible();
  const box = page.getByRole('searchbox', { name: 'Filter by Play Date' });
  for (const [typed, shown] of [
    ['12-5-31', 'Fri, Dec 5 2031'],
    ['12-1-31..12-5-31', 'Dec 1 2031 to Dec 5 2031'],
    ['from dec 1 2031', 'from Dec 1 2031'],
  ] as const) {
    await box.fill(typed);
    await box.press('Enter');
    await expect(box).toHaveValue(shown);
    await expect(page.locator('.page-head')).toContainText(`with Play Date “${shown}”`);
  }
  // The displayed form of a filter can also be typed and parsed again.
  const found = page.url();
  await box.press('End');
  await page.keyboard.type(' ');
  await box.press('Enter');
  await expect(box).toHaveAttribute('data-on', 'true');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(page.url()).toBe(found);
});
