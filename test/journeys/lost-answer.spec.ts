import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import {
  ADMIN,
  ricUrl,
  getFromApi,
  bookButton,
  CARDS,
  putToApi,
  fillBookingEngine,
  holdCallsBack,
  loseAnswer,
  signIn,
} from './actions.ts';
import { regionNamed, fillCertificateSale, soldSerial, typeCard } from './selling.ts';

type Rows = { id: number; paid: string; status: string }[];
const booked = (last_name: string) =>
  `/api/tee_times/index?filters=${encodeURIComponent(JSON.stringify({ last_name }))}`;
const success = (page: Page) => page.getByText('Success', { exact: true });

test.beforeEach(({ page }) => signIn(page, ADMIN));

test('a booking whose answer was lost is not booked again when it is edited', async ({ page, request }) => {
  await fillBookingEngine(page, { last_name: 'Lostanswer', days: 11, card: CARDS.approved });
  await loseAnswer(page, '/api/ibe/book');
  await bookButton(page).click();
  const again = 'Undefined response. Pressing Book again is safe: it asks for the same booking.';
  await expect(page.getByText(again)).toBeVisible();
  await page.getByLabel('Internal Notes').fill('Edited after it');
  await bookButton(page).click();
  await expect(page.getByText('This was your earlier booking', { exact: true })).toBeVisible();
  await expect(page.getByText('The booking in the form is not made yet.')).toBeVisible();
  await expect(success(page)).toHaveCount(0);
  expect(await getFromApi<Rows>(request, booked('Lostanswer'))).toHaveLength(1);
  // Values that the agent typed during the request stay in the form and would make another booking.
  await expect(page.getByLabel('Internal Notes')).toHaveValue('Edited after it');
});

test('a booking whose answer was lost is found again after a reload', async ({ page, request }) => {
  await fillBookingEngine(page, { last_name: 'Reloader', days: 11, card: CARDS.approved });
  await loseAnswer(page, '/api/ibe/book');
  await bookButton(page).click();
  await expect(page.getByText('Undefined response.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Last name')).toHaveValue('Reloader');
  await page.getByLabel('Credit card number').fill(CARDS.approved);
  await page.getByLabel('Exp Mo').fill('12');
  await page.getByLabel('Exp Yr').fill('30');
  await page.getByLabel('CVV').fill('123');
  await bookButton(page).click();
  await expect(success(page)).toBeVisible();
  expect(await getFromApi<Rows>(request, booked('Reloader'))).toHaveLength(1);
});

test('leaving while it is being booked is asked about, and leaves no form to book again', async ({
  page,
  request,
}) => {
  await fillBookingEngine(page, { last_name: 'Leaver', days: 12, card: CARDS.approved });
  const booking = await holdCallsBack(page, '**/api/ibe/book');
  const answered = page.waitForResponse('**/api/ibe/book');
  await bookButton(page).click();
  await page.getByRole('link', { name: 'Tee Times', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/manage-tee-times/);
  booking();
  await (await answered).finished();
  expect(await getFromApi<Rows>(request, booked('Leaver'))).toHaveLength(1);
  await page.goBack();
  await expect(page.getByLabel('Last name')).toHaveValue('');
});

test('a total that changed behind the screen is refused, not charged', async ({ page, request }) => {
  const filters = encodeURIComponent(JSON.stringify({ serial: 'GC-DEMO-1000' }));
  const [found] = await getFromApi<{ id: number }[]>(
    request,
    `/api/gift_certificates/index?filters=${filters}`,
  );
  const id = found?.id ?? 0;
  const { balance } = await getFromApi<{ balance: string }>(request, `/api/gift_certificates/show/${id}`);
  const put = (amount: string) =>
    putToApi(request, '/api/gift_certificates/update', { id, gift_certificate: { balance: amount } });
  // The balance is set, because other journeys may have spent the gift certificate.
  await put('100.00');
  await fillBookingEngine(page, { last_name: 'Shownprice', days: 13, card: CARDS.approved });
  await page.getByLabel('Gift certificate', { exact: true }).fill('GC-DEMO-1000');
  await page.getByRole('button', { name: 'Apply gift certificate' }).click();
  await expect(page.getByText(/GC-DEMO-1000: .* available/)).toBeVisible();
  await put('10.00');
  await bookButton(page).click();
  await expect(page.getByText(/^The total is \$.* now\. Please look at the price/)).toBeVisible();
  await expect(page.getByText('GC-DEMO-1000: $10.00 available')).toBeVisible();
  expect(await getFromApi<Rows>(request, booked('Shownprice'))).toHaveLength(0);
  await bookButton(page).click();
  await expect(success(page)).toBeVisible();
  await put(balance);
});

test('a refund whose answer was lost is not made again when its amount is changed', async ({
  page,
  request,
}) => {
  await fillBookingEngine(page, { last_name: 'Refundlost', days: 14, card: CARDS.approved });
  await bookButton(page).click();
  await expect(success(page)).toBeVisible();
  const [row] = await getFromApi<Rows>(request, booked('Refundlost'));
  await page.goto(ricUrl(`/manage-tee-time/${row?.id ?? 0}`));
  await page.getByRole('button', { name: 'Cancel Tee Time' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancelation Options' });
  await dialog.getByLabel('Refund?').check();
  await dialog.getByLabel('Custom').check();
  await dialog.getByLabel('Refund Amount').fill('50');
  await loseAnswer(page, '/api/tee_times/cancel');
  await dialog.getByRole('button', { name: 'Process' }).click();
  await expect(dialog.getByText(/Undefined response/)).toBeVisible();
  await dialog.getByLabel('Refund Amount').fill('60');
  await dialog.getByRole('button', { name: 'Process' }).click();
  const earlier = dialog.getByText(
    /^This was your earlier cancellation or refund: \$50\.00 goes back to the card\.$/,
  );
  await expect(earlier).toBeVisible();
  await expect(dialog.getByText(/^Success/)).toHaveCount(0);
  const given = async () =>
    Number(row?.paid) - Number((await getFromApi<Rows>(request, booked('Refundlost')))[0]?.paid);
  expect(await given()).toBe(50);
  // The second refund is still to be chosen: it is another submission, with the current amounts.
  await dialog.getByLabel('Refund?').check();
  const left = `$${(Number(row?.paid) - 50).toFixed(2)}`;
  await expect(dialog.getByLabel(`Full transaction total, ${left}`)).toBeVisible();
  await dialog.getByLabel('Custom').check();
  await dialog.getByLabel('Refund Amount').fill('10');
  await dialog.getByRole('button', { name: 'Process: refund $10.00' }).click();
  await expect(dialog.getByText(/^Success\. \$10\.00 goes back to the card\./)).toBeVisible();
  await expect(earlier).toHaveCount(0);
  expect(await given()).toBe(60);
});

test('a full refund whose answer was lost may be pressed again, and says what came of it', async ({
  page,
  request,
}) => {
  await fillBookingEngine(page, { last_name: 'Fulllost', days: 15, card: CARDS.approved });
  await bookButton(page).click();
  await expect(success(page)).toBeVisible();
  const [row] = await getFromApi<Rows>(request, booked('Fulllost'));
  await page.goto(ricUrl(`/manage-tee-time/${row?.id ?? 0}`));
  await page.getByRole('button', { name: 'Cancel Tee Time' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancelation Options' });
  await dialog.getByLabel('Refund?').check();
  await dialog.getByLabel(/^Full transaction total/).check();
  await loseAnswer(page, '/api/tee_times/cancel');
  const process = dialog.getByRole('button', { name: /^Process: refund \$/ });
  const asked = await process.textContent();
  await process.click();
  await expect(dialog.getByRole('alert').first()).toContainText(
    'Undefined response. Pressing Process again is safe',
  );
  // The whole charge was refunded, but the earlier choices can still be pressed again.
  await expect(dialog.getByLabel('Refund?')).toBeChecked();
  await expect(process).toHaveText(asked ?? '');
  await process.click();
  await expect(dialog.getByText(/^Success\. \$[\d,.]+ goes back to the card/)).toBeVisible();
  expect(Number((await getFromApi<Rows>(request, booked('Fulllost')))[0]?.paid)).toBe(0);
});

test('a change whose answer was lost is made once, and one that is typed after it is told of it', async ({
  page,
  request,
}) => {
  await fillBookingEngine(page, { last_name: 'Changelost', days: 16, card: CARDS.approved });
  await bookButton(page).click();
  await expect(success(page)).toBeVisible();
  const players = async () =>
    (await getFromApi<{ players: number }[]>(request, booked('Changelost')))[0]?.players;
  const [row] = await getFromApi<Rows>(request, booked('Changelost'));
  await page.goto(ricUrl(`/manage-tee-time/${row?.id ?? 0}`));
  const dialog = page.getByRole('dialog', { name: 'Change Round' });
  const losing = async (count: number, more: RegExp) => {
    await page.getByRole('button', { name: 'Change Round' }).click();
    await dialog.getByLabel('Players').fill(`${count}`);
    await expect(dialog.getByRole('row', { name: /^Round/ })).toContainText(`${count} players`);
    await loseAnswer(page, '/api/tee_times/change');
    await dialog.getByRole('button', { name: more }).click();
    await expect(dialog.getByText(/^Undefined response\. Pressing Change again is safe/)).toBeVisible();
    expect(await players()).toBe(count);
  };
  await losing(5, /^Change, .* on account$/);
  await dialog.getByRole('button', { name: /^Change, .* on account$/ }).click();
  await expect(dialog.getByText(/^The tee time is changed\. .* on account/)).toBeVisible();
  await page.keyboard.press('Escape');

  await losing(6, /^Change, .* on account$/);
  await dialog.getByLabel('Players').fill('7');
  await dialog.getByRole('button', { name: /^Change, .* on account$/ }).click();
  await expect(dialog.getByText(/^This was your earlier change: The tee time is changed\./)).toBeVisible();
  expect(await players()).toBe(6);
  // The later change, to seven players, is still to be sent.
  await expect(dialog.getByLabel('Players')).toHaveValue('7');
  await dialog.getByRole('button', { name: /^Change, .* on account$/ }).click();
  await expect(dialog.getByText(/^The tee time is changed\./)).toBeVisible();
  expect(await players()).toBe(7);
});

type Certificate = { id: number; value: string; refunded_at: string | null };
const certificatesOf = (request: APIRequestContext, last_name: string) =>
  getFromApi<Certificate[]>(
    request,
    `/api/gift_certificates/index?filters=${encodeURIComponent(JSON.stringify({ last_name }))}`,
  );
const sell = (page: Page) => page.getByRole('button', { name: /^Sell and charge/ });
const sellLosing = async (page: Page) => {
  await loseAnswer(page, '/api/gift_certificates/sell');
  await sell(page).click();
  await expect(page.getByText(/^Undefined response\. Pressing Sell again is safe/)).toBeVisible();
};

test('a certificate whose sale was not answered is sold once, and refunded once where that is not', async ({
  page,
  request,
}) => {
  await fillCertificateSale(page, 'Lostsale', '$');
  await typeCard(page, CARDS.approved);
  await sellLosing(page);
  await expect(page.getByText('Debug data')).toHaveCount(0);
  // Typed values survive a reload, except for the card.
  await page.reload();
  await expect(regionNamed(page, 'Purchaser').getByLabel('Last name')).toHaveValue('Lostsale');
  await typeCard(page, CARDS.approved);
  await sell(page).click();
  await expect(soldSerial(page)).toHaveText(/^GC(-[0-9A-Z]{4}){4}$/);
  expect(await certificatesOf(request, 'Lostsale')).toHaveLength(1);

  await page.getByRole('link', { name: 'View the gift certificate' }).click();
  await page.getByRole('button', { name: 'Refund ...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund Gift Certificate' });
  await loseAnswer(page, '/api/gift_certificates/refund');
  await dialog.getByRole('button', { name: /^Refund \$/ }).click();
  await expect(dialog.getByText(/^Undefined response\. Pressing Refund again is safe/)).toBeVisible();
  await dialog.getByRole('button', { name: /^Refund \$/ }).click();
  await expect(
    dialog.getByText(/^The gift certificate is closed\. \$.* goes back to card 4242\.$/),
  ).toBeVisible();
});

test('what is typed after a sale whose answer was lost is another sale, and stays', async ({
  page,
  request,
}) => {
  await fillCertificateSale(page, 'Earliersale', '$');
  await typeCard(page, CARDS.approved);
  await sellLosing(page);
  await page.getByLabel('Value', { exact: true }).fill('75');
  await sell(page).click();
  await expect(regionNamed(page, 'Sold')).toContainText('a gift certificate of $200.00');
  await expect(regionNamed(page, 'Sold')).toContainText('What you typed since then is not sold yet.');
  await page.getByRole('button', { name: 'Sell another' }).click();
  await expect(page.getByLabel('Value', { exact: true })).toHaveValue('$75.00');
  expect((await certificatesOf(request, 'Earliersale')).map(({ value }) => value)).toEqual(['200.00']);
  await sell(page).click();
  await expect(regionNamed(page, 'Sold')).toContainText('a gift certificate of $75.00');
  expect(await certificatesOf(request, 'Earliersale')).toHaveLength(2);
});

test('leaving while a certificate is being sold is asked about, and leaves no form to sell again', async ({
  page,
  request,
}) => {
  await fillCertificateSale(page, 'Saleleaver', '$');
  await typeCard(page, CARDS.approved);
  const answer = await holdCallsBack(page, '**/api/gift_certificates/sell');
  await sell(page).click();
  await expect(page.getByRole('button', { name: 'Please wait...' })).toBeVisible();
  await page.getByRole('link', { name: 'Tee Times', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/manage-tee-times/);
  answer();
  await expect.poll(async () => (await certificatesOf(request, 'Saleleaver')).length).toBe(1);
  await page.goto(ricUrl('/manage-gift-certificate/new'));
  await expect(regionNamed(page, 'Purchaser').getByLabel('Last name')).toHaveValue('');
});
