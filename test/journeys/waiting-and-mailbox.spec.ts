import { expect, test } from '@playwright/test';
import { address, ADMIN, ask, bookButton, inDays, signIn } from './desk.ts';

test('a waiting customer is booked on the card that they left, of which only the end is shown', async ({
  page,
  request,
}) => {
  await signIn(page);
  const prefill = new URLSearchParams({
    providedCourseId: '2',
    providedDateString: inDays(5),
    providedTime: '742',
    providedPlayers: '2',
    providedFirstName: 'Wanda',
    providedLastName: 'Waitsfield',
    providedEmail: 'wanda@caller.example',
    providedPostCode: '92037',
    providedQueueId: '1',
  });
  await page.goto(address(`/ibe?${prefill.toString()}`));
  await expect(page.getByLabel('Credit card number')).toHaveValue('************4242');
  await page.getByRole('button', { name: /Use the suggested/ }).click();
  await bookButton(page).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  const filters = encodeURIComponent(JSON.stringify({ last_name: 'Waitsfield' }));
  const rows = await ask<{ status: string; paid: string }[]>(
    request,
    `/api/tee_times/index?filters=${filters}`,
  );
  expect(rows).toMatchObject([{ status: 'booked' }]);
  expect(Number(rows[0]?.paid)).toBeGreaterThan(0);
  // The card served once: it is not offered again.
  expect(await ask(request, '/api/availability/fetch_card/1')).toEqual({});
});

test('an admin reads a letter in the mailbox, and sends it again', async ({ page, request }) => {
  await signIn(page, ADMIN);
  // The home screen has one of its own.
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Mailbox' }).click();
  await page.getByLabel('Filter by Recipient').fill('wanda@caller');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^1 e-mail with Recipient/)).toBeVisible();
  await page.getByRole('link', { name: /^View/ }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Torrey Pines North');
  const letter = page.frameLocator('iframe');
  await expect(letter.getByText(/Wanda/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Plain text' }).click();
  await expect(page.getByRole('dialog')).toContainText('Torrey Pines North');
  await page.keyboard.press('Escape');
  const id = /mailbox\/(\d+)/.exec(page.url())?.[1];
  const sentAt = async () =>
    (await ask<{ sent_at: string | null }>(request, `/api/outbox/show/${id}`)).sent_at ?? '';
  const first = await sentAt();
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect.poll(async () => (await sentAt()) > first).toBe(true);
});

test('a page of admins leads an agent home', async ({ page }) => {
  await signIn(page);
  for (const path of [
    '/mailbox',
    '/mailbox/1',
    '/manage-discounts',
    '/manage-discount/1',
    '/ric-users',
    '/ric-user/1',
  ]) {
    await page.goto(address(path));
    await page.waitForURL(/\/home$/);
  }
});
