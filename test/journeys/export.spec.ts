import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { sheetsBySheetJs } from '../support/workbooks.ts';
import { ricUrl, ADMIN, getFromApi, holdCallsBack, signIn } from './actions.ts';

/** Presses Export; returns the only sheet of the saved file, and the file's name. */
async function exported(page: Page) {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).press('Enter');
  const download = await saving;
  const sheets = sheetsBySheetJs(readFileSync(await download.path()));
  return { name: download.suggestedFilename(), sheets };
}

test('what is on the screen is exported: its filters, order and columns', async ({ page, request }) => {
  await signIn(page, ADMIN);
  const filters = JSON.stringify({ course_name: 'torrey', status: 'played' });
  const sort = `sort_fields=${JSON.stringify(['last_name'])}&sort_desc=${JSON.stringify([false])}`;
  await page.goto(ricUrl(`/manage-tee-times?filters=${filters}&${sort}`));
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await page.getByText('Columns', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Internal Notes' }).uncheck();
  await page.keyboard.press('Escape');
  const { name, sheets } = await exported(page);
  expect(name).toMatch(/^tee-time-management_\d{4}-\d\d-\d\d\.xlsx$/);
  await expect(page.getByText(`Saved as ${name}.`)).toBeVisible();
  const cells = sheets['Tee Time Management'] ?? {};
  const texts = (await page.locator('thead tr').first().getByRole('columnheader').allInnerTexts()).slice(1);
  const headings = texts.map((_, at) => cells[`${String.fromCharCode(65 + at)}4`]?.v);
  expect(headings).toEqual(texts.map((text) => text.replace(/[^A-Za-z]+$/, '').trim()));
  expect(headings).not.toContain('Internal Notes');
  expect([cells['A1']?.v, cells['A2']?.v]).toEqual([
    'Tee Time Management',
    'Tee times with Course “torrey” and Status “played”, by Last Name',
  ]);
  const count = await getFromApi<number>(
    request,
    `/api/tee_times/count?filters=${encodeURIComponent(filters)}`,
  );
  const first = await page.locator('tbody tr').first().getByRole('cell').allInnerTexts();
  expect([cells['A5']?.v, cells['B5']?.v, cells['F5']?.w]).toEqual([first[1], first[2], first[6]]);
  expect(cells[`A${count + 6}`]?.v).toBe(`${count.toLocaleString('en-US')} tee times`);
});

test('an agent is told when a list is too long, narrows it, and has it', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/manage-customers'));
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('alert')).toContainText('more than the 1,000 rows that you may export');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.goto(ricUrl(`/manage-customers?filters=${JSON.stringify({ last_name: 'adams' })}`));
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  const { sheets } = await exported(page);
  expect(sheets['Customer Management']?.['D5']?.v).toBe('Adams');
});

test('a double click begins an export and does not stop it', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl(`/manage-customers?filters=${JSON.stringify({ last_name: 'adams' })}`));
  const letThrough = await holdCallsBack(page, '**/api/customers/index.xlsx');
  await page.getByRole('button', { name: 'Export' }).dblclick({ delay: 100 });
  await expect(page.getByRole('button', { name: 'Stop export' })).toBeVisible();
  letThrough();
  await expect(page.getByText(/Saved as customer/)).toBeVisible();
});

test('a long export says how far it is and is stopped', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-customers'));
  let letThrough = (): void => undefined;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/api/customers/index.xlsx', async (route) => {
    await held;
    await route.abort().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'Export' }).press('Enter');
  await expect(page.getByText('Exporting …')).toBeVisible();
  const stop = page.getByRole('button', { name: 'Stop export' });
  await expect(stop).toBeFocused();
  await stop.press('Enter');
  await expect(page.getByText('Export stopped.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeFocused();
  letThrough();
});
