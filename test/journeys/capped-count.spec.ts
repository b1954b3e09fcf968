import { expect, test } from '@playwright/test';
import { ricUrl, getFromApi, signIn } from './actions.ts';

const FILTERS = encodeURIComponent(JSON.stringify({ first_name: 'a' }));
const withCommas = (count: number) => count.toLocaleString('en-US');

test('many tee times are counted to a cap, and exactly when a person asks', async ({ page, request }) => {
  const exact = await getFromApi<number>(request, `/api/tee_times/count?filters=${FILTERS}`);
  expect(exact).toBeGreaterThan(60);
  await signIn(page);
  await page.goto(ricUrl(`/manage-tee-times?filters=${FILTERS}&cap=50`));
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(page.getByText(/^50\+ tee times with/)).toBeVisible();
  await expect(pages).toContainText('1–30 of 50+');
  await expect(pages).toContainText('Page 1 of 2+');

  // There are more pages of results beyond the counted ones, and the Next button opens them.
  await pages.getByRole('button', { name: 'Next page' }).click();
  await expect(pages).toContainText('31–60 of 50+');
  await expect(pages.getByRole('button', { name: 'Next page' })).toBeEnabled();

  await pages.getByRole('button', { name: '50+, show the exact number' }).focus();
  await page.keyboard.press('Enter');
  await expect(pages).toContainText(`31–60 of ${withCommas(exact)}`);
  await expect(page.getByText(`${withCommas(exact)} tee times with`)).toBeVisible();
  await expect(pages.getByRole('status')).toBeFocused();
  await expect(pages.getByRole('button', { name: /show the exact number/ })).toHaveCount(0);

  // Another search starts without the exact total.
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.goto(ricUrl(`/manage-tee-times?filters=${FILTERS}&cap=50`));
  await expect(pages).toContainText('of 50+');

  // With fewer than three letters a list counts fewer rows before it stops.
  expect(exact).toBeGreaterThan(1_000);
  await page.goto(ricUrl(`/manage-tee-times?filters=${FILTERS}`));
  await expect(pages).toContainText('1–30 of 1,000+');
});

test('what is fewer than the cap is simply counted', async ({ page, request }) => {
  const exact = await getFromApi<number>(request, '/api/tee_times/count');
  await signIn(page);
  await page.goto(ricUrl('/manage-tee-times'));
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages).toContainText(`1–30 of ${withCommas(exact)}`);
  await expect(pages.getByRole('button', { name: /show the exact number/ })).toHaveCount(0);
});
