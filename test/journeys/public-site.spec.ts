import { createHmac } from 'node:crypto';
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { startListener } from '../support/listener.ts';
import { ADMIN, address, ask, CARDS, headersOf, signIn } from './desk.ts';

const PUBLIC_SITE = 'Fairway Tee Times';

/** Types a card into the gateway's own fields on the public page. */
async function typeCard(page: Page, number: string): Promise<void> {
  const field = (id: string) => page.frameLocator(`#card-${id} iframe`).locator('input');
  await field('number').fill(number);
  await field('expiry').fill('1235');
  await field('cvc').fill('123');
}

/** As docs/webhooks.md says that RIC signs. */
function signatureOf(secret: string, header: string, body: string): string {
  const [, t] = /^t=(\d+),/.exec(header) ?? [];
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}

/** From the desk's Booking Engine link to the form of the first round that is found in so many days. */
async function choose(page: Page, days: number): Promise<void> {
  await page.goto(address('/golf_courses?layout=sandiegogolf&agent_email=agent@ric.example'));
  const date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Date').fill(date);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.locator('a.time').first().click();
  await expect(page.getByRole('heading', { name: 'Book this round' })).toBeVisible();
}

async function fillGolfer(page: Page, last_name: string): Promise<void> {
  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Last name').fill(last_name);
  await page.getByLabel('E-mail').fill(`ana@${last_name}.example`.toLowerCase());
}

/** A webhook of the public site's at this address, with its secret. */
async function listenTo(request: APIRequestContext, url: string): Promise<string> {
  const partners = await ask<{ id: number; api_user_name: string }[]>(request, '/api/partners/index');
  const id = partners.find(({ api_user_name }) => api_user_name === PUBLIC_SITE)?.id;
  const endpoint = { url, kinds: ['tee_time.booked', 'tee_time.canceled'], is_on: true };
  const made = await request.post(address(`/api/partners/webhooks/${id}`), {
    headers: await headersOf(request, ADMIN),
    data: { endpoint },
  });
  const { secret }: { secret: string } = await made.json();
  return secret;
}

test('what is booked on the public page is external at the desk, is canceled there, and the site is told', async ({
  page,
  request,
}) => {
  const listener = await startListener(Number(process.env.LISTENER_PORT));
  try {
    const secret = await listenTo(request, listener.url);
    await choose(page, 2);
    await fillGolfer(page, 'Outsider');
    await typeCard(page, CARDS.declined);
    await page.getByRole('button', { name: /^Book for/ }).click();
    await expect(page.getByText('Your card was declined.').first()).toBeVisible();
    await expect(page.getByLabel('Last name')).toHaveValue('Outsider');
    await typeCard(page, CARDS.approved);
    await page.getByRole('button', { name: /^Book for/ }).click();
    await expect(page.getByRole('heading', { name: 'Your round is booked' })).toBeVisible();
    const id = Number(await page.locator('main p b').textContent());

    await signIn(page, ADMIN);
    await page.goto(address(`/manage-tee-times?filters=${JSON.stringify({ last_name: 'Outsider' })}`));
    await expect(page.getByRole('row').filter({ hasText: 'Outsider' })).toHaveCount(1);
    const { source } = await ask<{ source: string }>(request, `/api/tee_times/show/${id}`);
    expect(source).toBe('external');
    await page.goto(address(`/manage-tee-time/${id}`));
    await page.getByRole('button', { name: 'Cancel Tee Time' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancelation Options' });
    await dialog.getByLabel('Cancel?', { exact: true }).check();
    await dialog.getByLabel('Force Cancel?').check();
    await dialog.getByRole('button', { name: /^Process/ }).click();
    await expect(dialog.getByText(/^Success\./)).toBeVisible();

    await expect.poll(() => listener.heard.length, { timeout: 20_000 }).toBe(2);
    const told = listener.heard.map(({ headers, body }) => {
      const signed = headers['ric-signature'] ?? '';
      expect(signed).toBe(signatureOf(secret, signed, body));
      const { kind, data }: { kind: string; data: { id: number } } = JSON.parse(body);
      return [kind, data.id];
    });
    expect(told).toEqual([
      ['tee_time.booked', id],
      ['tee_time.canceled', id],
    ]);
  } finally {
    await listener.close();
  }
});
