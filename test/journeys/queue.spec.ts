import { expect, test } from '@playwright/test';
import { ricUrl, ADMIN, getFromApi, holdCallsBack, loseAnswer, signIn } from './actions.ts';
import {
  nextCallerName,
  postAsOtherPerson,
  callMessage,
  passDoublePressTime,
  addWaitingCallers,
  type Queue,
} from './queues.ts';
test.beforeEach(({ page }) => page.clock.install());

test('a queue is worked by keyboard alone: no answer, undone, not wanted, and booked from it', async ({
  page,
  request,
}) => {
  await signIn(page);
  const fupId = await addWaitingCallers(page, 'Keys');
  const callers = async () =>
    (await getFromApi<Queue>(request, `/api/availability_queue/index?id=${fupId}`)).availability_queues;
  const first = (await nextCallerName(page).textContent()) ?? '';
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog').getByRole('region', { name: 'On this screen' });
  for (const says of ['No answer', 'Calls back', 'Not wanted', 'Call', 'Book'])
    await expect(keys.getByText(says, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  await expect(callMessage(page)).toContainText(`${first}: no answer.`);
  await expect(nextCallerName(page)).not.toHaveText(first);
  const second = (await nextCallerName(page).textContent()) ?? '';
  expect((await callers()).filter(({ last_call }) => last_call?.outcome === 'no_answer')).toHaveLength(1);
  await passDoublePressTime(page);
  await page.keyboard.press('x');
  await expect(callMessage(page)).toContainText(`${second}: does not want it any more.`);
  expect((await callers()).filter(({ call_rank }) => call_rank !== null)).toHaveLength(2);
  await callMessage(page).getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(nextCallerName(page)).toHaveText(second);
  await expect(callMessage(page)).toBeEmpty();
  await passDoublePressTime(page);
  await page.keyboard.press('b');
  await expect(page.getByLabel('First name')).toHaveValue(second.split(' ')[0] ?? '');
  await expect(page.getByLabel('Last name')).toHaveValue('Keys');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Next to call' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('row', { name: new RegExp(`Call ${first}`) })).toContainText(
    'no answer, Maria',
  );
});

test('a letter after g leads to its screen and says nothing of a caller, nor does any where keys are off', async ({
  page,
  request,
}) => {
  await signIn(page);
  const fupId = await addWaitingCallers(page, 'Going');
  const calls = async () =>
    (await getFromApi<Queue>(request, `/api/availability_queue/index?id=${fupId}`)).availability_queues.map(
      ({ id, last_call }) => [id, last_call],
    );
  const before = await calls();
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible({ timeout: 300 });
  }).toPass();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expect(page).toHaveURL(/\/lost-leads/);
  expect(await calls()).toEqual(before);

  await page.evaluate(() => localStorage.setItem('keys', 'off'));
  await page.goBack();
  await page.reload();
  await expect(nextCallerName(page)).toBeVisible();
  await page.keyboard.press('x');
  await page.keyboard.press('c');
  await passDoublePressTime(page);
  await expect(callMessage(page)).toBeEmpty();
  await expect(page.getByRole('heading', { name: 'Next to call' })).toBeVisible();
  expect(await calls()).toEqual(before);
});

test('an outcome whose answer was lost is taken down once, and another tab follows', async ({
  page,
  context,
  request,
}) => {
  await signIn(page);
  const fupId = await addWaitingCallers(page, 'Lost');
  const outcomes = async () =>
    (await getFromApi<Queue>(request, `/api/availability_queue/index?id=${fupId}`)).availability_queues
      .map(({ last_call }) => last_call?.outcome)
      .filter((outcome) => outcome === 'calls_back');
  expect(await outcomes()).toEqual([]);
  // The first agent's tab holds the change stream for both tabs, so neither receives an event before the answer is lost.
  const goOn = await holdCallsBack(page, '**/api/live');
  await Promise.all([page.waitForRequest('**/api/live'), page.reload()]);
  await expect(nextCallerName(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(nextCallerName(other)).toBeVisible();
  await loseAnswer(page, '/api/availability_queue/outcome');
  await page.keyboard.press('l');
  await expect(page.getByText(/^No answer came: .* Press again: it is saved once\./)).toBeVisible();
  const hearing = page.waitForResponse('**/api/live');
  goOn();
  await hearing;
  await passDoublePressTime(page);
  await page.keyboard.press('l');
  await expect(callMessage(page)).toContainText('calls back.');
  // The called customer stays on the screen until the rows are loaded again.
  await expect(page.getByRole('heading', { name: 'Next to call' })).toBeVisible();
  expect(await outcomes()).toEqual(['calls_back']);
  await expect(nextCallerName(other)).toHaveText((await nextCallerName(page).textContent()) ?? '');
  await expect(other.getByRole('cell', { name: /^calls back, Maria/ })).toHaveCount(1);
});

test('who is called is told to everybody, who are shown the next one, until the outcome or somebody goes on', async ({
  page,
  browser,
}) => {
  await signIn(page);
  await addWaitingCallers(page, 'Called');
  const ben = await (await browser.newContext()).newPage();
  await signIn(ben, ADMIN);
  await ben.goto(page.url());
  const first = (await nextCallerName(page).textContent()) ?? '';
  await expect(nextCallerName(ben)).toHaveText(first);
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { name: 'Calling now' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'You are calling' })).toHaveCount(1);
  await expect(ben.getByRole('cell', { name: 'Maria is calling' })).toBeVisible();
  await expect(nextCallerName(ben)).not.toHaveText(first);
  const second = (await nextCallerName(ben).textContent()) ?? '';

  // The wait list shows the call too, in the customer's row and in the list of callers below it.
  const list = await ben.context().newPage();
  await list.goto(ricUrl(`/wait-list-queue?q=${first.replace(' ', '+')}`));
  await expect(list.getByText('Maria is calling').first()).toBeVisible();
  await list
    .getByRole('button', { name: /waiting for/ })
    .first()
    .click();
  await expect(list.getByRole('row').filter({ hasText: first }).last()).toContainText('Maria is calling');

  // In another tab of the same person, the claim is shown as their own.
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await expect(nextCallerName(tab)).toHaveText(first);
  await expect(tab.getByRole('cell', { name: 'You are calling in another tab' })).toHaveCount(1);
  await tab.close();

  // Pressing the phone number of a customer whom another agent is calling asks only once.
  await ben.getByRole('row', { name: new RegExp(`Call ${first}`) }).evaluate((row) => {
    row.querySelector('a[href^="tel:"]')?.addEventListener('click', (event) => event.preventDefault());
  });
  await ben
    .getByRole('row', { name: new RegExp(`Call ${first}`) })
    .getByRole('link', { name: '619-555-0143' })
    .click();
  const question = ben.getByRole('dialog').filter({ hasText: / is calling this customer\. Go on\?/ });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(nextCallerName(ben)).toHaveText(second);
  await expect(page.getByRole('heading', { name: 'Calling now' })).toBeVisible();

  await page.keyboard.press('n');
  await expect(callMessage(page)).toContainText(`${first}: no answer.`);
  await expect(ben.getByText('Maria is calling')).toHaveCount(0);
  await expect(nextCallerName(page)).toHaveText(second);

  // Booking takes over the claim of the phone call, once: the call has become a booking.
  await passDoublePressTime(page);
  await page.keyboard.press('c');
  await expect(ben.getByRole('cell', { name: 'Maria is calling' })).toBeVisible();
  const claims: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/turns/take')) claims.push(sent.postData() ?? '');
  });
  await page.keyboard.press('b');
  await expect(page.getByLabel('First name')).toHaveValue(second.split(' ')[0] ?? '');
  await expect(ben.getByRole('cell', { name: /^Maria is booking this/ })).toBeVisible();
  await page.goto(ricUrl('/home'));
  await expect(ben.getByText(/Maria is (calling|booking)/)).toHaveCount(0);
  expect(claims).toEqual([expect.stringContaining('"doing":"booking"')]);
  await ben.context().close();
});

test('an address that names no open time says so', async ({ page }) => {
  await signIn(page);
  for (const fupId of ['1e3', '1000.0', '0x3e8', '-1', '', '99999999999'])
    await test.step(fupId, async () => {
      await page.goto(ricUrl(`/queue-management?fupId=${fupId}`));
      await expect(page.getByRole('heading', { name: 'There is no such queue' })).toBeVisible();
    });
});

test('a queue is closed after a question, is gone from the wait list, and opened again', async ({
  page,
  request,
}) => {
  await signIn(page, ADMIN);
  const fupId = await addWaitingCallers(page, 'Closing');
  const row = page.locator(`a[href="/queue-management?fupId=${fupId}"]`);
  await page.getByRole('button', { name: 'Close Queue' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Close Queue' })).toBeVisible();
  await page.getByRole('button', { name: 'Close Queue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close Queue' }).click();
  await expect(page.getByText(/^Closed by Ruth/)).toBeVisible();
  await page.goto(ricUrl('/wait-list-queue'));
  await expect(page.getByRole('link', { name: /^Queue of/ }).first()).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.goBack();
  await page.getByRole('button', { name: 'Open again' }).click();
  await expect(page.getByRole('button', { name: 'Close Queue' })).toBeVisible();
  await page.goto(ricUrl('/availability_queue'));
  await expect(row).toBeVisible();

  // A lost answer whose outcome the agent has seen is not shown again when somebody else opens the queue.
  await page.goto(ricUrl(`/queue-management?fupId=${fupId}`));
  await page.route('**/api/availability_queue/close?*', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Close Queue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close Queue' }).click();
  await expect(page.getByText(/^Closed by Ruth/)).toBeVisible();
  const reopen = page.getByRole('button', { name: 'Open again' });
  await expect(reopen).toHaveAttribute('aria-disabled', 'false');
  await postAsOtherPerson(request, '/api/availability_queue/reopen', { id: Number(fupId) });
  await expect(page.getByRole('button', { name: 'Close Queue' })).toBeVisible();
  await expect(page.getByText(/^No answer came/)).toHaveCount(0);
});
