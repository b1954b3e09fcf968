import { expect, test } from '@playwright/test';
import {
  ricUrl,
  ADMIN,
  getFromApi,
  bookButton,
  CARDS,
  fillBookingEngine,
  dayAhead,
  holdCallsBack,
  signIn,
} from './actions.ts';

test('an agent finds a tee time without the mouse', async ({ page }) => {
  await signIn(page);
  await page.keyboard.press('Control+k');
  await expect(
    page.getByRole('combobox').or(page.getByPlaceholder(/^Search customers/).last()),
  ).toBeFocused();
  await page.keyboard.type('Tee times');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/manage-tee-times/);
  await page.getByLabel('Filter by Last Name').focus();
  await page.keyboard.type('alvarez-whit');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/alvarez-whit/);
  await expect(page.getByText(/with Last Name “alvarez-whit”/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /^View/ }).first().focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/manage-tee-time\/\d+/);
});

test('an agent books without the mouse', async ({ page }) => {
  await signIn(page);
  await page.goto(
    ricUrl(`/ibe?providedCourseId=2&providedPlayers=2&providedDateString=${dayAhead(15)}&providedTime=742`),
  );
  await page.getByRole('button', { name: /Use the suggested/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Email address', { exact: true }).focus();
  for (const typed of ['keys@caller.example', 'Kay', 'Board', '92037']) {
    // Typing goes past the offer to fill in a returning customer, if there is one.
    await page.keyboard.type(typed);
    await page.keyboard.press('Tab');
  }
  await expect(page.getByLabel('Last name')).toHaveValue('Board');
  await bookButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText(
    'No credit card information entered. Continue to book?',
  );
  await page.getByRole('button', { name: 'Continue to book' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
});

test('an agent changes a tee time and cancels it without the mouse', async ({ page, request }) => {
  await signIn(page);
  await fillBookingEngine(page, { last_name: 'Keysworth', days: 16, card: CARDS.approved });
  await bookButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  const filters = encodeURIComponent(JSON.stringify({ last_name: 'Keysworth' }));
  const [row] = await getFromApi<{ id: number }[]>(request, `/api/tee_times/index?filters=${filters}`);
  await page.goto(ricUrl(`/manage-tee-time/${row?.id ?? 0}`));

  await expect(page.getByRole('button', { name: 'Edit' })).toBeEnabled();
  await page.getByRole('button', { name: 'Edit' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Notes', exact: true }).focus();
  await page.keyboard.type('By keys alone');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  await expect(page.getByText('By keys alone').first()).toBeVisible();

  await page.getByRole('button', { name: 'Cancel Tee Time' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancelation Options' });
  await expect(dialog.getByLabel('Refund?')).toBeVisible();
  // The dialog keeps the focus inside; Escape closes the dialog and returns the focus.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Cancel Tee Time' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Refund?')).toBeVisible();
  const tabTo = async (label: string) => {
    for (let steps = 0; steps < 12; steps += 1) {
      if (await dialog.getByLabel(label, { exact: true }).evaluate((box) => box === document.activeElement))
        return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${label} is not reached with Tab`);
  };
  await tabTo('Refund?');
  await page.keyboard.press('Space');
  await tabTo('Cancel?');
  await page.keyboard.press('Space');
  await tabTo('Force Cancel?');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/Success\./)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const shown = await getFromApi<{ status: string }>(request, `/api/tee_times/show/${row?.id ?? 0}`);
  expect(shown.status).toBe('canceled');
});

test('letters typed right after Ctrl+K are in the search, however slow the scripts come', async ({
  page,
}) => {
  await signIn(page);
  // Scripts that the first screen does not need are held back until the test releases them.
  let isFirstScreen = true;
  page.on('request', (request) => {
    if (request.url().includes('/api/tee_times/index')) isFirstScreen = false;
  });
  const scripts = await holdCallsBack(page, '**/assets/*.js', () => !isFirstScreen);
  await page.goto(ricUrl('/manage-tee-times'));
  await expect(page.locator('a.list-view').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('gutierrez');
  await expect(page.getByRole('combobox', { name: 'Search everything' })).toHaveValue('gutierrez');
  scripts();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // An Enter that is pressed before the scripts have loaded is not lost either.
  await page.reload();
  await expect(page.locator('a.list-view').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('sales conf');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/gift-certificate-sales/);
});

test('a question takes the key that follows it', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/manage-customer/new'));
  await page.getByLabel('First Name').fill('Kay');
  const clear = page.getByRole('button', { name: 'Clear', exact: true });
  for (const [key, left] of [
    ['Escape', 'Kay'],
    ['Enter', ''],
  ] as const) {
    await clear.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByLabel('First Name')).toHaveValue(left);
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
  }
});

test('a screen that is come to has the focus on its heading and is told', async ({ page }) => {
  await signIn(page, ADMIN);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  for (const [link, title] of [
    ['Rates', 'Rates'],
    ['Tee Times', 'Tee Time Management'],
  ] as const) {
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: link, exact: true })
      .focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: link })).toBeAttached();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
  }
  await expect(page).toHaveTitle('Tee Times · RIC');
  // The first row is one key press away, and a record's screen opens like any other.
  await expect(page.locator('a.list-view').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('a.list-view').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/manage-tee-time\/\d+/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
