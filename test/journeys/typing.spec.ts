import { expect, test, type Page } from '@playwright/test';
import { addDays, businessNow, formatDay } from '../../src/contract/dates.ts';
import { ADMIN, ricUrl, signIn } from './actions.ts';

const status = (page: Page) => page.getByText('Success', { exact: true });

test('filters that are cleared are gone from their boxes', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/manage-holidays'));
  const name = page.getByLabel('Filter by Name');
  const all = page.getByText(/^21 holidays/);
  const christmas = page.getByText(/with Name “christ”/);
  const search = async () => {
    await name.fill('christ');
    await name.press('Enter');
    await expect(christmas.first()).toBeVisible();
  };
  for (const button of ['Clear all', 'Remove filter Name: christ']) {
    await search();
    await page.getByRole('button', { name: button }).click();
    await expect(name).toHaveValue('');
    await name.press('Enter');
    await expect(christmas).toHaveCount(0);
  }
  await search();
  await page.goBack();
  await expect(name).toHaveValue('');
  await expect(all.or(page.getByText(/holidays, /)).first()).toBeVisible();
});

test('a page size that is none falls back to thirty', async ({ page }) => {
  await signIn(page);
  for (const size of ['0', '-1', '-5']) {
    await page.goto(ricUrl(`/manage-gift-certificates?per_page=${size}`));
    await expect(page.getByText(/^1–30 of/)).toBeVisible();
    await expect(page.getByRole('combobox', { name: /^Rows/ })).toHaveValue('30');
    await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  }
  await page.goto(ricUrl('/manage-rates?per_page=-1'));
  await expect(page.getByRole('combobox', { name: /^Rows/ })).toHaveValue('-1');
});

test('a list of a month or a day says so and leads to all', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/manage-gift-certificates?monthly=false'));
  await expect(page.getByRole('heading', { name: 'Gift Certificates, today' })).toBeVisible();
  await page.getByRole('link', { name: 'All gift certificates' }).click();
  await expect(page.getByRole('heading', { name: 'Gift Certificates', exact: true })).toBeVisible();
  await page.goto(ricUrl('/manage-tee-times?monthly=true'));
  await expect(page.getByRole('heading', { name: 'Tee Time Management, this month' })).toBeVisible();
});

test('links are filtered as other lists are, and move among all of their type', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/helpful-links'));
  const box = page.getByLabel('Filter by Description');
  await box.fill('USGA');
  await box.press('Enter');
  const down = page.getByRole('button', { name: /^Move USGA.* down$/ });
  await expect(down).toHaveAttribute('aria-disabled', 'false');
  await page.getByRole('radio', { name: 'Hotel' }).check();
  await expect(page.getByText('No links with Description “USGA” and Type “Hotel”.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('radio', { name: 'All' })).toBeChecked();
  await expect(box).toHaveValue('');
});

test('Escape that closes a list or a calendar leaves the form alone', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/maintenance/new'));
  const description = page.getByLabel('Description');
  await description.fill('Greens are cored');
  const opened = page.locator('.mantine-Combobox-dropdown:visible, .mantine-Popover-dropdown:visible');
  for (const field of ['Course', 'Start Date']) {
    await page.getByRole(field === 'Course' ? 'combobox' : 'textbox', { name: field }).click();
    await expect(opened).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(opened).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(description).toHaveValue('Greens are cored');
  }
  await description.focus();
  await page.keyboard.press('Escape');
  // Escape is often pressed without looking, so the focus is on the button that discards nothing.
  await expect(page.getByRole('dialog')).toContainText('Clear?');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
});

test('the first wrong field gets the focus, a password too', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/ric-user/new'));
  await page.getByLabel('Email').fill('wrong.password@ric.example');
  await page.getByLabel('Name').fill('Wrong Password');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Confirm Password', { exact: true }).fill('shorter');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('One or more things are invalid.')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
});

test('what cannot be read as a number or a date stays and is refused', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-discount/new'));
  const end = page.getByLabel('End Date');
  await page.getByLabel('Code').fill('UNREADABLE');
  await page.getByLabel('Min Players').fill('two');
  await end.fill('nonsense');
  await page.getByLabel('Amount').fill('10');
  await expect(end).toHaveValue('nonsense');
  await expect(page.getByText('must be a whole number')).toBeVisible();
  await expect(
    page.getByText('must be a date like Sat, Dec 5 2026 or 12/05/2026 (MM/DD/YYYY)'),
  ).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('One or more things are invalid.')).toBeVisible();
  await expect(page.getByLabel('Min Players')).toHaveValue('two');
  await end.fill('dec 4 2027');
  await end.blur();
  await expect(end).toHaveValue('Sat, Dec 4 2027');
});

test('a comma before the cents is an error once its field is left', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/ibe'));
  const charge = page.getByLabel('Charge Amount');
  await charge.pressSequentially('1,0');
  await expect(charge).toHaveAccessibleDescription('');
  await charge.pressSequentially('12');
  await charge.blur();
  await expect(charge).toHaveValue('$1,012.00');
  await charge.fill('412,50');
  await charge.blur();
  await expect(charge).toHaveAccessibleDescription('must have a point before the cents, like 412.00');
  await charge.fill('412.005');
  await charge.blur();
  await expect(charge).toHaveAccessibleDescription('must be an amount like 412.00');
});

test('a play time filter reads a time as it is typed, and refuses what is none', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/manage-tee-times'));
  const time = page.getByLabel('Filter by Play Time');
  const refusal = page.getByRole('alert').filter({ hasText: 'Play Time: must be a time like 07:42' });
  await time.fill('half past');
  await time.press('Enter');
  await expect(refusal).toBeVisible();
  await time.fill('7:42a');
  await time.press('Enter');
  await expect(refusal).toHaveCount(0);
});

test('an amount counts as changed while it is typed', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-rate/3'));
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Rate', exact: true }).pressSequentially('7');
  await expect(page.getByText('Changed, not saved yet')).toBeVisible();
  await expect(page.getByRole('toolbar').getByRole('button', { name: 'Save' })).toBeEnabled();
});

test('the focus follows Edit and Save', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/holiday/2'));
  const edit = page.getByRole('button', { name: 'Edit' });
  await expect(edit).toBeEnabled();
  await edit.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(', observed');
  await page.keyboard.press('Control+s');
  await expect(status(page)).toBeVisible();
  await expect(edit).toBeFocused();
});

test('an agent is told that only an admin makes a holiday', async ({ page }) => {
  await signIn(page);
  for (const path of ['/holiday/new', '/maintenance/new/2', '/course/new', '/manage-rate/new']) {
    await page.goto(ricUrl(path));
    await expect(page.getByText('Only an admin can make one.')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
  }
});

test('the search knows the sales configuration', async ({ page }) => {
  await signIn(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder(/^Search customers/).last()).toBeFocused();
  await page.keyboard.type('sales conf');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/gift-certificate-sales/);
});

test('the filters of a tab are there again on the way back', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/manage-course/1?tab=clubs'));
  const brand = page.getByLabel('Filter by Brand');
  await brand.fill('taylor');
  await brand.press('Enter');
  await expect(page.getByText('Brand: taylor')).toBeVisible();
  await page.getByRole('link', { name: 'View' }).first().click();
  await expect(page).toHaveURL(/rental-club/);
  await page.goBack();
  await expect(page.getByText('Brand: taylor')).toBeVisible();
  await page.getByRole('link', { name: 'Rates' }).last().click();
  await expect(page.getByText('Brand: taylor')).toHaveCount(0);
});

test('what a row of the picker is for cannot be hidden', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/manage-gift-certificate/1'));
  await page.getByRole('button', { name: 'Change purchaser' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Columns').click();
  await expect(dialog.getByRole('checkbox', { name: 'Last Name' })).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'Select' })).toHaveCount(0);
});

test('Enter in the search types nothing into the field behind it', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/manage-customer/new'));
  const box = page.getByRole('textbox', { name: 'Legacy System Shipping Address' });
  await box.fill('abc');
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder(/^Search customers/).last()).toBeFocused();
  await page.keyboard.type('holidays');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Leave without saving?')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(box).toHaveValue('abc');
});

test('a day without its year is the last one on a report, and the next one in the booking engine', async ({
  page,
}) => {
  const today = businessNow(new Date(), 'America/Los_Angeles').date;
  // Ten days from now, or eleven if that day would be February 29.
  const day = addDays(today, today.slice(5) === '02-19' ? 11 : 10);
  const [month, date] = [Number(day.slice(5, 7)), Number(day.slice(8))];
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/reports/tee_time'));
  const start = page.getByLabel('Start', { exact: true });
  await expect(start).toHaveAttribute('placeholder', /yesterday/);
  await start.fill(`${month}/${date}`);
  await start.blur();
  await expect(start).toHaveValue(formatDay(`${Number(day.slice(0, 4)) - 1}${day.slice(4)}`));
  // The end of a date range that has begun is after its start.
  await start.fill('yesterday');
  const end = page.getByLabel('End', { exact: true });
  await end.fill(`${month}/${date}`);
  await end.blur();
  await expect(end).toHaveValue(formatDay(day));
  // Both dates of the range can be typed into either field.
  await start.fill(`yesterday to ${day}`);
  await start.press('Enter');
  await expect(start).toHaveValue(formatDay(addDays(today, -1)));
  await expect(end).toHaveValue(formatDay(day));
  await page.goto(ricUrl('/ibe'));
  const play = page.getByLabel('Play Date');
  await expect(play).toHaveAttribute('placeholder', /\+3/);
  await play.fill(`${month}/${date}`);
  await play.blur();
  await expect(play).toHaveValue(formatDay(day));
});
