import { expect, test } from '@playwright/test';
import { violationsOn } from './accessibility.ts';
import { ricUrl, signIn } from './actions.ts';

test('an impossible day in the address is refused by its filter’s name, and its chip takes it away', async ({
  page,
}) => {
  await signIn(page);
  await page.goto(ricUrl(`/tee-time-availability?filters={"available_date":"2026-13-45"}`));
  await expect(page.getByRole('alert')).toContainText('Start = ?');
  await page.getByRole('button', { name: 'Remove filter Start = ?: 2026-13-45' }).click();
  await expect(page.getByRole('link', { name: /^Book 1 player, / }).first()).toBeVisible();
});

test('a filter that is refused leaves the rows and what is said of them', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/tee-time-availability'));
  const link = page.getByRole('link', { name: /^Book 1 player, / }).first();
  await expect(link).toBeVisible();
  const said = page.getByText(/open times with Course Name “Torrey”/);
  await expect(said).toBeVisible();
  await page.getByLabel('Filter by Slots').fill('two');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Slots: must be a whole number');
  await expect(link).toBeVisible();
  await expect(said).toBeVisible();
});

test('what is said of the rows waits for them, and a time is looked for as it is read', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/tee-time-availability'));
  const foot = page.getByRole('navigation', { name: 'Pages' });
  await expect(foot).toContainText(/^1–100 of \d,?\d+/);
  const before = await foot.textContent();
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.route('**/api/fore_up_availability/index?**', async (route) => {
    await held;
    await route.continue();
  });
  const counted = page.waitForResponse(/fore_up_availability\/count/);
  await page.getByLabel('Filter by Time').fill('1:03');
  await page.keyboard.press('Enter');
  await counted;
  await expect(page.getByRole('button', { name: 'Remove filter Time: 01:03' })).toBeVisible();
  await expect(page.locator('[data-dimmed]')).toBeVisible();
  expect(await foot.textContent()).toBe(before);
  go();
  await expect(foot).toContainText('No rows');
});

test('all of a head sorts, and two starts at one minute are told apart', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/tee-time-availability'));
  // The table's head moves until the staff message and the rows have loaded.
  await expect(page.getByRole('complementary', { name: 'Staff message' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Book \d player/ }).first()).toBeVisible();
  const rate = page.getByRole('columnheader', { name: 'Rate' });
  await rate.click({ position: { x: 4, y: 28 } });
  await expect(rate).toHaveAttribute('aria-sort', 'ascending');
  const slots = page.getByRole('link', { name: /^Book \d player/ });
  await expect(slots.nth(100)).toBeVisible();
  const names = await slots.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')));
  expect(names.length).toBeGreaterThan(100);
  expect(new Set(names).size).toBe(names.length);
});

for (const width of [1440, 390]) {
  test(`a day is picked from the filter’s calendar, ${width} wide`, async ({ page }) => {
    await signIn(page);
    await page.setViewportSize({ width, height: 844 });
    await page.goto(ricUrl('/tee-time-availability'));
    const filters = page.locator('summary').filter({ hasText: 'Filters' });
    if (width < 600) await filters.click();
    const box = page.getByLabel('Filter by Start = ?', { exact: true });
    const calendar = page.getByRole('group', { name: 'Calendar' });
    await page.getByRole('button', { name: 'Filter by Start = ?: calendar' }).click();
    await calendar.getByRole('button', { name: 'Next month' }).click();
    await page.keyboard.press('Escape');
    await expect(calendar).toBeHidden();
    await expect(box).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await calendar.getByRole('button', { name: 'Next month' }).click();
    await calendar.getByRole('button', { name: / 15 \d{4}$/ }).click();
    await expect(calendar).toBeHidden();
    await expect(page).toHaveURL(/available_date%22%3A%22\d{4}-\d\d-15%22/);
    await expect(page.locator('.page-head')).toContainText(' 15 ');
  });
}

test('a time that nobody could look at is dimmed, with its age, on availability and on the wait list', async ({
  page,
}) => {
  await signIn(page);
  const colourOf = (of: string) =>
    page
      .locator(of)
      .first()
      .evaluate((row) => getComputedStyle(row).color);
  // Maderas is the demonstration's course whose course system blocks RIC.
  await page.goto(ricUrl('/tee-time-availability?filters={"course_name":"Maderas"}'));
  const stale = page.locator('tbody tr[data-marks~="stale"]');
  await expect(stale.first()).toContainText(/\d (h|min|days?) ago.*not checked for \d/);
  const dimmed = await colourOf('tbody tr[data-marks~="stale"] td');
  await page.goto(ricUrl('/wait-list-queue'));
  const waiting = page.locator('tbody tr[data-stale]').filter({ hasText: 'Maderas' });
  await expect(waiting.first()).toContainText(/\d (h|min|days?) ago/);
  expect(await colourOf('tbody tr[data-stale] td')).toBe(dimmed);
  expect(dimmed).not.toBe(await colourOf('h1'));
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`course 17 has a ground that stale times do not share, ${colorScheme}, ${width} wide`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      await signIn(page);
      const rowsOf = async (course: string, mark: string) => {
        await page.goto(ricUrl(`/tee-time-availability?filters={"course_name":"${course}"}`));
        const rows = page.locator(`#screen [data-marks~="${mark}"]`);
        await expect(rows.first()).toBeVisible();
        return rows.first().evaluate((row) => getComputedStyle(row).backgroundColor);
      };
      const stale = await rowsOf('Maderas', 'stale');
      const gray = await rowsOf('Riverwalk', 'grey');
      expect(gray).not.toBe(stale);
      expect(gray).not.toMatch(/^rgba\(0, 0, 0, 0\)$/);
      expect(await violationsOn(page, { rules: ['color-contrast'], within: '[data-marks]' })).toEqual([]);
    });
  }
}
