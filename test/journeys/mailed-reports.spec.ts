import { expect, test, type Page } from '@playwright/test';
import { ricUrl, ADMIN, putToApi, signInHeaders, loseAnswer, signIn, tabTo } from './actions.ts';

const mailed = (page: Page) => page.getByRole('region', { name: 'Mailed on a schedule' });
const dialog = (page: Page) => page.getByRole('dialog');

test('a report is mailed again and again, sent now, paused and removed', async ({ page }) => {
  test.slow();
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/reports/weekly'));
  await page.getByRole('button', { name: 'Mail this ...' }).click();
  await expect(dialog(page)).toContainText(
    /First on Mon, \w{3} \d+ \d{4} at 07:00, office time, of \w{3} \d+/,
  );
  const days = dialog(page).getByRole('combobox', { name: 'Which days' });
  await expect(days).toHaveValue('Last week, Monday to Sunday');
  await expect(days).toHaveAccessibleDescription(/^Now \w{3} \d+ \d{4} to \w{3} \d+ \d{4}$/);
  // Without a reader for the report, the error is shown beside the field, and the choices stay.
  await dialog(page).getByText('Monthly', { exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Unselect All' }).click();
  await dialog(page).getByRole('button', { name: 'Mail it' }).click();
  await expect(dialog(page)).toContainText('tick at least one');
  await expect(dialog(page).getByRole('combobox', { name: 'On' })).toHaveValue('the 1st');
  await dialog(page).getByLabel('Ruth Castellano').check();
  await dialog(page).getByRole('button', { name: 'Mail it' }).click();
  await dialog(page).getByRole('link', { name: 'Reports' }).click();

  const row = mailed(page).getByRole('listitem', { name: 'Weekly, Every month on the 1st at 07:00' });
  await expect(row).toContainText('To Ruth Castellano');
  await row.getByRole('button', { name: /^Send now/ }).click();
  await expect(row).toContainText('Being sent ...');
  await expect(row).toContainText(/Last \w{3} \d+, \d\d:\d\d/);
  const remove = row.getByRole('button', { name: /^Remove/ });
  const before = await remove.boundingBox();
  await row.getByRole('button', { name: /^Pause/ }).click();
  await expect(row).toContainText('paused');
  expect((await remove.boundingBox())?.x).toBe(before?.x);
  await row.getByRole('button', { name: /^Resume/ }).click();
  await expect(row).toContainText(/Next \w{3} 1, 07:00/);
  await row.getByRole('button', { name: /^Edit/ }).click();
  await dialog(page).getByText('Daily', { exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  const daily = mailed(page).getByRole('listitem', { name: 'Weekly, Every day at 07:00' });
  await daily.getByRole('button', { name: /^Remove/ }).click();
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await expect(daily).toHaveCount(0);

  await page.goto(ricUrl('/mailbox?filters=%7B%22kind%22%3A%22report%22%7D'));
  await page
    .getByRole('link', { name: /^View Weekly, / })
    .first()
    .click();
  await expect(page.getByText(/with weekly_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.xlsx/)).toBeVisible();
  const letter = page.frameLocator('iframe');
  await expect(letter.getByRole('heading', { name: 'Weekly' })).toBeVisible();
  await expect(letter.getByText('The workbook is attached.')).toBeVisible();
});

test('a report is set up, paused, resumed and removed by keys alone', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/reports/weekly'));
  const mail = page.getByRole('button', { name: 'Mail this ...' });
  await tabTo(page, mail);
  // Escape closes the dialog, and the focus returns.
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('checkbox').first()).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(mail).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, dialog(page).getByRole('radio', { name: 'Weekly' }));
  await page.keyboard.press('ArrowRight');
  await expect(dialog(page).getByRole('radio', { name: 'Monthly' })).toBeChecked();
  await tabTo(page, dialog(page).getByRole('combobox', { name: 'On' }));
  await page.keyboard.type('15th');
  await page.keyboard.press('Tab');
  await expect(dialog(page).getByRole('combobox', { name: 'On' })).toHaveValue('the 15th');
  await tabTo(page, dialog(page).getByRole('checkbox').first());
  await page.keyboard.press('Space');
  await tabTo(page, dialog(page).getByRole('button', { name: 'Mail it' }));
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('tick at least one');
  await tabTo(page, dialog(page).getByRole('checkbox').first());
  await page.keyboard.press('Space');
  // Enter in a field sends the form.
  await page.keyboard.press('Enter');
  await tabTo(page, dialog(page).getByRole('link', { name: 'Reports' }));
  await page.keyboard.press('Enter');

  const row = mailed(page).getByRole('listitem', { name: 'Weekly, Every month on the 15th at 07:00' });
  await tabTo(page, row.getByRole('button', { name: /^Pause/ }));
  await page.keyboard.press('Enter');
  await expect(row).toContainText('paused');
  // The button that paused the schedule keeps the focus and now resumes it, so the same key reverses the action.
  await expect(row.getByRole('button', { name: /^Resume/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row).toContainText(/Next \w{3} 15, 07:00/);
  await tabTo(page, row.getByRole('button', { name: /^Remove/ }));
  await page.keyboard.press('Enter');
  await tabTo(page, dialog(page).getByRole('button', { name: 'Remove' }));
  await page.keyboard.press('Enter');
  await expect(row).toHaveCount(0);
  await expect(mailed(page).getByRole('heading')).toBeFocused();
});

const NOT_KNOWN = 'it is not known whether it was saved. Press again: it is saved once.';

test('one whose answer was lost is made once, and a change of it is nobody else’s', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/reports/maintenance'));
  await page.getByRole('button', { name: 'Mail this ...' }).click();
  const mailIt = dialog(page).getByRole('button', { name: 'Mail it' });
  await expect(dialog(page).getByRole('checkbox').first()).toBeChecked();
  await loseAnswer(page, '/api/report_schedules');
  await mailIt.click();
  await expect(dialog(page).getByRole('alert')).toContainText(NOT_KNOWN);
  await mailIt.click();
  await dialog(page).getByRole('link', { name: 'Reports' }).click();
  const rows = mailed(page).getByRole('listitem', { name: /^Maintenance, / });
  await expect(rows).toHaveCount(1);

  await rows.getByRole('button', { name: /^Edit/ }).click();
  await dialog(page).getByText('Daily', { exact: true }).click();
  await loseAnswer(page, '/api/report_schedules/update');
  const save = dialog(page).getByRole('button', { name: 'Save' });
  await save.click();
  await expect(dialog(page).getByRole('alert')).toContainText(NOT_KNOWN);
  await save.click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(rows).toHaveAccessibleName(/^Maintenance, Every day at /);
});

test('of two who change one the second is told, and sees it once the dialog is closed', async ({
  page,
  request,
}) => {
  const headers = await signInHeaders(request, ADMIN);
  const readers = await request.get(ricUrl('/api/report_schedules/recipients?report=rate-sheet'), {
    headers,
  });
  const [[id]]: [[number]] = await readers.json();
  const report_schedule = { report: 'rate-sheet', repeats: 'daily', hour: 6, recipients: [{ id }] };
  const made = await request.post(ricUrl('/api/report_schedules'), { headers, data: { report_schedule } });
  const schedule: { id: number } = await made.json();
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/reports'));
  const row = (at: string) => mailed(page).getByRole('listitem', { name: `Rate Sheet, Every day at ${at}` });
  await row('06:00').getByRole('button', { name: /^Edit/ }).click();
  await expect(dialog(page).getByRole('checkbox').first()).toBeChecked();
  const theirs = { id: schedule.id, report_schedule: { hour: 9 } };
  await putToApi(request, '/api/report_schedules/update', theirs);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText(/changed this on .*, after you opened it/);
  await page.keyboard.press('Escape');
  await row('09:00').getByRole('button', { name: /^Edit/ }).click();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toHaveCount(0);
});

test('an agent has their own alone, and no report of admins', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/reports'));
  await expect(mailed(page)).toContainText('No schedules yet.');
  await page.goto(ricUrl('/reports/commission'));
  await page.getByRole('button', { name: 'Mail this ...' }).click();
  const people = dialog(page).getByRole('group', { name: 'To' }).getByRole('checkbox');
  await expect(people.first()).toBeChecked();
  // A person's own commission is visible to that person and to admins.
  await expect(dialog(page).getByLabel('Ruth Castellano')).toBeVisible();
  await expect(dialog(page).getByLabel('June Park')).toHaveCount(0);
});
