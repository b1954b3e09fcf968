import { expect, test, type FrameLocator, type Page, type Request } from '@playwright/test';
import { TEST_CARDS } from '../../src/integrations/payment/test-cards.ts';
import { violationsOn } from './accessibility.ts';
import {
  ricUrl,
  getFromApi,
  bookButton,
  CARDS,
  fillBookingEngine,
  dayAhead,
  loseAnswer,
  signIn,
} from './actions.ts';
import { fillCertificateSale, soldSerial } from './selling.ts';
import { startServer } from './server.ts';

// A separate server whose screens let cards be typed into the gateway's own fields.
let server: Awaited<ReturnType<typeof startServer>>;
let shared: string | undefined;
test.beforeAll(async () => {
  server = await startServer({ GATHER: 'off', CARD_ENTRY: 'hosted', LOG_LEVEL: 'info' });
  shared = process.env.RIC_URL;
  process.env.RIC_URL = server.url;
});
test.afterAll(async () => {
  process.env.RIC_URL = shared;
  await server.stop();
});
test.beforeEach(({ page }) => signIn(page));

type Rows = { id: number; last_name: string; status: string }[];
const booked = (last_name: string) =>
  `/api/tee_times/index?filters=${encodeURIComponent(JSON.stringify({ last_name }))}`;
const success = (page: Page) => page.getByText('Success', { exact: true });
const frame = (page: Page, name: string): FrameLocator =>
  page.frameLocator(`[id="field-credit_card.${name}"] iframe`);
const inside = (page: Page, name: string) => frame(page, name).locator('input');

async function typeCard(page: Page, number: string, expiry = '1230'): Promise<void> {
  await inside(page, 'number').fill(number);
  await inside(page, 'expmo').fill(expiry);
  await inside(page, 'cvv').fill('123');
}

/** Records everything that the browser sends to RIC from now on; the returned function gives it as text. */
function heardByRic(page: Page): () => string {
  const heard: string[] = [];
  page.on('request', (request: Request) => {
    if (!request.url().startsWith(server.url)) return;
    heard.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? '');
  });
  return () => heard.join('\n');
}
const spellings = (number: string): string[] => [number, number.replace(/(.{4})(?=.)/g, '$1 ')];

test("a card is typed into the gateway's fields, declined, tried again and booked, and RIC never hears its number", async ({
  page,
  request,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isRefusal = message.text().includes('status of 422');
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const heard = heardByRic(page);
  await fillBookingEngine(page, { last_name: 'Hostedly', days: 6 });
  await typeCard(page, CARDS.declined);
  await bookButton(page).click();
  await expect(page.getByText('One or more things are invalid.')).toBeVisible();
  const place = page.getByRole('group', { name: 'Credit card number' });
  await expect(place).toHaveAccessibleDescription('Your card was declined.');
  // The focus moves to the field with the error, which is inside the gateway's frame and keeps the typed text.
  await expect(inside(page, 'number')).toBeFocused();
  await expect(inside(page, 'number')).toHaveValue('4000 0000 0000 0002');
  await inside(page, 'number').fill(CARDS.approved);
  await expect(place).not.toHaveAccessibleDescription('Your card was declined.');
  await bookButton(page).click();
  await expect(success(page)).toBeVisible();
  await expect(inside(page, 'number')).toHaveValue('');

  const rows = await getFromApi<Rows>(request, booked('Hostedly'));
  expect(rows.map((row) => row.status).toSorted()).toEqual(['booked', 'failed']);
  const id = rows.find(({ status }) => status === 'booked')?.id ?? 0;
  const record = JSON.stringify(await getFromApi(request, `/api/transaction_records/tee_time/${id}`));
  expect(record).toContain('Card 4242 charged');
  const tokens = [...heard().matchAll(/"number":"(pm_\w+)"/g)].map(([, token]) => token);
  expect(new Set(tokens).size, 'a token for each press').toBe(2);
  for (const number of [CARDS.declined, CARDS.approved])
    for (const spelt of spellings(number)) {
      expect(heard()).not.toContain(spelt);
      expect(record).not.toContain(spelt);
      expect(server.said(), 'in the log').not.toContain(spelt);
      expect(
        await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])),
      ).not.toContain(spelt);
    }
  expect(server.said(), 'the log has the calls').toContain('/api/ibe/book');
  for (const token of tokens) expect(server.said(), 'in the log').not.toContain(token);
  expect(complaints).toEqual([]);
});

test('what is not a card is said beside its field before anything is sent, and by keys alone it is put right', async ({
  page,
  request,
}) => {
  await fillBookingEngine(page, { last_name: 'Halftyped', days: 7 });
  const asked: string[] = [];
  page.on('request', (one) => void (one.url().endsWith('/api/ibe/book') && asked.push(one.url())));
  // Pressing a label focuses its field, as in RIC's own fields.
  await page.locator('label', { hasText: 'CVV' }).click();
  await expect(inside(page, 'cvv')).toBeFocused();
  // Tab moves from the field before, through the gateway's three fields, to the field after.
  await page.getByLabel('Additional email addresses').focus();
  await page.keyboard.press('Tab');
  await expect(inside(page, 'number')).toBeFocused();
  await page.keyboard.type('424242424242424');
  await page.keyboard.press('Tab');
  await expect(inside(page, 'expmo')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(inside(page, 'cvv')).toBeFocused();
  await page.keyboard.type('123');
  await page.keyboard.press('Tab');
  await expect(inside(page, 'cvv')).not.toBeFocused();
  await bookButton(page).click();
  const said = (name: string) => page.getByRole('group', { name });
  await expect(said('Credit card number')).toHaveAccessibleDescription("Your card's number is incomplete.");
  await expect(said('Exp Mo / Exp Yr')).toHaveAccessibleDescription('is required');
  await expect(said('CVV')).toHaveAccessibleDescription('');
  await expect(inside(page, 'number')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('2');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1220');
  await expect(said('Exp Mo / Exp Yr')).toHaveAccessibleDescription(
    "Your card's expiration year is in the past.",
  );
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('30');
  // The typed text must reach the gateway's frame, which another process runs, before anything outside of the frame is
  // pressed.
  await expect(said('Exp Mo / Exp Yr')).toHaveAccessibleDescription('');
  await expect(inside(page, 'expmo')).toHaveValue(/30$/);
  expect(asked).toEqual([]);
  await bookButton(page).press('Enter');
  await expect(success(page)).toBeVisible();
  expect(await getFromApi<Rows>(request, booked('Halftyped'))).toHaveLength(1);
});

test('a lost answer is found again with the next press, and a time-out settles by itself: charged once each', async ({
  page,
  request,
}) => {
  await fillBookingEngine(page, { last_name: 'Hostlost', days: 8 });
  await typeCard(page, CARDS.approved);
  await page.route(
    '**/api/ibe/book',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await bookButton(page).click();
  await expect(page.getByText('Undefined response.')).toBeVisible();
  // If the gateway now returns no token, the idempotency key of the press before must be kept.
  await page.route('**/fields/tokens', (route) => route.abort(), { times: 1 });
  await bookButton(page).click();
  await expect(page.getByRole('group', { name: 'Credit card number' })).toHaveAccessibleDescription(
    'The payment gateway did not take the card. Please try again.',
  );
  await bookButton(page).click();
  await expect(success(page)).toBeVisible();
  expect(await getFromApi<Rows>(request, booked('Hostlost'))).toHaveLength(1);

  await fillBookingEngine(page, { last_name: 'Hostlate', days: 9 });
  await typeCard(page, TEST_CARDS.timeout_after.number);
  await bookButton(page).click();
  await expect(success(page)).toBeVisible();
  const rows = await getFromApi<Rows>(request, booked('Hostlate'));
  expect(rows.map((row) => row.status)).toEqual(['booked']);
});

test("a certificate is paid in the gateway's fields: declined, not answered, sold once and refunded", async ({
  page,
  request,
}) => {
  const heard = heardByRic(page);
  await fillCertificateSale(page, 'Hostedgift', '$');
  const sell = page.getByRole('button', { name: /^Sell and charge/ });
  await sell.click();
  const place = page.getByRole('group', { name: 'Credit card number' });
  await expect(place).toHaveAccessibleDescription('is required');
  await expect(inside(page, 'number')).toBeFocused();
  await typeCard(page, CARDS.declined);
  await sell.click();
  await expect(place).toHaveAccessibleDescription('Your card was declined.');
  await inside(page, 'number').fill(CARDS.approved);
  await expect(place).not.toHaveAccessibleDescription('Your card was declined.');
  await loseAnswer(page, '/api/gift_certificates/sell');
  await sell.click();
  await expect(page.getByText(/^Undefined response\. Pressing Sell again is safe/)).toBeVisible();
  await sell.click();
  await expect(soldSerial(page)).toHaveText(/^GC(-[0-9A-Z]{4}){4}$/);
  const filters = encodeURIComponent(JSON.stringify({ last_name: 'Hostedgift' }));
  expect(await getFromApi<object[]>(request, `/api/gift_certificates/index?filters=${filters}`)).toHaveLength(
    1,
  );
  await page.getByRole('link', { name: 'View the gift certificate' }).click();
  await page.getByRole('button', { name: 'Refund ...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund Gift Certificate' });
  await dialog.getByRole('button', { name: /^Refund \$/ }).click();
  await expect(dialog.getByText(/goes back to card 4242\.$/)).toBeVisible();
  for (const spelt of [CARDS.declined, CARDS.approved].flatMap(spellings)) {
    expect(heard()).not.toContain(spelt);
    expect(server.said(), 'in the log').not.toContain(spelt);
  }
});

test('a caller who waits leaves the card with the gateway, and is booked with it later', async ({ page }) => {
  const heard = heardByRic(page);
  await fillBookingEngine(page, { last_name: 'Waitinghost', days: 10 });
  await typeCard(page, CARDS.approved);
  await page.getByRole('button', { name: /Wait for this/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Wait for this' });
  await expect(dialog).toContainText('The card is left with the payment gateway');
  const answer = page.waitForResponse('**/api/lost_leads');
  await dialog.getByRole('button', { name: 'Wait for this' }).click();
  const { id }: { id: number } = await (await answer).json();
  await expect(page.getByText('Waitinghost waits:')).toBeVisible();
  for (const spelt of spellings(CARDS.approved)) expect(heard()).not.toContain(spelt);

  const prefill = new URLSearchParams({
    providedCourseId: '2',
    providedDateString: dayAhead(10),
    providedTimeString: '09:10',
    providedPlayers: '4',
    providedFirstName: 'Robin',
    providedLastName: 'Waitinghost',
    providedEmail: 'waitinghost@caller.example',
    providedLeadId: String(id),
  });
  await page.goto(ricUrl(`/ibe?${prefill.toString()}`));
  await expect(page.getByRole('group', { name: 'Credit card number' })).toContainText('************4242');
  await page.getByRole('button', { name: /Use the suggested/ }).click();
  await page.getByRole('button', { name: 'Use another card' }).click();
  await expect(inside(page, 'number')).toBeFocused();
  await page.reload();
  await expect(page.getByText('************4242')).toBeVisible();
  await bookButton(page).click();
  await expect(success(page)).toBeVisible();
});

test("where the gateway's script does not come it is said in the card's place, and a booking without a card goes on", async ({
  page,
}) => {
  await page.route('**/fields/script.js', (route) => route.abort());
  await fillBookingEngine(page, { last_name: 'Scriptless', days: 11 });
  const sentence = page.getByText("The payment gateway's card fields did not load");
  await expect(sentence).toBeVisible();
  const lost = page.waitForEvent('requestfailed');
  await page.getByRole('button', { name: 'Try again' }).click();
  // The earlier error message may stay until this answer is lost too.
  await lost;
  await expect(sentence).toBeVisible();
  await page.unroute('**/fields/script.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(inside(page, 'number')).toBeVisible();
  await expect(sentence).toHaveCount(0);
  await expect(page.getByLabel('Last name')).toHaveValue('Scriptless');
  await page.route('**/fields/script.js', (route) => route.abort());
  await page.reload();
  await expect(sentence).toBeVisible();
  await bookButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue to book' }).click();
  await expect(success(page)).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`the fields are accessible and wear our colours, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await fillBookingEngine(page, { last_name: 'Coloured', days: 12 });
    await typeCard(page, CARDS.approved);
    const ours = await page.getByLabel('Last name').evaluate((one) => getComputedStyle(one).color);
    const theirs = () => inside(page, 'number').evaluate((one) => getComputedStyle(one).color);
    await expect.poll(theirs).toBe(ours);
    expect(await violationsOn(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'light' : 'dark' });
    await expect.poll(theirs).not.toBe(ours);
  });
