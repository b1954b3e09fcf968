import { expect, test, type Page } from '@playwright/test';
import {
  ricUrl,
  ADMIN,
  AGENT,
  bookButton,
  CARDS,
  fillBookingEngine,
  signInHeaders,
  dayAhead,
  signIn,
  tabTo,
} from './actions.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const TODAY = 'Tee times, today';
const large = (page: Page, name: string) => card(page, name).locator('.figure-number').first();
const roundsIn = async (page: Page): Promise<number> =>
  Number((await large(page, TODAY).textContent())?.replace(/[^0-9]/g, ''));
const day = (page: Page) => page.getByLabel('Summary day/month selection', { exact: true });
const update = (page: Page) => page.getByRole('button', { name: 'Update summaries' });

test('a booking shows on home once the summaries are updated', async ({ page }) => {
  await signIn(page);
  await expect(card(page, TODAY)).toContainText('Booked total');
  const before = await roundsIn(page);
  const desk = await page.context().newPage();
  await fillBookingEngine(desk, { last_name: 'Homer', days: 12, confirmation: 'HOME-1' });
  await bookButton(desk).click();
  await desk.getByRole('button', { name: 'Continue to book' }).click();
  await expect(desk.getByText('Success', { exact: true })).toBeVisible();
  await desk.close();
  expect(await roundsIn(page)).toBe(before);
  await update(page).click();
  await expect.poll(() => roundsIn(page)).toBe(before + 4);
  await expect(page.getByText(/^Updated \d\d:\d\d$/)).toBeVisible();
  const bars = card(page, 'Rounds, today').getByRole('listitem');
  await expect(bars.first()).toContainText(/ - [\d,]+ rounds$/);
});

test('a card that fails says so and is asked for again, and the others stay', async ({ page }) => {
  const failing = '**/api/gift_certificates/summary/true/**';
  await page.route(failing, (route) => route.fulfill({ status: 500, json: { message: 'It is broken.' } }));
  await signIn(page);
  const failed = page.locator('.summaries > .card').filter({ hasText: 'Certificates' }).last();
  const alert = failed.getByRole('alert');
  await expect(alert).toContainText('A fatal error occured. Please escalate.');
  await expect(page.locator('.summaries').getByRole('alert')).toHaveCount(1);
  await expect(large(page, TODAY)).toBeVisible();
  await page.unroute(failing);
  await alert.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(failed.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(failed.locator('.figure-number').first()).toContainText(/sold$/);
  await expect(alert).toHaveCount(0);
});

test('boards that are not renewed stay, and say so once', async ({ page }) => {
  await signIn(page);
  const board = card(page, 'Rounds, today').getByRole('listitem').first();
  await expect(board).toBeVisible();
  const failing = '**/api/summary/agent_leaderboard';
  await page.route(failing, (route) => route.abort());
  await update(page).click();
  const alert = card(page, 'Leaderboard').getByRole('alert');
  await expect(alert).toContainText('Undefined response.');
  await expect(page.locator('.leaderboard').getByRole('alert')).toHaveCount(1);
  await expect(board).toBeVisible();
  await page.unroute(failing);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toHaveCount(0);
});

test('the chosen day stands in the address, and goes along to the lists', async ({ page }) => {
  await signIn(page);
  await expect(large(page, TODAY)).toBeVisible();
  await day(page).fill('yesterday');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/home\?date=\d{4}-\d\d-\d\d$/);
  const chosen = new URL(page.url()).searchParams.get('date') ?? '';
  const of = page.locator('.summaries > .card').first();
  await expect(of.getByRole('heading', { level: 2 })).toHaveText(/^Tee times, [A-Z][a-z]{2} \d+/);
  const shown = await of.locator('.figure-number').first().textContent();
  await page.reload();
  await expect(of.locator('.figure-number').first()).toHaveText(shown ?? '');
  const bookings = await of.locator('.by-source tr:not([data-before]) td:nth-child(2)').allTextContents();
  const all = bookings.reduce((sum, text) => sum + Number(text.replace(/,/g, '')), 0);
  await of.getByRole('link', { name: /^View all/ }).click();
  await expect(page).toHaveURL(new RegExp(`/manage-tee-times\\?monthly=false&date=${chosen}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^Tee Time Management, \w{3}, \w{3} \d+ \d{4}$/,
  );
  // The list also has canceled and failed tee times, so its number may be larger.
  const line = page.getByText(/^[\d,]+ tee times?/).first();
  await expect(line).toBeVisible();
  expect(Number((await line.textContent())?.split(' ')[0]?.replace(/,/g, ''))).toBeGreaterThanOrEqual(all);
  await page.goBack();
  await expect(of.getByRole('heading', { level: 2 })).toHaveText(/^Tee times, [A-Z][a-z]{2} \d+/);
  await page.goBack();
  await expect(card(page, TODAY)).toBeVisible();
});

test('what is no day to sum up is said beside its box, and stays as it was typed', async ({ page }) => {
  await signIn(page);
  for (const [typed, why] of [
    ['someday', 'must be a date like Sat, Dec 5 2026 or 12/05/2026 (MM/DD/YYYY): its month is shown too'],
    ['tomorrow', 'must be today or earlier'],
  ] as const) {
    await day(page).fill(typed);
    await update(page).click();
    await expect(day(page)).toHaveAccessibleDescription(why);
    await expect(day(page)).toHaveValue(typed);
    await expect(large(page, TODAY)).toBeVisible();
  }
  await day(page).fill('12/31/1969');
  await update(page).click();
  await expect(day(page)).toHaveAccessibleDescription('must be Thu, Jan 1 1970 or later');
  await expect(page.locator('.summaries').getByRole('alert')).toHaveCount(0);
  await page.goto(ricUrl('/home?date=yesterday'));
  await expect(day(page)).toHaveValue(/^\w{3}, \w{3} \d+ \d{4}$/);
  await expect(card(page, TODAY)).toHaveCount(0);
  await page.goto(ricUrl('/home?date=2026-02-30'));
  await expect(day(page)).toHaveValue('2026-02-30');
  await expect(day(page)).toHaveAccessibleDescription(
    'must be a date like Sat, Dec 5 2026 or 12/05/2026 (MM/DD/YYYY): its month is shown too',
  );
  await expect(card(page, TODAY)).toBeVisible();
  await day(page).fill('today');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(ricUrl('/home'));
  await expect(day(page)).toHaveValue(/^\w{3}, \w{3} \d+ \d{4}$/);
  await expect(day(page)).toHaveAccessibleDescription('');
});

test('the boxes of the leaderboard ask again, and without any nobody is on it', async ({ page }) => {
  await signIn(page);
  await expect(card(page, 'Agent leaderboard').getByRole('listitem').first()).toBeVisible();
  for (const name of ['SDGR', 'PSGR', 'Hotels']) {
    const asked = page.waitForRequest('**/api/summary/agent_leaderboard');
    await page.getByRole('checkbox', { name }).press('Space');
    expect((await asked).postDataJSON()).toMatchObject({ agentFilter: { [name.toLowerCase()]: false } });
  }
  for (const none of [
    'No daily data available.',
    'No daily revenue data available.',
    'No monthly rounds data available.',
    'No monthly revenue data available.',
  ])
    await expect(page.getByText(none, { exact: true })).toBeVisible();
});

test('home asks by itself every 500 seconds, and that keeps nobody signed in', async ({ page }) => {
  await page.clock.install();
  await signIn(page);
  // Each card requests its numbers 500 seconds after its own last answer, so both tee-time cards must have loaded.
  await expect(page.getByText('Booked total')).toHaveCount(2);
  const asked: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/tee_times/summary/')) asked.push(request.headers()['x-background']);
  });
  await page.clock.fastForward(490_000);
  expect(asked).toEqual([]);
  // Each card's answer comes late on a busy machine, so the clock moves well past the 500 seconds.
  await page.clock.fastForward(120_000);
  await expect.poll(() => asked).toEqual(['1', '1']);
});

test('a notice is dismissed by a key, and the keys stay on home', async ({ page, request }) => {
  // A refund this large needs the approval of a second person.
  const headers = await signInHeaders(request, AGENT);
  const post = async <T>(path: string, data: unknown): Promise<T> => {
    const response = await request.post(ricUrl(path), { headers, data });
    expect(response.status()).toBe(200);
    const body: T = await response.json();
    return body;
  };
  const round = { play_date: dayAhead(18), play_time: '10:10', players: 4, course: { id: 2 } };
  const booking = {
    customer: { first_name: 'Nora', last_name: 'Notice', email: 'nora@caller.example' },
    tee_time: { ...round, charge: '612.00', confirmation: 'NOTE-1' },
    credit_card: { number: CARDS.approved, expmo: '12', expyr: '2035', cvv: '123' },
  };
  const { tee_time } = await post<{ tee_time: { id: number } }>('/api/ibe/book', { booking });
  const everything = { id: tee_time.id, cancel: true, refund: true, refund_amount: 61_200 };
  await post('/api/tee_times/cancel', everything);

  await signIn(page, ADMIN);
  const dismiss = page.getByRole('button', { name: /^Dismiss: .*\$612\.00/ });
  await tabTo(page, dismiss);
  await page.keyboard.press('Enter');
  await expect(dismiss).toHaveCount(0);
  // The focus is at the other notices, or at the top of the screen if there was only one.
  await expect(page.locator('.notices h2:focus, main h1:focus')).toHaveCount(1);
});

test('a notice leads to where what it tells is seen to', async ({ page }) => {
  const notice = { tee_time_id: null, gift_certificate_id: null, created_at: '2026-11-23T15:00:00.000000Z' };
  const kinds = ['report', 'template', 'mail'];
  const told = kinds.map((kind, at) => ({ ...notice, id: at + 1, kind, message: `Of the kind ${kind}.` }));
  await page.route('**/api/notices/index', (route) => route.fulfill({ json: told }));
  await signIn(page, ADMIN);
  const way = (name: string) => page.getByRole('region', { name: 'Notices' }).getByRole('link', { name });
  await expect(way('View mailed reports')).toHaveAttribute('href', '/reports');
  await expect(way('View e-mail templates')).toHaveAttribute('href', '/email-templates');
  await way('View failed e-mails').click();
  await expect(page).toHaveURL(/\/mailbox\?filters=.*failed/);
});
