import { expect, test, type Page } from '@playwright/test';
import {
  ricUrl,
  ADMIN,
  AGENT,
  getFromApi,
  bookButton,
  CARDS,
  parseShownCents,
  dayAhead,
  waitUntilQuiet,
  shownTotal,
  signIn,
} from './actions.ts';

const saved = (page: Page) => expect(page.getByText('Success', { exact: true })).toBeVisible();
const choose = async (page: Page, label: string, option: string) => {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByLabel(label, { exact: true }))
    .first()
    .click();
  await page.keyboard.type(option);
  await page.getByRole('option', { name: option, exact: true }).click();
};
const COURSE = 'Quail Hollow Links';

test('from a new course to a booked tee time, priced by what was made in the screens', async ({
  page,
  request,
}) => {
  await signIn(page, ADMIN);

  await page.goto(ricUrl('/course/new'));
  await page.getByLabel('Course Name').fill(COURSE);
  await page.getByLabel('Email').fill('pro@quail.example');
  await page.getByLabel('City').fill('Escondido');
  await page.getByRole('button', { name: 'Save' }).click();
  await saved(page);
  await page.waitForURL(/\/manage-course\/\d+$/);
  const course = Number(/manage-course\/(\d+)/.exec(page.url())?.[1]);

  await page.goto(ricUrl('/course-group/new'));
  await page.getByLabel('Group Name').fill('Quail partners');
  await page.getByLabel('Book', { exact: true }).check();
  await page.getByLabel(COURSE).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await saved(page);
  await page.goto(ricUrl(`/manage-course/${course}?tab=groups`));
  await expect(page.getByRole('cell', { name: 'Quail partners', exact: true })).toBeVisible();

  // A date range cannot be added to an unsaved rate; after saving, every weekday, holidays and maintenance days are priced.
  await page.goto(ricUrl('/manage-rate/new'));
  await choose(page, 'Course', COURSE);
  await page.getByRole('textbox', { name: 'Rate', exact: true }).fill('80');
  await page.getByLabel('Service fee').fill('5');
  await page.getByLabel('Wholesale Rate').fill('55');
  await page.getByRole('button', { name: 'New Date Range' }).click();
  const range = page.getByRole('group', { name: /^New date range/i });
  await range.getByRole('button', { name: 'Save' }).click();
  await expect(range.getByText('You must save the golf rate first.')).toBeVisible();
  await page.getByRole('toolbar', { name: 'Form' }).getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/manage-rate\/\d+$/);
  await page.getByRole('button', { name: 'New Date Range' }).click();
  await range.getByLabel('Start Date').fill('1/1/2026');
  await range.getByLabel('End Date').fill('12/31/2035');
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun', 'M', 'H'])
    await range.getByLabel(day, { exact: true }).check();
  await range.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('group', { name: /^Date range/ })).toHaveCount(1);
  await page.goto(ricUrl(`/manage-course/${course}?tab=rates`));
  await expect(page.getByRole('cell', { name: '$80.00', exact: true })).toBeVisible();

  await page.goto(ricUrl('/manage-discount/new'));
  await page.getByLabel('Code').fill('QUAIL10');
  await page.getByLabel('Start Date').fill('1/1/2026');
  await page.getByLabel('End Date').fill('12/31/2035');
  await page.getByLabel('Percent').check();
  await page.getByLabel('Amount').fill('10');
  await page.getByLabel('Together with a gift certificate?').check();
  await page.getByLabel(COURSE).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await saved(page);

  await page.goto(
    ricUrl(
      `/ibe?providedCourseId=${course}&providedPlayers=4&providedDateString=${dayAhead(20)}&providedTimeString=09:10`,
    ),
  );
  await page.getByRole('button', { name: /Use the suggested/ }).click();
  await page.getByLabel('Email address', { exact: true }).fill('quail@caller.example');
  await page.getByLabel('First name').fill('Robin');
  await page.getByLabel('Last name').fill('Quailhurst');
  await page.getByLabel('Postal code').fill('92025');
  await page.getByLabel('Discount code', { exact: true }).fill('quail10');
  await page.getByRole('button', { name: 'Apply discount code' }).click();
  await expect(page.getByText('QUAIL10: 10 % off')).toBeVisible();
  const { serial, raw_balance } = await certificate(request);
  await page.getByLabel('Gift certificate', { exact: true }).fill(serial);
  await page.getByRole('button', { name: 'Apply gift certificate' }).click();
  await expect(page.getByText(new RegExp(`^${serial}: `))).toBeVisible();
  // The total is (80 + 5) x 4, minus ten percent, minus the gift certificate's balance.
  const total = Math.max(0, 340_00 - 34_00 - raw_balance);
  await page.getByLabel('Credit card number').fill(CARDS.approved);
  await page.getByLabel('Exp Mo').fill('12');
  await page.getByLabel('Exp Yr').fill('30');
  await page.getByLabel('CVV').fill('123');
  expect(await shownTotal(page)).toBe(total);
  await bookButton(page).click();
  await saved(page);
  const filters = encodeURIComponent(JSON.stringify({ last_name: 'Quailhurst' }));
  type Row = { course_name: string; paid: string; cost: string };
  const [row] = await getFromApi<Row[]>(request, `/api/tee_times/index?filters=${filters}`);
  expect(row).toMatchObject({ course_name: COURSE, cost: '220.00' });
  expect(parseShownCents(row?.paid ?? '')).toBe(total);

  await page.goto(ricUrl('/manage-courses'));
  await page.getByLabel('Filter by Course Name').fill('Quail');
  await page.keyboard.press('Enter');
  // The earlier rows stay visible until the rows that the search found have loaded.
  const found = page.getByRole('row').filter({ has: page.getByRole('cell', { name: COURSE, exact: true }) });
  await found.getByRole('link', { name: 'View' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete?' })).toContainText(
    /cannot be deleted: it is used by 1 tee time and 1 rate/,
  );
});

/** Returns a gift certificate of the demonstration company that has a balance and is valid everywhere. */
async function certificate(request: Parameters<typeof getFromApi>[0]) {
  type Certificate = { serial: string; raw_balance: number; course: unknown; id: number };
  const rows = await getFromApi<Certificate[]>(request, '/api/gift_certificates/index?per_page=100');
  for (const { id } of rows) {
    const found = await getFromApi<Certificate>(request, `/api/gift_certificates/show/${id}`);
    if (found.raw_balance > 0 && found.course === null) return found;
  }
  throw new Error('no certificate to pay with');
}

test('a balance above what was sold is asked about before it is saved', async ({ page, request }) => {
  type Certificate = { raw_balance: number; transaction_item: { total: string } };
  const shown = () => getFromApi<Certificate>(request, '/api/gift_certificates/show/4');
  const before = await shown();
  const sold = Math.round(Number(before.transaction_item.total) * 100);
  const dollars = (amount: number) => (amount / 100).toFixed(2);
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-gift-certificate/4'));
  await page.getByRole('button', { name: 'Edit' }).click();
  const balance = page.getByLabel('Balance');
  const asked = page.getByRole('dialog', { name: 'Save it?' });
  await balance.fill(dollars(sold + 50_00));
  await page.keyboard.press('Control+s');
  await expect(asked).toContainText(/^Save it\?.*The balance of \$.+ is above the \$.+ that was sold\./);
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(asked).toHaveCount(0);
  await expect(page.getByText('Changed, not saved yet')).toBeVisible();
  expect(parseShownCents(await balance.inputValue())).toBe(sold + 50_00);
  expect(await shown()).toEqual(before);
  await page.getByRole('button', { name: 'Save' }).click();
  await asked.getByRole('button', { name: 'Save' }).click();
  await saved(page);
  expect((await shown()).raw_balance).toBe(sold + 50_00);
  // The question that was confirmed is not asked again when another field is saved; the amount of the sale needs no
  // question.
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Internal Memo' }).fill('A present of the house');
  await page.keyboard.press('Control+s');
  await saved(page);
  await page.getByRole('button', { name: 'Edit' }).click();
  await balance.fill(dollars(before.raw_balance));
  await page.keyboard.press('Control+s');
  await saved(page);
  expect((await shown()).raw_balance).toBe(before.raw_balance);
});

test('an agent reads the catalogue and may change none of it', async ({ page }) => {
  await signIn(page, AGENT);
  for (const path of [
    '/manage-course/1',
    '/manage-rate/1',
    '/holiday/1',
    '/maintenance/1',
    '/rental-club/1',
    '/manage-course-group/1',
  ]) {
    await page.goto(ricUrl(path));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await waitUntilQuiet(page);
    for (const name of ['Edit', 'Save', 'Delete', 'Reload', 'New Date Range'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  await expect(page.getByRole('link', { name: 'Course Groups' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Discounts' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'RIC Users' })).toHaveCount(0);
  for (const path of ['/helpful-link/1', '/manage-customer/1', '/manage-gift-certificate/1']) {
    await page.goto(ricUrl(path));
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  }
});

test('a picture is uploaded, seen and deleted', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-course/3?tab=image'));
  await page.getByRole('link', { name: 'New Image' }).click();
  await page.waitForURL(/\/image\/new\/3$/);
  const picture = await page.screenshot({ type: 'png', clip: { x: 0, y: 0, width: 300, height: 200 } });
  const file = page.locator('input[type=file]');
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('must be a JPEG, PNG or WebP picture').first()).toBeVisible();
  // The image's file is optional: the image is saved without a file, and the course still offers that image.
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/image\/\d+$/);
  await expect(page.getByText('no picture yet')).toBeVisible();
  await page.goto(ricUrl('/manage-course/3?tab=image'));
  await expect(page.getByRole('cell', { name: 'no picture yet' })).toBeVisible();
  await page.getByRole('link', { name: 'New Image' }).click();
  await page.waitForURL(/\/image\/new\/3$/);
  const choosing = page.waitForEvent('filechooser');
  await page.locator('#field-file').press('Enter');
  await (await choosing).setFiles({ name: 'course.png', mimeType: 'image/png', buffer: picture });
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/image\/\d+$/);
  const shown = page.getByRole('img', { name: 'Balboa Park' });
  await expect(shown).toBeVisible();
  expect(await shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(300);
  await page.goto(ricUrl('/manage-course/3?tab=image'));
  await expect(page.getByRole('img', { name: /Balboa Park/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'New Image' })).toHaveCount(0);
  for (const left of [2, 1]) {
    await page.goto(ricUrl('/manage-course/3?tab=image'));
    await expect(page.getByRole('link', { name: /^View/ })).toHaveCount(left);
    await page.getByRole('link', { name: /^View/ }).first().click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(/\/manage-images$/);
  }
});

test('links move up and change their type where they stand', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/helpful-links'));
  await page.getByRole('radio', { name: 'Hotel' }).check();
  await expect(page.getByText('3 links')).toBeVisible();
  const rows = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'View' }) });
  await expect(rows.first()).toBeVisible();
  const second = await rows.nth(1).getByRole('cell').nth(1).textContent();
  await page.getByRole('button', { name: `Move ${second} up` }).click();
  await expect(rows.first()).toContainText(second ?? 'none');
  await expect(page.getByRole('button', { name: `Move ${second} up` })).toBeDisabled();
  await page.getByLabel(`Type of ${second}`).selectOption('PSGR');
  await expect(rows.filter({ hasText: second ?? '' })).toHaveCount(0);
});

test('a percent is shown as a percent, and a much used discount stays in reach', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/rental-club/new/3'));
  await page.getByLabel('Brand').fill('Persimmon');
  await page.getByLabel('Is dollars?').uncheck();
  await page.getByLabel('Commission').fill('12.5');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/rental-club\/\d+$/);
  await expect(page.getByText('12.50 %', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('Commission')).toHaveValue('12.50 %');

  await page.goto(ricUrl('/manage-discount/1'));
  for (const bound of ['Min Discount', 'Max Discount', 'Min Players', 'Max Players'])
    await expect(page.getByRole('group', { name: bound })).toHaveText(`${bound}Unlimited`);
  await page.getByText('Records and items').click();
  const items = page.getByRole('region', { name: 'Transaction items' });
  await expect(items.getByRole('row').nth(100)).toBeAttached();
  await items.getByRole('link', { name: 'View tee time' }).first().scrollIntoViewIfNeeded();
  const lengths = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
  expect(lengths[0]).toBe(lengths[1]);
  expect((await items.boundingBox())?.height).toBeLessThan(400);
});
