import { expect, test, type Page } from '@playwright/test';
import { TEST_CARDS } from '../../src/integrations/payment/test-cards.ts';
import { bookButton, fillBookingEngine, signIn } from './actions.ts';
import { startServer } from './server.ts';

// A separate server with the gateway's default time-outs, so that a late card answers within the second attempt.
let server: Awaited<ReturnType<typeof startServer>>;
let shared: string | undefined;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  server = await startServer({ GATHER: 'off', PAYMENT_TRY_MS: '10000', PAYMENT_TOTAL_MS: '25000' });
  shared = process.env.RIC_URL;
  process.env.RIC_URL = server.url;
});
test.afterAll(async () => {
  process.env.RIC_URL = shared;
  await server.stop();
});

/** Records all announcements of a live region of one kind, in order, from now on. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(
          '[role="status"]',
        );
        if (region?.matches('.unseen') && region.textContent) heard.push(region.textContent);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });

test('a card that takes long says how far it is, and is heard twice at most', async ({ page }) => {
  await signIn(page);
  await fillBookingEngine(page, { last_name: 'Slowcard', days: 12, card: TEST_CARDS.answers_late.number });
  await listen(page);
  await bookButton(page).click();
  await expect(page.getByText('Booking…')).toBeVisible();
  await expect(page.getByText(/^Asking the gateway \.\.\. [3-5] s$/)).toBeVisible();
  await expect(
    page.getByText(
      /^The payment gateway has not answered yet; RIC keeps asking\. Do not book again \.\.\. 1\d s$/,
    ),
  ).toBeVisible();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Asking the gateway|has not answered yet/)).toHaveCount(0);
  const heard = await page.evaluate(() => Reflect.get(window, 'heard') as string[]);
  expect(heard.filter((text) => /gateway/.test(text))).toEqual([
    'Asking the gateway.',
    'The payment gateway has not answered yet; RIC keeps asking. Do not book again.',
  ]);
});

test('so does a refund', async ({ page }) => {
  await signIn(page);
  await fillBookingEngine(page, {
    last_name: 'Slowrefund',
    days: 13,
    card: TEST_CARDS.refund_timeout_before.number,
  });
  await bookButton(page).click();
  await page.getByRole('link', { name: 'View the tee time' }).click();
  await page.getByRole('button', { name: 'Cancel Tee Time' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Refund?').check();
  await dialog.getByRole('button', { name: /^Process/ }).click();
  await expect(dialog.getByText(/^Asking the gateway \.\.\. [3-5] s$/)).toBeVisible();
  await expect(dialog.getByText(/RIC keeps asking\. Do not refund again \.\.\. 1\d s$/)).toBeVisible();
  // After the last attempt the outcome is unknown, and the dialog waits for it.
  await expect(dialog.getByText(/This dialog will show the outcome/)).toBeVisible();
});
