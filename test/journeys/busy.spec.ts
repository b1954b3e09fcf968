import { expect, test } from '@playwright/test';
import { ask, bookButton, CARDS, fillBooking, signIn } from './desk.ts';

const AWAY = 'The database can not be reached. Please try again in a moment.';
const RUNNING = 'The same request is still being worked on. Please wait for its answer.';

test.beforeEach(({ page }) => signIn(page));

test('while the server can not serve, its sentence is shown, nothing typed is lost, and trying again books once', async ({
  page,
  request,
}) => {
  // What the server answers without its database, and then to a request whose first try is still under way.
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
  await fillBooking(page, { last_name: 'Patience', days: 11, card: CARDS.approved });
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
  expect(await ask<unknown[]>(request, `/api/tee_times/index?filters=${filters}`)).toHaveLength(1);
});
