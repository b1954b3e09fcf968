import { expect, type Page } from '@playwright/test';

export const row = (page: Page) => page.getByRole('navigation', { name: 'Views' });
export const view = (page: Page, name: string | RegExp) => row(page).getByRole('link', { name });
export const open = (page: Page) => row(page).locator('[aria-current]');
export const heads = async (page: Page): Promise<string[]> =>
  (await page.locator('thead tr').first().getByRole('columnheader').allInnerTexts())
    .slice(1)
    .map((text) => text.replace(/[\d\s↑↓]+$/, ''));

export const OPENS = 'Opens by itself when I come to this list';
export const SHARED = 'Shared with everybody';

export async function filterBy(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(`Filter by ${label}`, { exact: true }).fill(text);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: new RegExp(`^Remove filter ${label}`) })).toBeVisible();
}

export async function saveAs(page: Page, name: string, ...ticks: string[]): Promise<void> {
  await row(page).getByRole('button', { name: 'Save as a view ...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as a view' });
  await dialog.getByLabel('Name').fill(name);
  for (const tick of ticks) await dialog.getByLabel(tick).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(open(page)).toContainText(name);
  // The default is stored on the machine as well.
  if (ticks.includes(OPENS)) await expect(open(page)).toContainText('★');
}
