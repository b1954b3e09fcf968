import { expect, test } from '@playwright/test';
import { ricUrl, ADMIN, waitUntilQuiet, signIn } from './actions.ts';
import { filterBy, open, OPENS, row, saveAs, view } from './views.ts';

test('the view that opens by itself is asked for at once, wherever the list is come to from, and moves no row', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-rental-clubs'));
  await filterBy(page, 'Brand', 'taylor');
  await saveAs(page, 'Taylor', OPENS);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/rental-clubs/index' && searchParams.get('page') === '1')
      asked.push(searchParams.get('filters') ?? '');
  });
  // Opened again, by its address alone.
  await page.goto(ricUrl('/manage-rental-clubs'));
  await expect(open(page)).toHaveText(/^Taylor/);
  await waitUntilQuiet(page);
  expect(new Set(asked)).toEqual(new Set(['{"brand":"taylor"}']));

  // The views come long after the rows, which do not move.
  let letThrough = (): void => undefined;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/api/saved_views/index', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  const first = page.locator('a.list-view').first();
  await expect(first).toBeVisible();
  await waitUntilQuiet(page);
  await expect(view(page, /^Taylor/)).toHaveCount(0);
  const before = await first.boundingBox();
  letThrough();
  await expect(open(page)).toHaveText(/^Taylor/);
  expect(await first.boundingBox()).toEqual(before);
  await page.unroute('**/api/saved_views/index');

  // Opened from another screen.
  asked.length = 0;
  await page.getByRole('link', { name: 'Holidays' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Holidays');
  await page.getByRole('link', { name: 'Rental Clubs' }).first().click();
  await expect(open(page)).toHaveText(/^Taylor/);
  await waitUntilQuiet(page);
  expect(new Set(asked)).toEqual(new Set(['{"brand":"taylor"}']));

  // All is chosen, and stays after a reload.
  await view(page, 'All').click();
  await expect(page).toHaveURL(/view=0/);
  await page.reload();
  await expect(open(page)).toHaveText('All');
  await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveCount(0);

  // After a new sign-in nothing is stored in the browser.
  await page.goto(ricUrl('/logout'));
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('views'))).toBeNull();
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-rental-clubs'));
  await expect(open(page)).toHaveText(/^Taylor/);
  await row(page)
    .getByRole('button', { name: /^Settings of/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(view(page, /^Taylor/)).toHaveCount(0);
  await waitUntilQuiet(page);
  // The person who deleted it gets no message, and sees the whole list.
  await expect(row(page).getByText('This view was deleted.')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveCount(0);
  await page.goto(ricUrl('/manage-rental-clubs'));
  await expect(open(page)).toHaveText('All');
});
