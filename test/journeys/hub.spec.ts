import { expect, test, type Page } from '@playwright/test';
import { violationsOn } from './accessibility.ts';
import { ricUrl, ADMIN, AGENT, signInHeaders, holdAnswer, signIn, tabTo } from './actions.ts';

const historyOf = (page: Page) => page.getByRole('region', { name: 'History' });
const noteBox = (page: Page) => page.getByRole('textbox', { name: 'Write a note, seen by staff' });

test('a tee time’s history says what changed in the words of its form, and keeps a signed note', async ({
  page,
  browser,
}) => {
  const text = `Calls back at noon, ${Date.now()}`;
  await signIn(page);
  await page.goto(ricUrl('/manage-tee-time/300'));
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Internal Notes').fill(text);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  const told = historyOf(page).getByRole('listitem').first();
  await expect(told).toContainText('changed');
  await expect(told).toContainText(/Internal Notes.*→/);
  await expect(told.locator('ins')).toHaveText(text);
  await expect(historyOf(page).getByRole('heading', { name: 'Today' })).toBeVisible();

  // A note is written by keyboard only; Shift and Enter begin a new line.
  await tabTo(page, noteBox(page));
  await page.keyboard.type('He was told');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type(text);
  // The draft of a note stays with its record after a reload.
  await page.reload();
  await expect(noteBox(page)).toHaveValue(`He was told\n${text}`);
  await noteBox(page).press('Enter');
  await expect(noteBox(page)).toHaveValue('');
  await expect(noteBox(page)).toBeFocused();
  const note = historyOf(page).getByRole('listitem').first();
  await expect(note).toContainText('wrote a note');
  await expect(note.locator('blockquote')).toHaveText(`He was told\n${text}`);
  const name = (await note.locator('strong').textContent()) ?? '';
  expect(name).not.toBe('');

  const other = await (await browser.newContext()).newPage();
  await signIn(other, ADMIN);
  await other.goto(ricUrl('/manage-tee-time/300'));
  await expect(historyOf(other).getByRole('listitem').first()).toContainText(`${name} wrote a note`);
  await other.context().close();
});

test('a note that is refused stays, with the sentence beside it; a history that fails can be asked again', async ({
  page,
}) => {
  await signIn(page);
  await page.route('**/api/histories/customers/**', (route) => route.abort());
  await page.goto(ricUrl('/manage-customer/2'));
  const history = historyOf(page);
  await expect(history.getByRole('alert')).toBeVisible();
  await page.unroute('**/api/histories/customers/**');
  await history.getByRole('button', { name: 'Try again' }).click();
  await expect(history.getByRole('alert')).toBeHidden();

  await noteBox(page).fill('His card is 4242 4242 4242 4242');
  await history.getByRole('button', { name: 'Add note' }).click();
  await expect(history.getByText('must not have a card number in it')).toBeVisible();
  await expect(noteBox(page)).toHaveValue('His card is 4242 4242 4242 4242');
  await noteBox(page).fill('Pays by card');
  await expect(history.getByText('must not have a card number in it')).toBeHidden();
  await noteBox(page).press('Enter');
  await expect(history.locator('blockquote').first()).toHaveText('Pays by card');
});

test('a note that is written while the history is still on its way stands there', async ({ page }) => {
  const text = `Plays with his brother, ${Date.now()}`;
  await signIn(page);
  const { isRead, letThrough } = await holdAnswer(page, /\/api\/histories\/customers\/3\?/);
  await page.goto(ricUrl('/manage-customer/3'));
  await isRead;
  await noteBox(page).fill(text);
  await noteBox(page).press('Enter');
  await expect(noteBox(page)).toHaveValue('');
  letThrough();
  await expect(historyOf(page)).toHaveAttribute('aria-busy', 'false');
  await expect(historyOf(page).locator('blockquote').first()).toHaveText(text);
});

test('a customer’s page has all that they have here, and books for them', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/manage-customer/1'));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Maximiliano');
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  for (const name of ['Rounds', 'Wait list and leads', 'Gift certificates', 'Letters', 'History'])
    await expect(part(name)).toHaveAttribute('aria-busy', 'false');
  await expect(part('Rounds')).toBeInViewport();
  expect(await violationsOn(page, { within: 'main' })).toEqual([]);

  await part('Rounds')
    .getByRole('link', { name: /in the list$/ })
    .click();
  await page.waitForURL(/\/manage-tee-times\?/);
  await expect(page.getByRole('button', { name: /^Remove filter Customer number: 1/ })).toBeVisible();
  await page.goBack();

  await page.getByRole('link', { name: /^Book for / }).click();
  await page.waitForURL(/\/ibe/);
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Maximiliano');
  await expect(page.getByRole('textbox', { name: 'Email address', exact: true })).toHaveValue(
    'maxi@example.com',
  );
});

test('a part that fails spoils no other, and is asked for again', async ({ page }) => {
  await signIn(page, AGENT);
  await page.route('**/api/customer_hubs/rounds/**', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto(ricUrl('/manage-customer/1'));
  const rounds = page.getByRole('region', { name: 'Rounds', exact: true });
  await expect(rounds.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Gift certificates' })).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('group', { name: 'First Name' })).toContainText('Maximiliano');
  await page.unroute('**/api/customer_hubs/rounds/**');
  await rounds.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(rounds.getByRole('alert')).toBeHidden();
  await expect(rounds.getByText('Upcoming')).toBeVisible();
});

test('an e-mail is whole at a desk, and the longest names stay on a phone', async ({ page, request }) => {
  const answer = await request.post(ricUrl('/api/customers'), {
    headers: await signInHeaders(request, ADMIN),
    data: {
      customer: {
        first_name: 'Wolfeschlegelsteinhausenbergerdorff',
        last_name: 'Gewissenhaftschaferswessenschafe',
        email: 'max.whitcombe@golf.example',
        city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
        ignore_duplicate: true,
      },
    },
  });
  const { id }: { id: number } = await answer.json();
  await signIn(page);
  await page.goto(ricUrl(`/manage-customer/${id}`));
  const email = page.getByRole('link', { name: 'max.whitcombe@golf.example' });
  await expect(email).toBeVisible();
  const isCut = (element: Element) => element.scrollWidth > element.clientWidth;
  expect(await email.evaluate(isCut)).toBe(false);
  await page.setViewportSize({ width: 390, height: 844 });
  const head = page.locator('.page-head');
  await expect(head).toContainText('Llanfair');
  expect(await head.evaluate(isCut)).toBe(false);
});
