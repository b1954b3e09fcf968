import { expect, test } from '@playwright/test';
import { unusedLocalAddress } from '../support/nobody.ts';
import { getFromApi, bookButton, CARDS, fillBookingEngine, signIn } from './actions.ts';
import { startServer } from './server.ts';

// A separate server whose payment gateway refuses every connection.
let server: Awaited<ReturnType<typeof startServer>>;
let shared: string | undefined;
test.beforeAll(async () => {
  server = await startServer({ GATHER: 'off', GATEWAY_URL: await unusedLocalAddress() });
  shared = process.env.RIC_URL;
  process.env.RIC_URL = server.url;
});
test.afterAll(async () => {
  process.env.RIC_URL = shared;
  await server.stop();
});

const AWAY = 'The payment gateway does not answer, so no card is charged now.';

test('a gateway that is away is said where cards are typed, and a booking without one goes through', async ({
  page,
  request,
}) => {
  await signIn(page);
  await fillBookingEngine(page, { last_name: 'Patient', days: 6, card: CARDS.approved });
  await expect(page.getByText(AWAY)).toHaveCount(0);
  for (let refused = 0; refused < 5; refused += 1) {
    const answer = page.waitForResponse('**/api/ibe/book');
    await bookButton(page).click();
    expect((await answer).status()).toBe(422);
    await expect(page.getByLabel('Credit card number')).toHaveAccessibleDescription(
      'The payment gateway cannot be reached. Nothing was charged.',
    );
    await expect(page.getByLabel('Credit card number')).toHaveValue(CARDS.approved);
    await expect(bookButton(page)).toBeEnabled();
  }
  await expect(page.getByText(AWAY)).toBeVisible();
  await page.getByLabel('Credit card number').fill('');
  await bookButton(page).click();
  await page.getByRole('button', { name: 'Continue to book' }).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  const rows = await getFromApi<{ status: string }[]>(
    request,
    `/api/tee_times/index?filters=${encodeURIComponent('{"last_name":"Patient"}')}`,
  );
  expect(rows.filter(({ status }) => status === 'booked')).toHaveLength(1);
});
