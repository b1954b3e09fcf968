import { expect, test } from '@playwright/test';
import { ADMIN, ricUrl, holdCallsBack, waitUntilQuiet, signIn } from './actions.ts';
import { frame, run, SPAN } from './reports.ts';

test('one that takes its time says how far it is, and can be stopped', async ({ page }) => {
  await signIn(page, ADMIN);
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/reports/weekly?*', async (route) => {
    await held;
    await route.fulfill({ status: 422, json: { message: 'This report was stopped.' } });
  });
  await page.route('**/api/reports/running', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ json: {} }).then(answer)
      : route.fulfill({ json: [{ report: 'weekly', rows: 12_000, ahead: 0 }] }),
  );
  await page.goto(ricUrl(`/reports/weekly?${SPAN}`));
  await expect(page.getByText('Reading, 12,000 rows so far')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('alert')).toContainText('This report was stopped.');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('how far it is is said no more once it is there, however late that is answered', async ({ page }) => {
  await signIn(page, ADMIN);
  const letThrough = await holdCallsBack(page, '**/api/reports/weekly?*');
  const answer = await holdCallsBack(page, '**/api/reports/running');
  const asked = page.waitForRequest('**/api/reports/running');
  await page.goto(ricUrl(`/reports/weekly?${SPAN}`));
  await asked;
  letThrough();
  await expect(frame(page)).toBeVisible();
  const answered = page.waitForResponse('**/api/reports/running');
  answer();
  await (await answered).finished();
  await waitUntilQuiet(page);
  await expect(page.locator('.report-progress')).toBeEmpty();
});

test('the screen says how far the workbook is that another tab waits for, until it is there', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.context().route('**/api/reports/*.xlsx?*', (route) => route.abort());
  let runs = [{ report: 'weekly', rows: 0, ahead: 2 }];
  let stopped = 0;
  await page.route('**/api/reports/running', (route) => {
    if (route.request().method() === 'DELETE') stopped += 1;
    return route.fulfill({ json: route.request().method() === 'DELETE' ? {} : runs });
  });
  await page.goto(ricUrl(`/reports/weekly?${SPAN}`));
  await expect(frame(page)).toBeVisible();
  const status = page.locator('.report-progress');
  await expect(status).toBeEmpty();
  await run(page).click();
  await expect(status).toContainText('Waiting: 2 reports are read before this one.');
  runs = [{ report: 'weekly', rows: 5000, ahead: 0 }];
  await expect(status).toContainText('Reading, 5,000 rows so far');
  await status.getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => stopped).toBe(1);
  runs = [];
  await expect(status).toBeEmpty();
});
