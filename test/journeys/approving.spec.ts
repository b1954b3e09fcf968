import { expect, test, type Browser, type Page } from '@playwright/test';
import { violationsOn } from './accessibility.ts';
import {
  ADMIN,
  ricUrl,
  AGENT,
  getFromApi,
  bookButton,
  CARDS,
  fillBookingEngine,
  signInHeaders,
  holdCallsBack,
  signIn,
} from './actions.ts';
import { startServer } from './server.ts';

// A separate server with a company whose refunds above $100 need two people.
let server: Awaited<ReturnType<typeof startServer>>;
let shared: string | undefined;
test.beforeAll(async () => {
  server = await startServer({ GATHER: 'off', REFUND_APPROVAL_ABOVE: '100' });
  shared = process.env.RIC_URL;
  process.env.RIC_URL = server.url;
});
test.afterAll(async () => {
  process.env.RIC_URL = shared;
  await server.stop();
});

/** Books by card, and returns the tee time with the paid amount, `$1,012.00`. */
async function booked(page: Page, last_name: string) {
  await fillBookingEngine(page, { last_name, days: 15, card: CARDS.approved });
  await bookButton(page).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  const filters = encodeURIComponent(JSON.stringify({ last_name }));
  const [row] = await getFromApi<{ id: number; paid: string }[]>(
    page.request,
    `/api/tee_times/index?filters=${filters}`,
  );
  return { path: `/manage-tee-time/${row?.id}`, amount: `$${row?.paid}` };
}

/** Requests the cancellation and full refund on the tee time's screen. */
async function askFor(page: Page, amount: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Cancel Tee Time' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancelation Options' });
  await dialog.getByLabel('Refund?').check();
  await dialog.getByRole('radio', { name: 'Custom' }).check();
  await dialog.getByLabel('Refund Amount').fill('100');
  await expect(dialog.getByLabel('Reason, for who approves it')).toHaveCount(0);
  // An amount above the paid one is an error, so the dialog does not offer to request its approval.
  await dialog.getByLabel('Refund Amount').fill('999999');
  await expect(dialog.getByRole('button', { name: 'Process: refund', exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Reason, for who approves it')).toHaveCount(0);
  await dialog.getByRole('radio', { name: /^Full transaction total/ }).check();
  await dialog.getByLabel('Cancel?', { exact: true }).check();
  await dialog.getByLabel('Force Cancel?').check();
  await expect(dialog.getByText('A refund of more than $100.00 waits for the approval')).toBeVisible();
  const typed = dialog.getByLabel('Reason, for who approves it');
  await typed.fill('4242 4242 4242 4242');
  const process = dialog.getByRole('button', { name: `Process: ask to cancel and refund ${amount}` });
  await process.click();
  await expect(dialog.getByText('must not have a card number in it')).toBeVisible();
  await typed.fill(reason);
  await process.click();
  await expect(
    dialog.getByText(`Waiting for the approval of another admin: cancel and refund ${amount}.`),
  ).toBeVisible();
  await expect(dialog.getByText('An error occured')).toHaveCount(0);
  await expect(process).toHaveCount(0);
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
}

const waitingOn = (page: Page) => page.getByRole('status').filter({ hasText: 'Waiting for the approval' });
const anotherPage = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

test('an agent asks, an admin approves it from Home, and the agent sees it done', async ({
  page,
  browser,
}) => {
  await signIn(page, AGENT);
  const { path, amount } = await booked(page, 'Twoeyes');
  await page.goto(ricUrl(path));
  await askFor(page, amount, 'The course was under water');
  await expect(waitingOn(page)).toContainText('Reason: The course was under water');
  await expect(waitingOn(page)).toContainText('Asked by you on');
  await expect(waitingOn(page).getByRole('button')).toHaveText(['Withdraw']);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('booked');

  const admin = await anotherPage(browser);
  await signIn(admin, ADMIN);
  await expect(admin.getByRole('link', { name: '1 refund waits for your approval' })).toBeVisible();
  const home = admin.getByRole('region', { name: 'Waiting for approval' });
  await expect(home).toContainText(`asked to cancel and refund ${amount}: Robin Twoeyes`);
  expect(await violationsOn(admin)).toEqual([]);
  await home.getByRole('link', { name: 'View tee time' }).click();
  await expect(waitingOn(admin).getByRole('button')).toHaveText(['Approve', 'Refuse', 'Withdraw']);

  // Refusing a refund needs a reason; here it is started and canceled by keyboard only.
  await waitingOn(admin).getByRole('button', { name: 'Refuse' }).focus();
  await admin.keyboard.press('Enter');
  const refusing = admin.getByRole('dialog', { name: 'Refuse Refund' });
  await refusing.getByRole('button', { name: 'Refuse' }).click();
  await expect(refusing.getByText('is required')).toBeVisible();
  expect(await violationsOn(admin)).toEqual([]);
  await admin.keyboard.press('Escape');
  await expect(refusing).toHaveCount(0);

  await waitingOn(admin).getByRole('button', { name: 'Approve' }).click();
  const approving = admin.getByRole('dialog', { name: 'Approve Refund' });
  expect(await violationsOn(admin)).toEqual([]);
  const answer = await holdCallsBack(admin, '**/api/refund_requests/approve');
  await approving.getByRole('button', { name: `Approve: cancel and refund ${amount}` }).click();
  await expect(
    approving.getByText(/^Asking the course and the gateway \.\.\. ([3-9]|\d\d) s$/),
  ).toBeVisible();
  await admin.keyboard.press('Escape');
  answer();
  await expect(approving.getByText(/^Success\. The tee time is canceled\./)).toBeVisible();
  await approving.getByRole('button', { name: 'Close' }).click();
  await expect(waitingOn(admin)).toHaveCount(0);
  await expect(admin.getByText(`$0.00 paid, ${amount} refunded`)).toBeVisible();

  // The agent's screen was updated without a reload.
  await expect(waitingOn(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('canceled');
  await expect(page.getByText(`$0.00 paid, ${amount} refunded`)).toBeVisible();
  await admin.context().close();
});

test('what an admin asks for they cannot approve; withdrawn, the amount is free again', async ({
  page,
  browser,
  request,
}) => {
  await signIn(page, ADMIN);
  const { path, amount } = await booked(page, 'Oneeye');
  await page.goto(ricUrl(path));
  await askFor(page, amount, '');
  await expect(waitingOn(page).getByRole('button')).toHaveText(['Withdraw']);

  const agent = await anotherPage(browser);
  await signIn(agent, AGENT);
  await expect(agent.getByRole('region', { name: 'Waiting for approval' })).toHaveCount(0);
  await agent.goto(ricUrl(path));
  await expect(waitingOn(agent)).toContainText('Asked by');
  await expect(waitingOn(agent).getByRole('button')).toHaveCount(0);

  await waitingOn(page).getByRole('button', { name: 'Withdraw' }).click();
  await page
    .getByRole('dialog', { name: 'Withdraw?' })
    .getByRole('button', { name: 'Withdraw', exact: true })
    .click();
  await expect(waitingOn(page)).toHaveCount(0);
  await expect(waitingOn(agent)).toHaveCount(0);
  await agent.getByRole('button', { name: 'Cancel Tee Time' }).click();
  const dialog = agent.getByRole('dialog', { name: 'Cancelation Options' });
  await dialog.getByLabel('Refund?').check();
  await dialog.getByRole('radio', { name: 'Custom' }).check();
  await dialog.getByLabel('Refund Amount').fill('20');
  await dialog.getByRole('button', { name: 'Process: refund $20.00' }).click();
  await expect(dialog.getByText(/^Success\. \$20\.00 goes back to the card\./)).toBeVisible();
  await agent.context().close();

  // A refund request that is withdrawn while an admin looks at it is no longer offered.
  const headers = await signInHeaders(request, AGENT);
  const post = (address_: string, data: object) => request.post(ricUrl(address_), { headers, data });
  const id = Number(/\d+$/.exec(path)?.[0]);
  await post('/api/tee_times/cancel', { id, refund: true, refund_amount: 15_000 });
  await waitingOn(page).getByRole('button', { name: 'Approve' }).click();
  const approving = page.getByRole('dialog', { name: 'Approve Refund' });
  const { waiting } = await getFromApi<{ waiting: { id: number } }>(
    request,
    `/api/refund_requests/tee_time/${id}`,
  );
  await post('/api/refund_requests/withdraw', { id: waiting.id });
  await approving.getByRole('button', { name: 'Approve: refund $150.00' }).click();
  await expect(approving.getByRole('alert')).toHaveText(/^\S+ \S+ withdrew this on .*\.$/);
  await expect(approving.getByText('Approving does that now')).toHaveCount(0);
  await expect(approving.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await expect(approving.getByRole('button', { name: 'Close' }).last()).toBeFocused();
});
