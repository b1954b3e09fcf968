import { expect, test } from '@playwright/test';
import {
  ADMIN,
  ricUrl,
  getFromApi,
  bookButton,
  CARDS,
  putToApi,
  fillBookingEngine,
  holdCallsBack,
  signIn,
  tabTo,
} from './actions.ts';
import { regionNamed, fillCertificateSale, soldSerial, typeCard } from './selling.ts';

const PERCENT = 10;
let former: { discount: number };
test.beforeAll(async ({ request }) => {
  former = await getFromApi(request, '/api/gift_certificates/sales');
  const saleConfiguration = { discount: PERCENT };
  await putToApi(request, '/api/gift_certificates/sales/', { saleConfiguration });
});
test.afterAll(async ({ request }) => {
  const { discount } = former;
  await putToApi(request, '/api/gift_certificates/sales/', { saleConfiguration: { discount } });
});

test('the sale says that a name is not saved where the e-mail is that of somebody else', async ({ page }) => {
  await signIn(page);
  await fillCertificateSale(page, 'Newname');
  const purchaser = regionNamed(page, 'Purchaser');
  await purchaser.getByLabel('Email address').fill('maxi@example.com');
  await expect(purchaser).toContainText(
    'maxi@example.com is the e-mail address of Maximiliano Alvarez-Whitcombe. The typed name, Ines Newname, is not saved.',
  );
  await purchaser.getByLabel('First name').fill('maximiliano');
  await purchaser.getByLabel('Last name').fill('ALVAREZ-WHITCOMBE');
  await expect(purchaser).not.toContainText('is not saved');
});

type Summary = { sold: number; revenue: number };
type Report = { sheets: { rows: unknown[][] }[] };

test('a certificate is sold at the desk and spent there, and list, record, card and report say so', async ({
  page,
  request,
}) => {
  await signIn(page, ADMIN);
  const today = await page.evaluate(() =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(new Date()),
  );
  const summary = () => getFromApi<Summary>(request, `/api/gift_certificates/summary/false/${today}`);
  const before = await summary();
  await fillCertificateSale(page, 'Okonkwo');

  // A declined card sells nothing, and the typed values stay.
  await typeCard(page, CARDS.declined);
  await page.getByRole('button', { name: 'Sell and charge $180.00' }).click();
  await expect(page.getByText('Your card was declined.').first()).toBeVisible();
  await expect(page.getByText('One or more things are invalid.')).toBeVisible();
  await expect(page.getByLabel('Credit card number')).toBeFocused();
  await expect(page.getByLabel('Greeting')).toHaveValue('Play well.');
  expect(await summary()).toEqual(before);

  await typeCard(page, CARDS.approved);
  await page.getByLabel('Greeting').press('Control+Enter');
  await expect(soldSerial(page)).toHaveText(/^GC(-[0-9A-Z]{4}){4}$/);
  const serial = (await soldSerial(page).textContent()) ?? '';
  await expect(regionNamed(page, 'Sold')).toContainText('The gift certificate goes to theo@okonkwo.example.');
  expect(await summary()).toMatchObject({ sold: before.sold + 1, revenue: before.revenue + 18_000 });

  await fillBookingEngine(page, { last_name: 'Okonkwo', days: 31, card: CARDS.approved });
  await page.getByLabel('Gift certificate', { exact: true }).fill(serial.replaceAll('-', '').toLowerCase());
  await bookButton(page).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();

  await page.goto(ricUrl(`/manage-gift-certificates?filters=${JSON.stringify({ serial })}`));
  await page
    .getByRole('link', { name: new RegExp(serial) })
    .first()
    .click();
  await expect(page.locator('h1').getByText('$0.00 left')).toBeVisible();
  await expect(page.getByText(/Sold by /)).toBeVisible();
  await expect(page.getByText(/Spent on tee time/)).toBeVisible();
  await page.getByRole('button', { name: 'Refund ...' }).click();
  await expect(page.getByText(/only an unspent one can be refunded/)).toBeVisible();
  await page.keyboard.press('Escape');

  const days = `startDate=${today}&endDate=${today}`;
  const report = await getFromApi<Report>(request, `/api/reports/gift-certs?${days}`);
  const row = report.sheets[0]?.rows.find(([shown]) => shown === serial);
  expect(row?.slice(4, 10)).toEqual([20_000, 18_000, 20_000, 0, 0, 0]);
});

test('by keys alone on a phone: what is missing is where the work goes on', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  // The discount loads late, and therefore so does the price.
  const discount = await holdCallsBack(page, '**/api/gift_certificates/sales');
  await page.goto(ricUrl('/manage-gift-certificate/new'));
  const sell = page.getByRole('button', { name: /^Sell/ });
  await expect(page.getByLabel('CVV')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(regionNamed(page, 'Purchaser').getByLabel('First name')).toBeFocused();
  await expect(regionNamed(page, 'Purchaser').getByLabel('First name')).toBeInViewport();
  for (const person of ['Purchaser', 'Recipient'])
    await expect(
      page.getByRole('alert').getByRole('link', { name: `${person}: First name`, exact: true }),
    ).toBeVisible();
  for (const typed of ['Kay', 'Keys', 'kay@keys.example']) {
    await page.keyboard.type(typed);
    await page.keyboard.press('Tab');
  }
  await regionNamed(page, 'Recipient').getByRole('button', { name: 'Same as the purchaser' }).press('Enter');
  await tabTo(page, page.getByLabel('Value', { exact: true }));
  await page.keyboard.type('50');
  await typeCard(page, CARDS.approved);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('The price is not there yet.')).toBeVisible();
  discount();
  await expect(sell).toHaveText('Sell and charge $45.00');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Sell another' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(regionNamed(page, 'Purchaser').getByLabel('First name')).toBeFocused();
});

test('a new certificate is typed into at once', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/manage-gift-certificate/new'));
  await expect(regionNamed(page, 'Purchaser').getByLabel('First name')).toBeFocused();
});

test('an unspent one is refunded, and is closed', async ({ page }) => {
  await signIn(page);
  await fillCertificateSale(page, 'Lindqvist');
  await typeCard(page, CARDS.approved);
  await page.getByRole('button', { name: 'Sell and charge $180.00' }).click();
  const serial = (await soldSerial(page).textContent()) ?? '';
  await page.getByRole('link', { name: 'View the gift certificate' }).click();
  await expect(page.locator('h1').getByText('$200.00 left')).toBeVisible();
  await page.getByRole('button', { name: 'Refund ...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund Gift Certificate' });
  await expect(dialog).toContainText('$180.00 goes back to card 4242.');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Refund ...' }).click();
  const late = other.getByRole('dialog', { name: 'Refund Gift Certificate' });
  await expect(late).toContainText('$180.00 goes back to card 4242.');
  const answer = await holdCallsBack(page, '**/api/gift_certificates/refund');
  await dialog.getByRole('button', { name: 'Refund $180.00' }).click();
  await expect(dialog.getByRole('button', { name: 'Please wait...' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Keep it' }).click({ force: true });
  answer();
  await expect(dialog.getByRole('status').filter({ hasText: 'is closed' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Refunded', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send Gift Certificate' })).toHaveCount(0);

  // The other tab learns of the refund when it tries to refund too, and then no longer offers a refund that cannot be made.
  await late.getByRole('button', { name: 'Refund $180.00' }).click();
  await expect(late.getByRole('alert')).toContainText(/changed this on .*, perhaps in another tab/);
  await expect(late.getByText('This gift certificate was refunded already.')).toBeVisible();
  await expect(late.getByRole('button', { name: /^Refund \$/ })).toHaveCount(0);
  await late.getByRole('button', { name: 'Keep it' }).click();
  await expect(other.locator('h1').getByText('Refunded', { exact: true })).toBeVisible();
  await other.close();

  await page.goto(ricUrl(`/manage-gift-certificates?filters=${JSON.stringify({ serial })}`));
  await expect(page.getByRole('cell', { name: 'Refunded' })).toBeVisible();
});
