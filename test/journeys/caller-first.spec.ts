import { expect, test, type Page } from '@playwright/test';
import { ricUrl, getFromApi, dayAhead, signIn } from './actions.ts';

const box = (page: Page) => page.getByRole('combobox', { name: 'Search everything' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Found' }).getByRole('option');

type Row = { id: number; first_name: string; last_name: string; confirmation: string };
const aRow = async (request: Parameters<typeof getFromApi>[0]): Promise<Row> => {
  const filters = encodeURIComponent(JSON.stringify({ status: 'booked', confirmation: 'TP-' }));
  const [row] = await getFromApi<Row[]>(request, `/api/tee_times/index?filters=${filters}&per_page=5`);
  if (!row) throw new Error('the demonstration has no tee time at Torrey Pines');
  return row;
};

test('the search knows confirmations without their dash, numbers, other words, and what was looked at', async ({
  page,
  request,
}) => {
  const row = await aRow(request);
  await signIn(page);
  await page.goto(ricUrl('/manage-tee-times'));
  await expect(page.locator('a.list-view').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type(row.confirmation.replace('-', ''));
  const found = options(page).filter({ hasText: row.confirmation }).first();
  await expect(found).toContainText('booked');
  await expect(found).toContainText(row.last_name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/manage-tee-time/${row.id}$`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(row.last_name);

  await page.keyboard.press('Control+k');
  await expect(options(page).first()).toContainText(row.last_name);
  await box(page).fill(`#${row.id}`);
  await expect(options(page).filter({ hasText: row.confirmation })).toHaveCount(1);
  // The kinds of the search results are right-aligned, with or without a status.
  await box(page).fill(row.last_name);
  await expect(options(page).filter({ hasText: 'Customer' }).first()).toBeVisible();
  const edges = await options(page).evaluateAll((each) =>
    each.map((one) =>
      Math.round([...one.querySelectorAll('.tag')].at(-1)?.getBoundingClientRect().right ?? 0),
    ),
  );
  expect(new Set(edges).size).toBe(1);
  await box(page).fill('booking');
  await expect(options(page).filter({ hasText: 'IBE' }).first()).toBeVisible();
  await box(page).fill('waitlist');
  await expect(options(page).filter({ hasText: 'Wait List' }).first()).toBeVisible();
  await box(page).fill('gift card');
  await expect(options(page).filter({ hasText: 'Gift Certificates' }).first()).toBeVisible();
  await box(page).fill('sign out');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login/);
});

test('a caller is known by phone, name or confirmation, with their card, and Enter fills the form', async ({
  page,
  request,
}) => {
  const row = await aRow(request);
  await signIn(page);
  await page.goto(ricUrl('/ibe'));
  await expect(page.getByLabel('Play Date')).toBeFocused();
  const caller = page.getByRole('combobox', { name: 'Caller' });
  await caller.focus();
  await page.keyboard.type(row.confirmation);
  const card = page.getByRole('listbox', { name: 'Callers' }).getByRole('option').first();
  await expect(card).toContainText(`${row.first_name} ${row.last_name}`);
  await expect(card).toContainText('Usual party');
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await page.keyboard.type(row.confirmation);
  await expect(card).toContainText(row.last_name);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Last name')).toHaveValue(row.last_name);
  await expect(page.getByLabel('Email address', { exact: true })).not.toHaveValue('');
  // The play date is still missing, so its field has the focus.
  await expect(page.getByLabel('Play Date')).toBeFocused();

  // The field for the e-mail address also finds a customer by other identifiers, here a confirmation.
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
  await page.getByLabel('Email address', { exact: true }).fill(row.confirmation);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Last name')).toHaveValue(row.last_name);
});

test('the rate says why it holds and what it leaves per player', async ({ page }) => {
  await signIn(page);
  const round = new URLSearchParams({
    providedCourseId: '2',
    providedDateString: dayAhead(15),
    providedTimeString: '09:10',
    providedPlayers: '4',
    providedPriced: 'true',
  });
  await page.goto(ricUrl(`/ibe?${round}`));
  await expect(page.getByLabel('Charge Amount')).toHaveValue(/^\$\d/);
  await expect(page.getByLabel('Email address', { exact: true })).toBeFocused();
  await expect(page.getByText(/Why this rate\?.*Range .* Matched by/)).toBeVisible();
  const margin = page.getByLabel('Margin per player');
  await expect(margin).toContainText(/Sell\$\d/);
  await expect(margin).toContainText(/Margin per player\$\d/);
});

test('how close the rows stand is remembered', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/manage-tee-times'));
  const row = page.locator('tbody tr').first();
  await expect(page.locator('a.list-view').first()).toBeVisible();
  const height = async () => (await row.boundingBox())?.height ?? 0;
  const before = await height();
  await page.getByText('Columns', { exact: true }).click();
  await page.getByLabel('Comfortable rows').check();
  await expect.poll(height).toBeGreaterThan(before + 5);
  await page.reload();
  await expect(page.locator('a.list-view').first()).toBeVisible();
  expect(await height()).toBeGreaterThan(before + 5);
});
