import { expect, test, type Page } from '@playwright/test';
import {
  ricUrl,
  ADMIN,
  bookButton,
  CARDS,
  fillBookingEngine,
  signInHeaders,
  holdCallsBack,
  signIn,
} from './actions.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Change Round' });
const total = (page: Page) => dialog(page).getByRole('row', { name: /^Total/ });

/** Books a tee time for two on a card and opens its record. */
async function booked(page: Page, last_name: string): Promise<void> {
  await signIn(page);
  await fillBookingEngine(page, { last_name, days: 30, card: CARDS.approved });
  await bookButton(page).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  await page.goto(ricUrl('/manage-tee-times'));
  await page
    .getByRole('link', { name: new RegExp(last_name) })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(last_name) })).toBeVisible();
}
async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change Round' }).click();
  await expect(total(page)).toBeVisible();
}
async function playersAre(page: Page, players: number): Promise<void> {
  const field = dialog(page).getByLabel('Players');
  await field.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(`${players}`);
  await expect(dialog(page).getByRole('row', { name: /^Round/ })).toContainText(`${players} player`);
}
async function typeCard(page: Page, number: string): Promise<void> {
  await dialog(page).getByLabel('Credit card number').fill(number);
  await dialog(page).getByLabel('Exp Mo').fill('12');
  await dialog(page).getByLabel('Exp Yr').fill('35');
  await dialog(page).getByLabel('CVV').fill('123');
}

test('a party grows and pays for it, shrinks and gets it back, and the record follows', async ({ page }) => {
  await booked(page, 'Castellanos');
  const party = page.getByText(/^\d+ players?, /);
  const before = await party.textContent();
  await open(page);
  await playersAre(page, 8);
  await expect(dialog(page).getByText(/more to pay$/)).toBeVisible();

  // A declined card changes nothing, and all typed values except the card stay.
  await typeCard(page, CARDS.declined);
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('Your card was declined.')).toBeVisible();
  await expect(dialog(page).getByLabel('Players')).toHaveValue('8');
  await typeCard(page, CARDS.approved);
  const answer = await holdCallsBack(page, '**/api/tee_times/change');
  await dialog(page)
    .getByRole('button', { name: /^Change and charge \$/ })
    .press('Enter');
  await expect(dialog(page).getByText(/^Asking the gateway \.\.\. ([3-9]|\d\d) s$/)).toBeVisible();
  answer();
  const done = dialog(page).getByRole('status').filter({ hasText: 'The tee time is changed.' });
  await expect(done).toContainText(/\$[\d,.]+ was charged/);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(party).toContainText('8 players');
  await expect(page.getByRole('button', { name: 'Change Round' })).toBeFocused();

  // A change to fewer players refunds the newest charge first.
  await open(page);
  await playersAre(page, 1);
  await expect(dialog(page).getByRole('listitem').first()).toContainText('to card 4242');
  await dialog(page)
    .getByRole('button', { name: /^Change, \$[\d,.]+ back$/ })
    .press('Enter');
  await expect(done).toContainText('goes back to card 4242');
  await page.keyboard.press('Escape');
  await expect(party).toContainText('1 player,');
  expect(await party.textContent()).not.toBe(before);
});

test('the difference is kept or goes on account, and what is wrong stands beside its field', async ({
  page,
}) => {
  await booked(page, 'Abernathy');
  await open(page);
  await dialog(page).getByLabel('Players').fill('0');
  await page.keyboard.press('Tab');
  await expect(dialog(page).getByRole('button', { name: /^Change/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  const players = dialog(page).getByLabel('Players');
  await expect(players).toHaveAccessibleDescription('must be at least 1');
  await players.fill('');
  await expect(players).toHaveAccessibleDescription('is required');
  await playersAre(page, 5);
  await expect(players).not.toHaveAttribute('aria-invalid', 'true');
  const time = dialog(page).getByLabel('Play Time');
  const frozen = dialog(page).getByRole('radio', { name: 'As each player paid when it was booked' });
  await frozen.press('Space');
  await time.fill('2:30');
  await time.blur();
  await expect(dialog(page).getByRole('row', { name: /^Round/ })).toContainText('02:30');
  await dialog(page)
    .getByRole('button', { name: /^Change/ })
    .press('Enter');
  const night = page.getByRole('dialog', { name: 'Change to 02:30 at night?' });
  await expect(night).toContainText('The afternoon is 14:30.');
  await page.keyboard.press('Escape');
  await expect(night).toHaveCount(0);
  await expect(time).toBeFocused();
  await time.fill('9:10');
  await dialog(page).getByRole('radio', { name: 'By the rates of today' }).press('Space');
  const was = (await total(page).getByRole('cell').first().textContent()) ?? '';
  await dialog(page).getByRole('radio', { name: 'Keep the price as it is' }).press('Space');
  const keep = dialog(page).getByRole('button', { name: 'Change, keep the price' });
  await expect(keep).toBeEnabled();
  await expect(total(page).getByRole('cell').nth(1)).toHaveText(was);
  await expect(dialog(page).getByText(`but the price stays at ${was}`)).toBeVisible();
  await keep.press('Enter');
  await expect(dialog(page).getByText('Its price stays as it was.', { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^5 players, /)).toContainText(was);

  // One dialog asks about an unusually large party and its price; answering no keeps all typed values.
  await open(page);
  await playersAre(page, 99);
  await page.keyboard.press('Enter');
  const large = page.getByRole('dialog', { name: 'Change anyway?' });
  await expect(large).toContainText('Change to 99 players?');
  await expect(large).toContainText(/Put \$[\d,.]+ on account\?/);
  await expect(large).toContainText('Charges of $5,000.00 or more are asked about.');
  await page.keyboard.press('Escape');
  await expect(large).toHaveCount(0);
  await expect(dialog(page).getByLabel('Players')).toHaveValue('99');
  await expect(dialog(page).getByLabel('Players')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^5 players, /)).toContainText(was);

  await open(page);
  await dialog(page).getByRole('radio', { name: 'As each player paid when it was booked' }).press('Space');
  await playersAre(page, 6);
  await dialog(page)
    .getByRole('button', { name: /^Change, \$[\d,.]+ on account$/ })
    .press('Enter');
  await expect(dialog(page).getByText(/\$[\d,.]+ more is on account/)).toBeVisible();
});

test('while it is being changed the dialog stays, whatever would close it, and says what came of it', async ({
  page,
}) => {
  await booked(page, 'Escapist');
  await open(page);
  await playersAre(page, 5);
  const answer = await holdCallsBack(page, '**/api/tee_times/change');
  await dialog(page)
    .getByRole('button', { name: /^Change, \$[\d,.]+ on account$/ })
    .press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Please wait...' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.click(20, 450);
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeDisabled();
  await dialog(page).getByRole('button', { name: 'Close' }).click({ force: true });
  await expect(dialog(page)).toBeVisible();

  // Leaving the screen needs a confirmation; answering no keeps the screen as it is.
  const record = page.url();
  await page.goBack();
  const leaving = page.getByRole('dialog', { name: 'Leave while it is under way?' });
  await expect(leaving).toContainText('Its outcome will be in the record’s history');
  await page.keyboard.press('Escape');
  await expect(leaving).toHaveCount(0);
  expect(page.url()).toBe(record);
  answer();
  await expect(dialog(page).getByText(/^The tee time is changed\. .* on account/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText(/^5 players, /)).toBeVisible();
});

test('who cancels it meanwhile is told, and the record beneath shows it', async ({ page, request }) => {
  await booked(page, 'Meanwhile');
  const id = Number(/\d+$/.exec(page.url())?.[0]);
  await open(page);
  await playersAre(page, 5);
  const press = dialog(page).getByRole('button', { name: /^Change, \$[\d,.]+ on account$/ });
  await expect(press).toBeEnabled();
  const canceled = await request.post(ricUrl('/api/tee_times/cancel'), {
    headers: await signInHeaders(request, ADMIN),
    data: { id, cancel: true, force_cancel: true },
  });
  expect(await canceled.json()).toMatchObject({ valid: true });
  await press.press('Enter');
  await expect(dialog(page).getByRole('alert')).toContainText(/changed this on .* after you opened it/);
  await expect(
    dialog(page).getByText('This tee time is canceled: there is nothing to change.'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('canceled');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
