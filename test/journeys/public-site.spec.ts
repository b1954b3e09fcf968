import { createHmac } from 'node:crypto';
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import type { TransactionRecord } from '../../src/areas/transactions/transactions.contract.ts';
import { startWebhookListener } from '../support/listener.ts';
import {
  ADMIN,
  ricUrl,
  getFromApi,
  bookButton,
  CARDS,
  parseShownCents,
  fillBookingEngine,
  signInHeaders,
  signIn,
} from './actions.ts';
import { fillCertificateSale, soldSerial, typeCard as typeCardAtDesk } from './selling.ts';

const PUBLIC_SITE = 'Fairway Tee Times';

/** Types a card into the gateway's own fields on the public site. */
async function typeCard(page: Page, number: string): Promise<void> {
  const field = (id: string) => page.frameLocator(`#card-${id} iframe`).locator('input');
  await field('number').fill(number);
  await field('expiry').fill('1235');
  await field('cvc').fill('123');
}

/** Computes a webhook's signature as docs/webhooks.md describes it. */
function signatureOf(secret: string, header: string, body: string): string {
  const [, t] = /^t=(\d+),/.exec(header) ?? [];
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}

/**
 * Follows the Booking Engine link to the public site, and opens the form of the first tee time found this many days ahead.
 */
async function choose(page: Page, days: number, golfers = 2): Promise<void> {
  await page.goto(ricUrl('/golf_courses?layout=sandiegogolf&agent_email=agent@ric.example'));
  const date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Date').fill(date);
  await page.getByLabel('Golfers').selectOption(String(golfers));
  await page.getByRole('button', { name: 'Search' }).click();
  await page.locator('a.choice').first().click();
  await expect(page.getByRole('heading', { name: 'Book this round' })).toBeVisible();
}

async function fillGolfer(page: Page, last_name: string): Promise<void> {
  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Last name').fill(last_name);
  await page.getByLabel('E-mail').fill(`ana@${last_name}.example`.toLowerCase());
}

/** Creates a webhook of the public site for this address; returns the webhook's secret. */
async function listenTo(request: APIRequestContext, url: string): Promise<string> {
  const partners = await getFromApi<{ id: number; api_user_name: string }[]>(request, '/api/partners/index');
  const id = partners.find(({ api_user_name }) => api_user_name === PUBLIC_SITE)?.id;
  const endpoint = { url, kinds: ['tee_time.booked', 'tee_time.canceled'], is_on: true };
  const made = await request.post(ricUrl(`/api/partners/webhooks/${id}`), {
    headers: await signInHeaders(request, ADMIN),
    data: { endpoint },
  });
  const { secret }: { secret: string } = await made.json();
  return secret;
}

test('what is booked on the public page is external at the desk, is canceled there, and the site is told', async ({
  page,
  request,
}) => {
  const listener = await startWebhookListener(Number(process.env.LISTENER_PORT));
  try {
    const secret = await listenTo(request, listener.url);
    await choose(page, 2);
    const chosen = page.url();
    await fillGolfer(page, 'Outsider');
    await typeCard(page, CARDS.declined);
    await page.getByRole('button', { name: /^Book for/ }).click();
    await expect(page.getByText('Your card was declined.').first()).toBeVisible();
    await expect(page.getByLabel('Last name')).toHaveValue('Outsider');
    await typeCard(page, CARDS.approved);
    await page.getByRole('button', { name: /^Book for/ }).click();
    await expect(page.getByRole('heading', { name: 'Your round is booked' })).toBeVisible();
    const id = Number(await page.locator('main p b').last().textContent());
    // Going back past the declined form to the form before must lead to the booking.
    await page.goto(chosen);
    await expect(page.getByRole('heading', { name: 'Your round is booked' })).toBeVisible();

    await signIn(page, ADMIN);
    await page.goto(ricUrl(`/manage-tee-times?filters=${JSON.stringify({ last_name: 'Outsider' })}`));
    // There are two tee times, of which the first was declined.
    await expect(page.getByRole('row').filter({ hasText: 'Outsider' })).toHaveCount(2);
    const { source } = await getFromApi<{ source: string }>(request, `/api/tee_times/show/${id}`);
    expect(source).toBe('external');
    await page.goto(ricUrl(`/manage-tee-time/${id}`));
    await page.getByRole('button', { name: 'Cancel Tee Time' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancelation Options' });
    await dialog.getByLabel('Cancel?', { exact: true }).check();
    await dialog.getByLabel('Force Cancel?').check();
    await dialog.getByRole('button', { name: /^Process/ }).click();
    await expect(dialog.getByText(/^Success\./)).toBeVisible();

    await expect.poll(() => listener.heard.length).toBe(2);
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

    // An admin sends an event again: it arrives once more, under its own id.
    await page.goto(ricUrl(`/webhooks?filters=${JSON.stringify({ subject: `tee_time ${id}` })}`));
    await page
      .getByRole('link', { name: /tee time canceled/i })
      .first()
      .click();
    await expect(
      page.getByRole('heading', { level: 1, name: `Tee time canceled: tee time ${id}` }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => listener.heard.length).toBe(3);
    const idOf = (at: number) => listener.heard[at]?.headers['ric-event-id'];
    expect(idOf(2)).toBe(idOf(1));
  } finally {
    await listener.close();
  }
});

type Summary = { sold: number; revenue: number };
type Report = { sheets: { rows: unknown[][] }[] };

test('a certificate that the desk sold is spent on the public page and at the desk at once: once', async ({
  page,
  request,
  browser,
}) => {
  await signIn(page, ADMIN);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format();
  const summary = () => getFromApi<Summary>(request, `/api/gift_certificates/summary/false/${today}`);
  const before = await summary();
  await fillCertificateSale(page, 'Vandermeer', '$200.00');
  await typeCardAtDesk(page, CARDS.approved);
  const sell = page.getByRole('button', { name: /^Sell and charge/ });
  const price = parseShownCents(((await sell.textContent()) ?? '').replace('Sell and charge ', ''));
  expect(price).toBeGreaterThan(0);
  await sell.click();
  const serial = (await soldSerial(page).textContent()) ?? '';
  const id = Number(
    /\d+$/.exec(
      (await page.getByRole('link', { name: 'View the gift certificate' }).getAttribute('href')) ?? '',
    )?.[0],
  );

  const visitor = await (await browser.newContext()).newPage();
  await choose(visitor, 3, 4);
  await fillGolfer(visitor, 'Vandermeer');
  await visitor.getByLabel('Gift certificate').fill(serial.toLowerCase());
  await visitor.getByRole('button', { name: 'Apply' }).click();
  await expect(visitor.locator('.price')).toContainText('−$200.00');
  await typeCard(visitor, CARDS.approved);
  await fillBookingEngine(page, { last_name: 'Vandermeer', days: 33, card: CARDS.approved });
  await page.getByLabel('Gift certificate', { exact: true }).fill(serial);
  await expect(page.locator('.pay-total')).toBeVisible();
  await Promise.all([visitor.getByRole('button', { name: /^Book for/ }).click(), bookButton(page).click()]);

  const outcomes = {
    desk: [page.getByText('Success', { exact: true }), page.getByText(/has no balance left/)],
    site: [visitor.getByText('Your round is booked'), visitor.getByText(/has no balance left/)],
  };
  const isBooked = async ([booked, refused]: (typeof outcomes)['desk']) => {
    await expect(
      (booked ?? page.locator('never')).or(refused ?? page.locator('never')).first(),
    ).toBeVisible();
    return (await booked?.count()) === 1;
  };
  const all = await Promise.all([isBooked(outcomes.desk), isBooked(outcomes.site)]);
  expect(all.filter(Boolean)).toHaveLength(1);

  const { balance } = await getFromApi<{ balance: string }>(request, `/api/gift_certificates/show/${id}`);
  expect(balance).toBe('0.00');
  // The ledger agrees with the balance: the amount was issued once and spent once.
  const records = await getFromApi<TransactionRecord[]>(
    request,
    `/api/transaction_records/gift_certificate/${id}`,
  );
  const ofIt = records
    .flatMap(({ transaction_items }) => transaction_items)
    .filter((item) => item.transaction_itemable_type === 'GiftCertificate')
    .map(({ total }) => parseShownCents(total));
  expect(ofIt.toSorted((a, b) => a - b)).toEqual([-20_000, 20_000]);
  expect(await summary()).toMatchObject({ sold: before.sold + 1, revenue: before.revenue + price });
  const report = await getFromApi<Report>(
    request,
    `/api/reports/gift-certs?startDate=${today}&endDate=${today}`,
  );
  const row = report.sheets[0]?.rows.find(([shown]) => shown === serial);
  expect(row?.slice(4, 10)).toEqual([20_000, price, 20_000, 0, 0, 0]);
});
