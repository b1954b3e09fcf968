import { expect, test } from '@playwright/test';
import { TEST_CARDS } from '../../src/integrations/payment/test-cards.ts';
import { getFromApi, bookButton, CARDS, fillBookingEngine, signIn } from './actions.ts';

type Rows = { last_name: string; status: string }[];
const booked = (last_name: string) =>
  `/api/tee_times/index?filters=${encodeURIComponent(JSON.stringify({ last_name }))}`;

test.beforeEach(({ page }) => signIn(page));

test('a declined card says why beside its field, and nothing typed is lost', async ({ page, request }) => {
  await fillBookingEngine(page, { last_name: 'Declinable', days: 6, card: CARDS.declined });
  await bookButton(page).click();
  await expect(page.getByText('One or more things are invalid.')).toBeVisible();
  await expect(page.getByLabel('Credit card number')).toHaveAccessibleDescription(/declined/);
  await expect(page.getByLabel('Last name')).toHaveValue('Declinable');
  // Another card is a new attempt, which books.
  await page.getByLabel('Credit card number').fill(CARDS.approved);
  await bookButton(page).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  const rows = await getFromApi<Rows>(request, booked('Declinable'));
  expect(rows.map((row) => row.status).toSorted()).toEqual(['booked', 'failed']);
});

test('a time-out after the charge is followed and settles by itself, booked once', async ({
  page,
  request,
}) => {
  await fillBookingEngine(page, { last_name: 'Timeoutsson', days: 7, card: TEST_CARDS.timeout_after.number });
  // The payment may settle before the pending message was seen, so its outcome is held back until then.
  let goOn = () => {};
  const seen = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/api/operations/**', (route) => seen.then(() => route.continue()));
  await bookButton(page).click();
  await expect(page.getByText("The payment's outcome is not known yet. Do not book again.")).toBeVisible();
  await expect(bookButton(page)).toBeDisabled();
  await expect(page.getByText(/is safe/)).toHaveCount(0);
  goOn();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveValue('');
  const rows = await getFromApi<Rows>(request, booked('Timeoutsson'));
  expect(rows.map((row) => row.status)).toEqual(['booked']);
});

test('what is typed for the next caller while one is being booked stays, and is said not to be booked', async ({
  page,
  request,
}) => {
  await fillBookingEngine(page, { last_name: 'Beforehand', days: 7, card: CARDS.approved });
  await page.route('**/api/ibe/book', async (route) => {
    const response = await route.fetch();
    await expect(page.getByLabel('Last name')).toHaveValue('Nextcaller');
    await route.fulfill({ response });
  });
  const sent = page.waitForRequest('**/api/ibe/book');
  await bookButton(page).click();
  await sent;
  await page.getByLabel('Last name').fill('Nextcaller');
  const success = page.getByRole('status').filter({ hasText: 'Success' });
  await expect(success).toContainText('what you typed since then. It is not booked yet');
  await expect(success.getByRole('button', { name: 'Book another for this customer' })).toHaveCount(0);
  await expect(page.getByLabel('Last name')).toHaveValue('Nextcaller');
  expect(await getFromApi<Rows>(request, booked('Beforehand'))).toHaveLength(1);
  expect(await getFromApi<Rows>(request, booked('Nextcaller'))).toHaveLength(0);
});

test('a double click on Book books once', async ({ page, request }) => {
  await fillBookingEngine(page, { last_name: 'Doubleclick', days: 8, card: CARDS.approved });
  await bookButton(page).dblclick();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  const rows = await getFromApi<Rows>(request, booked('Doubleclick'));
  expect(rows).toHaveLength(1);
});

test('without a card the agent is asked, and may go back', async ({ page, request }) => {
  await fillBookingEngine(page, { last_name: 'Nocardman', days: 9 });
  await bookButton(page).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('No credit card information entered. Continue to book?');
  await page.keyboard.press('Escape');
  expect(await getFromApi<Rows>(request, booked('Nocardman'))).toHaveLength(0);
  await bookButton(page).click();
  await question.getByRole('button', { name: 'Continue to book' }).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  expect(await getFromApi<Rows>(request, booked('Nocardman'))).toHaveLength(1);
});

test('a share that is too small for the card is booked without it, after the agent said so', async ({
  page,
  request,
}) => {
  await fillBookingEngine(page, { last_name: 'Smallshare', days: 9, card: CARDS.approved });
  await page.locator('#field-charge').fill('0.30');
  await bookButton(page).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Book without the card?');
  await expect(question).toContainText('$0.30 is left for the card, and $0.50 is the least');
  await page.keyboard.press('Escape');
  expect(await getFromApi<Rows>(request, booked('Smallshare'))).toHaveLength(0);
  await bookButton(page).click();
  await question.getByRole('button', { name: 'Book without a card' }).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  const rows = await getFromApi<(Rows[number] & { paid: string })[]>(request, booked('Smallshare'));
  expect(rows).toMatchObject([{ status: 'booked', paid: '0.00' }]);
});

test('a charge of three times the suggested one is asked about, by keys alone, and nothing typed is lost', async ({
  page,
  request,
}) => {
  await fillBookingEngine(page, { last_name: 'Zeroesman', days: 10, card: CARDS.approved });
  const charge = page.locator('#field-charge');
  const suggested = Number((await charge.inputValue()).replace(/[$,]/g, ''));
  const typed = (suggested * 10).toFixed(2);
  await charge.fill(typed);
  await bookButton(page).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog');
  await expect(question).toContainText(/Charge \$[\d,]+\.00\?/);
  await expect(question).toContainText(`The suggested charge is $${suggested.toFixed(2)}.`);
  await page.keyboard.press('Escape');
  await expect(charge).toBeFocused();
  const kept = (await charge.inputValue()).replace(/[$,]/g, '');
  expect(kept).toBe(typed);
  await expect(page.getByLabel('Last name')).toHaveValue('Zeroesman');
  expect(await getFromApi<Rows>(request, booked('Zeroesman'))).toHaveLength(0);
  await bookButton(page).focus();
  await page.keyboard.press('Enter');
  const yes = question.getByRole('button', { name: /^Charge \$/ });
  for (let tabs = 0; tabs < 4 && !(await yes.evaluate((one) => one === document.activeElement)); tabs += 1)
    await page.keyboard.press('Tab');
  await expect(yes).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  expect(await getFromApi<Rows>(request, booked('Zeroesman'))).toHaveLength(1);
});
