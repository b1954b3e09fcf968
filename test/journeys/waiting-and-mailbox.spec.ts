import { expect, test, type APIRequestContext } from '@playwright/test';
import { bookWaitingCustomerPath } from '../../src/areas/wait-list/entries.rules.ts';
import type { WaitQueue } from '../../src/areas/wait-list/wait-list.contract.ts';
import { ricUrl, ADMIN, getFromApi, bookButton, loseAnswer, signIn } from './actions.ts';

/** The booking whose e-mail the test looks for in the mailbox. */
let booking = { email: '', first_name: '', course: '' };

/** Returns a waiting customer with a stored card, whose open time has a price. */
async function withCard(request: APIRequestContext) {
  const queues = await getFromApi<{ id: number }[]>(request, '/api/fore_up_availability/wait_list_queues');
  for (const { id } of queues) {
    const queue = await getFromApi<WaitQueue>(request, `/api/availability_queue/index?id=${id}`);
    const entry = queue.availability_queues.find(
      ({ has_card, call_rank, raw_worth }) => has_card && call_rank !== null && raw_worth !== null,
    );
    if (entry) return { queue, entry };
  }
  throw new Error('Nobody waits with a card.');
}

test('a waiting customer is booked on the card that they left, of which only the end is shown', async ({
  page,
  request,
}) => {
  await signIn(page);
  const { queue, entry } = await withCard(request);
  await page.goto(ricUrl(bookWaitingCustomerPath(queue, entry)));
  await expect(page.getByLabel('Credit card number')).toHaveValue('************4242');
  await page.getByRole('button', { name: /Use the suggested/ }).click();
  await bookButton(page).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  const { first_name, last_name } = entry.customer;
  const filters = encodeURIComponent(
    JSON.stringify({ first_name, last_name, play_date: queue.available_date }),
  );
  type Row = { status: string; paid: string; course_name: string };
  const [newest] = await getFromApi<Row[]>(request, `/api/tee_times/index?filters=${filters}`);
  expect(newest).toMatchObject({ status: 'booked', course_name: queue.course.course_name });
  expect(Number(newest?.paid)).toBeGreaterThan(0);
  // The stored card was used once, so it is not offered again.
  expect(await getFromApi(request, `/api/availability/fetch_card/${entry.id}`)).toEqual({});
  booking = {
    email: entry.customer.email,
    first_name: entry.customer.first_name,
    course: queue.course.course_name,
  };
});

test('an admin reads a letter in the mailbox, and sends it again', async ({ page, request }) => {
  await signIn(page, ADMIN);
  // The link is looked for in the side menu, because Home has another one.
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Mailbox' }).click();
  await page.getByLabel('Filter by Recipient').fill(booking.email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/e-mails? with Recipient/)).toBeVisible();
  await page.getByRole('link', { name: /^View/ }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(booking.course);
  const letter = page.frameLocator('iframe');
  await expect(letter.getByText(new RegExp(booking.first_name)).first()).toBeVisible();
  await page.getByRole('button', { name: 'Plain text' }).click();
  await expect(page.getByRole('dialog')).toContainText(booking.course);
  await page.keyboard.press('Escape');
  const id = /mailbox\/(\d+)/.exec(page.url())?.[1];
  const sentAt = async () =>
    (await getFromApi<{ sent_at: string | null }>(request, `/api/outbox/show/${id}`)).sent_at ?? '';
  const first = await sentAt();
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect.poll(async () => (await sentAt()) > first).toBe(true);
});

test('a letter that is sent again although its answer was lost is shown on its way', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/mailbox'));
  await page.getByRole('link', { name: /^View/ }).first().click();
  const resend = page.getByRole('button', { name: 'Resend' });
  await expect(resend).toBeVisible();
  await page.route('**/api/outbox/show/*', async (route) => {
    const response = await route.fetch();
    const letter: object = await response.json();
    await route.fulfill({ response, json: { ...letter, state: 'waiting', sent_at: null } });
  });
  await loseAnswer(page, '/api/outbox/resend/*');
  await resend.click();
  await expect(page.getByRole('alert')).toContainText('Undefined response.');
  await expect(resend).toHaveCount(0);
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
    '/manage-partners',
    '/partner/1',
    '/email-templates',
    '/ric-messages',
  ]) {
    await page.goto(ricUrl(path));
    await page.waitForURL(/\/home$/);
  }
});
