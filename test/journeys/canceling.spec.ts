import { expect, test } from '@playwright/test';
import {
  ADMIN,
  ricUrl,
  getFromApi,
  bookButton,
  CARDS,
  fillBookingEngine,
  signInHeaders,
  holdCallsBack,
  signIn,
} from './actions.ts';

test('more than is left is refused before it is sent, and what is canceled and refunded is offered no more', async ({
  page,
  request,
  context,
}) => {
  const last_name = 'Cancelworthy';
  await signIn(page, ADMIN);
  await fillBookingEngine(page, { last_name, days: 2, card: CARDS.approved });
  await bookButton(page).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  const filters = encodeURIComponent(JSON.stringify({ last_name }));
  const [row] = await getFromApi<{ id: number; paid: string }[]>(
    request,
    `/api/tee_times/index?filters=${filters}`,
  );
  await page.goto(ricUrl(`/manage-tee-time/${row?.id}`));
  const amount = `$${row?.paid}`;
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toContainText(amount);

  let sent = 0;
  page.on('request', (asked) => {
    if (asked.method() === 'POST' && asked.url().endsWith('/api/tee_times/cancel')) sent += 1;
  });
  await page.getByRole('button', { name: 'Cancel Tee Time' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancelation Options' });
  const process = dialog.getByRole('button', { name: /^Process/ });
  // If the time left until play is short, it is shown in hours, like the course's cancellation window.
  await expect(dialog.getByText(/ 09:10\. Plays in \d\d h, the window is \d+ h: /)).toBeVisible();
  await dialog.getByLabel('Refund?').check();
  await dialog.getByRole('radio', { name: 'Custom' }).check();
  const typed = dialog.getByLabel('Refund Amount');
  // The table of refunds follows every tick, choice and typed amount.
  const told = dialog.getByRole('table', { name: 'What goes back' });
  const card = told.getByRole('row', { name: /^Card 4242/ });
  await expect(card).toHaveText(`Card 4242${amount}––`);
  await typed.fill('1.50');
  await expect(card).toContainText('$1.50');
  await expect(dialog.getByText(/^\$1\.50 goes back to card 4242; \$[\d.]+ stays\./)).toBeVisible();
  await dialog.getByRole('radio', { name: /^Full transaction total/ }).check();
  await expect(card).toHaveText(`Card 4242${amount}${amount}$0.00`);
  await dialog.getByLabel('Refund?').uncheck();
  await expect(dialog.getByText(`Nothing goes back: ${amount} stays.`)).toBeVisible();
  await dialog.getByLabel('Refund?').check();
  await dialog.getByRole('radio', { name: 'Custom' }).check();
  await typed.fill('99999');
  await expect(dialog.getByText(`At most ${amount} can go back.`)).toBeVisible();
  await expect(process).toHaveText('Process: refund');
  await process.click();
  await expect(dialog.getByText(`must be at most ${amount}, what is left to refund`)).toBeVisible();
  await typed.fill('0');
  await process.click();
  await expect(typed).toHaveAccessibleDescription('must be more than $0');
  expect(sent).toBe(0);
  await typed.fill('1');
  await expect(dialog.getByText(/^must be at most/)).toHaveCount(0);

  // A network error is shown once, until the next attempt to cancel.
  await context.setOffline(true);
  await process.click();
  await expect(dialog.getByText(/You are offline\./)).toHaveCount(1);
  await expect(dialog.getByRole('alert')).toHaveCount(1);
  await context.setOffline(false);
  await typed.fill('99999');
  await process.click();
  await expect(dialog.getByText(/^must be at most/)).toBeVisible();
  await expect(dialog.getByText(/You are offline\./)).toHaveCount(0);

  await dialog.getByRole('radio', { name: /^Full transaction total/ }).check();
  await dialog.getByLabel('Cancel?', { exact: true }).check();
  await dialog.getByLabel('Force Cancel?').check();
  // While the cancel request is running, the dialog that will show its outcome cannot be closed.
  const answer = await holdCallsBack(page, '**/api/tee_times/cancel');
  await process.click();
  await expect(dialog.getByRole('button', { name: 'Please wait...' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Close' }).click({ force: true });
  answer();
  await expect(dialog.getByText(/^Success\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(title).toContainText('canceled');
  await expect(title).not.toContainText(amount);
  await expect(page.getByText(`$0.00 paid, ${amount} refunded`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send Cancelation Email' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel Tee Time' })).toHaveCount(0);
});

test('what somebody else refunds meanwhile is chosen no more, and the tee time can still be canceled', async ({
  page,
  request,
}) => {
  const last_name = 'Twohands';
  await signIn(page, ADMIN);
  await fillBookingEngine(page, { last_name, days: 9, card: CARDS.approved });
  await bookButton(page).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  const filters = encodeURIComponent(JSON.stringify({ last_name }));
  const [row] = await getFromApi<{ id: number }[]>(request, `/api/tee_times/index?filters=${filters}`);
  const id = row?.id ?? 0;
  await page.goto(ricUrl(`/manage-tee-time/${id}`));
  await page.getByRole('button', { name: 'Cancel Tee Time' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancelation Options' });
  const process = dialog.getByRole('button', { name: /^Process/ });
  await dialog.getByLabel('Refund?').check();
  const options = await getFromApi<{ transaction_total: number }>(
    request,
    `/api/tee_times/cancel/options/${id}`,
  );
  const data = { id, refund: true, refund_amount: options.transaction_total };
  const headers = await signInHeaders(request, ADMIN);
  expect((await request.post(ricUrl('/api/tee_times/cancel'), { headers, data })).status()).toBe(200);
  await process.click();
  await expect(dialog.getByText(/ is refunded already\.$/).first()).toBeVisible();
  await expect(dialog.getByLabel('Refund?')).toHaveCount(0);
  await dialog.getByLabel('Cancel?', { exact: true }).check();
  await dialog.getByLabel('Force Cancel?').check();
  await dialog.getByRole('button', { name: 'Process: cancel', exact: true }).click();
  await expect(dialog.getByText(/^Success\./)).toBeVisible();
});

test('what was typed before one’s own refund is saved after it', async ({ page, request }) => {
  const last_name = 'Typedbefore';
  await signIn(page, ADMIN);
  await fillBookingEngine(page, { last_name, days: 20, card: CARDS.approved });
  await bookButton(page).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  const filters = encodeURIComponent(JSON.stringify({ last_name }));
  const [row] = await getFromApi<{ id: number; paid: string }[]>(
    request,
    `/api/tee_times/index?filters=${filters}`,
  );
  const id = row?.id ?? 0;
  await page.goto(ricUrl(`/manage-tee-time/${id}`));
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const notes = page.getByLabel('Internal Notes');
  await notes.fill('Typed before the refund');

  await page.getByRole('button', { name: 'Cancel Tee Time' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancelation Options' });
  await dialog.getByLabel('Refund?').check();
  await dialog.getByRole('radio', { name: 'Custom' }).check();
  await dialog.getByLabel('Refund Amount').fill('5');
  await dialog.getByRole('button', { name: /^Process/ }).click();
  await expect(dialog.getByText(/^Success\. .*\$5\.00/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('.ledger')).toContainText('Refunded−$5.00');
  await expect(notes).toHaveValue('Typed before the refund');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const saved = await getFromApi<{ internal_notes: string }>(request, `/api/tee_times/show/${id}`);
  expect(saved.internal_notes).toBe('Typed before the refund');
});
