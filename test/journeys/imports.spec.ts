import { expect, test, type Page } from '@playwright/test';
import { ADMIN, ricUrl, signIn } from './actions.ts';

const send = async (page: Page, lines: string[]) => {
  await page.goto(ricUrl('/import/new'));
  const buffer = Buffer.from(`${lines.join('\n')}\n`);
  await page.setInputFiles('input[type=file]', { name: 'shoebox.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Send the file' }).click();
  await expect(page.getByRole('heading', { name: 'shoebox.csv' })).toBeVisible();
};
const counted = (page: Page, name: RegExp) =>
  page.getByRole('list', { name: 'What becomes of its rows' }).getByRole('button', { name });

test('a file with wrong rows is looked at, mended, put in, and its people are in the list', async ({
  page,
  context,
}) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/imports'));
  await page.getByRole('link', { name: 'Import a File' }).click();
  await expect(page.getByRole('heading', { name: 'Import a File' })).toBeVisible();

  // The file has two rows with errors, one useless column, and one column with an unusual name.
  const head = 'Given Name,Surname,E-mail,Shoe size';
  await send(page, [
    head,
    'Wilhelmina,Shoebox,mina@shoebox.example,9',
    ',Shoebox,b@shoebox.example,9',
    'Ed,Shoebox,at home,9',
  ]);
  await expect(page.getByLabel('Given Name')).toHaveValue('First name');
  await expect(page.getByText('“Shoe size” is left out.')).toBeVisible();
  const look = page.getByRole('button', { name: 'Check Its Rows' });
  // The rows are checked by keyboard only.
  await look.focus();
  await page.keyboard.press('Enter');
  await expect(counted(page, /^1 New/)).toBeVisible({ timeout: 60_000 });
  await counted(page, /^2 Wrong/).click();
  await expect(page.getByText('email must be an e-mail address')).toBeVisible();
  await expect(page.getByText('first_name is required')).toBeVisible();
  await expect(page.getByText('mina@shoebox.example')).toHaveCount(0);
  // The result of the check stays after a reload, and in another tab.
  await page.reload();
  await expect(counted(page, /^2 Wrong/)).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(counted(other, /^2 Wrong/)).toBeVisible();
  await other.getByRole('button', { name: 'Drop This File' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Drop' }).click();
  await expect(other.getByRole('heading', { name: 'Import', exact: true })).toBeVisible();

  // The second file has the two rows with their errors corrected.
  const mended = [
    'Wilhelmina,Shoebox,mina@shoebox.example,9',
    'Bo,Shoebox,b@shoebox.example,9',
    'Ed,Shoebox,ed@shoebox.example,9',
  ];
  await send(page, [head, ...mended]);
  await look.click();
  const putIn = page.getByRole('button', { name: 'Put in 3 New' });
  await expect(putIn).toBeVisible({ timeout: 60_000 });
  await putIn.click();
  const question = page.getByRole('dialog', { name: 'Put in 3 customers?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await putIn.click();
  await question.getByRole('button', { name: 'Put In' }).click();
  await expect(page.getByText('3 customers put in.')).toBeVisible({ timeout: 60_000 });
  await expect(counted(page, /^3 Made/)).toBeVisible();
  await page.goto(ricUrl('/manage-customers?filters={"last_name":"Shoebox"}'));
  await expect(page.getByText('3 customers')).toBeVisible();

  // When the file is sent once more, it is recognized as the same file.
  await send(page, [head, ...mended]);
  await expect(page.getByText('This file was here already')).toBeVisible();
  await expect(page.getByText('3 customers put in.')).toBeVisible();
  await page.goto(ricUrl('/audit?filters={"subject":"import"}'));
  await expect(page.getByText('imported 3 records from shoebox.csv').first()).toBeVisible();
});

test('a file that is none is refused beside its name, and the next one may be sent', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/import/new'));
  await page.getByRole('button', { name: 'Send the file' }).click();
  await expect(page.getByText('File: is required')).toBeVisible();
  const empty = { name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('first_name\n') };
  await page.setInputFiles('input[type=file]', empty);
  await page.getByRole('button', { name: 'Send the file' }).click();
  await expect(page.getByText('File: The file is empty: it has no row below its first line.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send the file' })).toBeEnabled();
});
