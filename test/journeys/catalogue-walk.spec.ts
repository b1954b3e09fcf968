import { expect, test, type Page } from '@playwright/test';
import { AREAS } from './areas.ts';
import { ricUrl, ADMIN, AGENT, waitUntilQuiet, signIn } from './actions.ts';

/** Returns the name of the focused element, from its label. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const now = document.activeElement;
    if (now instanceof HTMLInputElement || now instanceof HTMLTextAreaElement)
      return now.labels?.[0]?.textContent ?? now.getAttribute('aria-label') ?? '';
    return now?.textContent ?? '';
  });

async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  for (let steps = 0; steps < 120; steps += 1) {
    await page.keyboard.press('Tab');
    const now = (await focused(page)).trim();
    if (now === name) return;
    passed.push(now);
  }
  throw new Error(`${name} is not reached with Tab, only ${passed.join(', ')}`);
}

test('the lists show the columns that they promise', async ({ page }) => {
  await signIn(page, ADMIN);
  for (const { list: path, columns } of AREAS) {
    if (!columns) continue;
    await page.goto(ricUrl(path));
    await expect(page.getByRole('columnheader').first()).toBeVisible();
    const heads = await page.getByRole('columnheader').allInnerTexts();
    // The head of a sorted column ends with the column's rank and direction.
    const names = heads.map((head) => head.replace(/\s*\d?\s*[↑↓]\s*$/, '').trim()).filter(Boolean);
    expect.soft(new Set(names), path).toEqual(new Set(['View', ...columns]));
    await expect.soft(page.getByRole('button', { name: 'Search', exact: true }).last(), path).toBeVisible();
  }
});

test('every form of the catalogue has its fields and is changed by keys alone', async ({ page }) => {
  test.setTimeout(400_000);
  await signIn(page, ADMIN);
  for (const { form } of AREAS) {
    if (!form) continue;
    const { path, fields, change, typed } = form;
    await page.goto(ricUrl(path));
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeEnabled();
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    await tabTo(page, 'Edit');
    await page.keyboard.press('Enter');
    for (const field of fields)
      await expect.soft(page.getByLabel(field, { exact: true }).first(), `${path}: ${field}`).toBeVisible();
    await tabTo(page, change);
    await page.keyboard.press('Control+End');
    await page.keyboard.type(typed);
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Success', { exact: true }), path).toBeVisible();
    await page.reload();
    await expect(page.getByRole('main').getByText(typed.trim()).first(), path).toBeVisible();
  }
});

test('what only admins may do is absent for an agent, and pages of admins lead home', async ({ page }) => {
  await signIn(page, AGENT);
  const ofAdmins = AREAS.flatMap(({ admins, list, shown }) => (admins ? [list, shown?.record ?? list] : []));
  expect(ofAdmins.length).toBeGreaterThan(6);
  for (const path of ofAdmins) {
    await page.goto(ricUrl(path));
    await page.waitForURL(/\/home$/);
  }
  const lists = AREAS.filter(({ newLink, admins }) => newLink?.admins && !admins).map(({ list }) => list);
  expect(lists.length).toBeGreaterThan(4);
  for (const path of [...lists, '/manage-course/1', '/manage-images']) {
    await page.goto(ricUrl(path));
    await waitUntilQuiet(page);
    await expect(page.getByRole('link', { name: /^New / }), path).toHaveCount(0);
  }
});
