import { expect, test } from '@playwright/test';
import { ricUrl, getFromApi, bookButton, CARDS, fillBookingEngine, signIn } from './actions.ts';

const AWAY = 'The database cannot be reached. Please try again in a moment.';
const RUNNING = 'The same request is still being worked on. Please wait for its answer.';

test.beforeEach(({ page }) => signIn(page));

test('while the server cannot serve, its sentence is shown, nothing typed is lost, and trying again books once', async ({
  page,
  request,
}) => {
  // The answers of a server without its database, and of one whose first attempt of this request is still running.
  const answers = [
    { status: 503, json: { message: AWAY } },
    { status: 409, json: { message: RUNNING } },
  ];
  const keys: (string | undefined)[] = [];
  await page.route('**/api/ibe/book', (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const answer = answers.shift();
    return answer ? route.fulfill(answer) : route.continue();
  });
  await fillBookingEngine(page, { last_name: 'Patience', days: 11, card: CARDS.approved });
  for (const sentence of [AWAY, RUNNING]) {
    await bookButton(page).click();
    await expect(page.getByRole('alert')).toContainText(sentence);
    await expect(page.getByText('Debug data')).toHaveCount(0);
    await expect(page.getByLabel('Last name')).toHaveValue('Patience');
    await expect(page.getByLabel('Credit card number')).not.toHaveValue('');
  }
  await bookButton(page).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  const filters = encodeURIComponent(JSON.stringify({ last_name: 'Patience' }));
  expect(await getFromApi<unknown[]>(request, `/api/tee_times/index?filters=${filters}`)).toHaveLength(1);
});

// The answer of a server that is too busy to begin the request (src/server/load-shedding).
const BUSY = {
  status: 503,
  headers: { 'retry-after': '1' },
  json: { message: 'RIC is busy at the moment. Nothing was done; please try again in a moment.', busy: true },
};

test('what RIC was too busy to begin is sent again by itself, later than it asked, and is done once', async ({
  page,
  request,
}) => {
  const sentAt: number[] = [];
  const keys = new Set<string | undefined>();
  await page.route('**/api/ibe/book', (route) => {
    sentAt.push(Date.now());
    keys.add(route.request().headers()['idempotency-key']);
    return sentAt.length < 3 ? route.fulfill(BUSY) : route.continue();
  });
  await fillBookingEngine(page, { last_name: 'Crowd', days: 12, card: CARDS.approved });
  await bookButton(page).click();
  const note = page.getByText('RIC is busy, trying again. Nothing you typed is lost.');
  await expect(note).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveValue('Crowd');
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  await expect(note).toBeHidden();
  const [first = 0, second = 0, third = 0] = sentAt;
  expect(sentAt).toHaveLength(3);
  expect(Math.min(second - first, third - second)).toBeGreaterThanOrEqual(1_000);
  expect(keys.size).toBe(1);
  const filters = encodeURIComponent(JSON.stringify({ last_name: 'Crowd' }));
  expect(await getFromApi<unknown[]>(request, `/api/tee_times/index?filters=${filters}`)).toHaveLength(1);
});

test('a list that RIC was too busy for comes by itself', async ({ page }) => {
  let asked = 0;
  await page.route('**/api/tee_times/index*', (route) => {
    asked += 1;
    return asked < 3 ? route.fulfill(BUSY) : route.continue();
  });
  await page.goto(ricUrl('/manage-tee-times'));
  await expect(page.getByText('RIC is busy, trying again.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  await expect(page.getByText('RIC is busy, trying again.')).toBeHidden();
});
