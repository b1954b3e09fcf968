import { expect, test, type Page } from '@playwright/test';
import { address, ADMIN, holdAnswer, quiet, signIn } from './actions.ts';

const row = (page: Page) => page.getByRole('navigation', { name: 'Views' });
const view = (page: Page, name: string | RegExp) => row(page).getByRole('link', { name });
const open = (page: Page) => row(page).locator('[aria-current]');
const heads = async (page: Page): Promise<string[]> =>
  (await page.locator('thead tr').first().getByRole('columnheader').allInnerTexts())
    .slice(1)
    .map((text) => text.replace(/[\d\s↑↓]+$/, ''));

const OPENS = 'Opens by itself when I come to this list';
const SHARED = 'Shared with everybody';

async function filterBy(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(`Filter by ${label}`, { exact: true }).fill(text);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: new RegExp(`^Remove filter ${label}`) })).toBeVisible();
}

async function saveAs(page: Page, name: string, ...ticks: string[]): Promise<void> {
  await row(page).getByRole('button', { name: 'Save as a view ...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as a view' });
  await dialog.getByLabel('Name').fill(name);
  for (const tick of ticks) await dialog.getByLabel(tick).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(open(page)).toContainText(name);
  // The default is stored on the machine as well.
  if (ticks.includes(OPENS)) await expect(open(page)).toContainText('★');
}

test('a list is saved as it is shown, by keys alone, and opened again by a link, a reload and Back', async ({
  page,
  context,
}) => {
  await signIn(page);
  await page.goto(address('/manage-tee-times'));
  await filterBy(page, 'Course', 'torrey');
  await page.getByText('Columns', { exact: true }).press('Enter');
  const lastName = page.getByRole('checkbox', { name: 'Last Name' });
  await lastName.focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(lastName).toBeFocused();
  await page.getByRole('checkbox', { name: 'Internal Notes' }).press('Space');
  await page.keyboard.press('Escape');
  expect((await heads(page)).slice(0, 3)).toEqual(['Last Name', 'First Name', 'Status']);

  await page.getByRole('heading', { level: 1 }).focus();
  await expect(async () => {
    await page.keyboard.press('v');
    await expect(page.getByRole('dialog', { name: 'Save as a view' })).toBeVisible({ timeout: 500 });
  }).toPass();
  // On a busy machine the key is pressed twice, and the second press is typed into the dialog.
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Torrey');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(open(page)).toHaveText('Torrey');
  await expect(page).toHaveURL(/[?&]view=\d+/);

  await view(page, 'All').click();
  await expect(page.getByRole('button', { name: 'Remove filter Course: torrey' })).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Remove filter Course: torrey' })).toBeVisible();
  await page.reload();
  await expect(open(page)).toHaveText('Torrey');
  const shown = await heads(page);
  expect(shown.slice(0, 2)).toEqual(['Last Name', 'First Name']);
  expect(shown).not.toContain('Internal Notes');
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(open(second)).toHaveText('Torrey');
  expect(await heads(second)).toEqual(shown);
});

test('what was changed of a view is said, saved or taken back', async ({ page }) => {
  await signIn(page);
  await page.goto(address('/manage-customers'));
  await filterBy(page, 'Last Name', 'adams');
  await saveAs(page, 'Adamses');
  await expect(row(page).getByText('Changed:')).toHaveCount(0);
  await filterBy(page, 'First Name', 'a');
  await expect(row(page).getByText('Changed:')).toBeVisible();
  await row(page).getByRole('button', { name: 'Undo the changes to Adamses' }).click();
  await expect(row(page).getByText('Changed:')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Remove filter First Name/ })).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('combobox').selectOption('10');
  await row(page).getByRole('button', { name: 'Save Adamses as it is shown' }).click();
  await expect(row(page).getByText('Changed:')).toHaveCount(0);
  await view(page, 'All').click();
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('combobox')).toHaveValue('30');
  await view(page, 'Adamses').click();
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('combobox')).toHaveValue('10');

  await row(page).getByRole('button', { name: 'Settings of the view Adamses' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('The Adamses');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(open(page)).toHaveText('The Adamses');
  await row(page).getByRole('button', { name: 'Save as a view ...' }).click();
  await dialog.getByLabel('Name').fill('the adamses');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/is taken already/);
  await page.keyboard.press('Escape');
  await row(page).getByRole('button', { name: 'Settings of the view The Adamses' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(view(page, 'The Adamses')).toHaveCount(0);
  await expect(open(page)).toHaveText('All');
});

test('an admin shares a view, an agent opens it and cannot change it', async ({ browser, page }) => {
  await signIn(page, ADMIN);
  await page.goto(address('/manage-courses'));
  await filterBy(page, 'City', 'san diego');
  await saveAs(page, 'In San Diego', SHARED);
  const agents = await (await browser.newContext()).newPage();
  await signIn(agents);
  await agents.goto(address('/manage-courses'));
  await view(agents, /^In San Diego/).click();
  await expect(agents.getByRole('button', { name: /^Remove filter City/ })).toBeVisible();
  await filterBy(agents, 'Course Name', 'a');
  await expect(row(agents).getByRole('button', { name: /^Undo the changes/ })).toBeVisible();
  await expect(row(agents).getByRole('button', { name: /as it is shown$/ })).toHaveCount(0);
  await row(agents)
    .getByRole('button', { name: /^Settings of/ })
    .click();
  const dialog = agents.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await expect(dialog.getByLabel(SHARED)).toHaveCount(0);
});

test('the view that opens by itself is asked for at once, wherever the list is come to from, and moves no row', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto(address('/manage-rental-clubs'));
  await filterBy(page, 'Brand', 'taylor');
  await saveAs(page, 'Taylor', OPENS);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/rental-clubs/index' && searchParams.get('page') === '1')
      asked.push(searchParams.get('filters') ?? '');
  });
  // Opened again, by its address alone.
  await page.goto(address('/manage-rental-clubs'));
  await expect(open(page)).toHaveText(/^Taylor/);
  await quiet(page);
  expect(new Set(asked)).toEqual(new Set(['{"brand":"taylor"}']));

  // The views come long after the rows, which do not move.
  let letThrough = (): void => undefined;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/api/saved_views/index', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  const first = page.locator('a.list-view').first();
  await expect(first).toBeVisible();
  await quiet(page);
  await expect(view(page, /^Taylor/)).toHaveCount(0);
  const before = await first.boundingBox();
  letThrough();
  await expect(open(page)).toHaveText(/^Taylor/);
  expect(await first.boundingBox()).toEqual(before);
  await page.unroute('**/api/saved_views/index');

  // Opened from another screen.
  asked.length = 0;
  await page.getByRole('link', { name: 'Holidays' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Holidays');
  await page.getByRole('link', { name: 'Rental Clubs' }).first().click();
  await expect(open(page)).toHaveText(/^Taylor/);
  await quiet(page);
  expect(new Set(asked)).toEqual(new Set(['{"brand":"taylor"}']));

  // All is chosen, and stays after a reload.
  await view(page, 'All').click();
  await expect(page).toHaveURL(/view=0/);
  await page.reload();
  await expect(open(page)).toHaveText('All');
  await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveCount(0);

  // After a new sign-in nothing is stored in the browser.
  await page.goto(address('/logout'));
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('views'))).toBeNull();
  await signIn(page, ADMIN);
  await page.goto(address('/manage-rental-clubs'));
  await expect(open(page)).toHaveText(/^Taylor/);
  await row(page)
    .getByRole('button', { name: /^Settings of/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(view(page, /^Taylor/)).toHaveCount(0);
  await quiet(page);
  // The person who deleted it gets no message, and sees the whole list.
  await expect(row(page).getByText('This view was deleted.')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveCount(0);
  await page.goto(address('/manage-rental-clubs'));
  await expect(open(page)).toHaveText('All');
});

test('columns are moved by buttons and by dragging, and are as they were again', async ({ page }) => {
  await signIn(page);
  await page.goto(address('/manage-courses'));
  await expect(page.locator('a.list-view').first()).toBeVisible();
  const before = await heads(page);
  await page.getByText('Columns', { exact: true }).click();
  const up = page.getByRole('button', { name: 'Move Inactive? up' });
  await up.press('Enter');
  await expect(up).toBeFocused();
  await up.press('Enter');
  expect((await heads(page)).slice(0, 3)).toEqual(['Inactive?', ...before.slice(0, 2)]);
  await expect(up).toHaveAttribute('aria-disabled', 'true');
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox', { name: 'City' }) })
    .dragTo(
      page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: 'Id', exact: true }) }),
    );
  expect((await heads(page)).slice(0, 3)).toEqual(['Inactive?', 'City', 'Id']);
  await page.reload();
  await expect(page.locator('a.list-view').first()).toBeVisible();
  expect((await heads(page)).slice(0, 3)).toEqual(['Inactive?', 'City', 'Id']);
  await page.getByText('Columns', { exact: true }).click();
  await page.getByRole('button', { name: 'As it was' }).click();
  expect(await heads(page)).toEqual(before);
});

test('a view that is saved while the others are still on their way is one of them', async ({ page }) => {
  await signIn(page);
  const { isRead, letThrough } = await holdAnswer(page, /\/api\/saved_views\/index$/);
  await page.goto(address('/manage-maintenances'));
  await isRead;
  await row(page).getByRole('button', { name: 'Save as a view ...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as a view' });
  await dialog.getByLabel('Name').fill('Early');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  letThrough();
  await expect(open(page)).toHaveText('Early');
  await expect(page).toHaveURL(/[?&]view=\d+/);
});

test('a view of what is gone is shown without it, and says so', async ({ page }) => {
  await signIn(page);
  await page.route('**/api/saved_views/index', async (route) => {
    const response = await route.fetch();
    const [first, ...others] = (await response.json()) as Record<string, unknown>[];
    const gone = {
      ...first,
      id: 4242,
      name: 'Of before',
      list: '/api/holidays/index',
      filters: {},
      gone: ['shoe_size'],
    };
    const shown = {
      columns: ['name', 'updated_at', 'end_date'],
      sort_fields: [],
      sort_desc: [],
      per_page: 30,
    };
    const own = { is_own: true, is_shared: false, is_default: false };
    await route.fulfill({ response, json: [{ ...gone, ...shown, ...own }, ...others] });
  });
  await page.goto(address('/manage-holidays'));
  await view(page, 'Of before').click();
  await expect(row(page).getByRole('status')).toHaveText('Without what is gone: shoe size, updated at.');
  expect(await heads(page)).toEqual(['Name', 'End']);
});

test('a view that was deleted elsewhere is said to be no more, and leaves the address', async ({
  page,
  context,
}) => {
  await signIn(page);
  await page.goto(address('/manage-customers'));
  await page.goto(address('/manage-courses'));
  await filterBy(page, 'City', 'san diego');
  await saveAs(page, 'Goes away');
  const link = page.url();
  const elsewhere = await context.newPage();
  await elsewhere.goto(link);
  await elsewhere.getByRole('button', { name: 'Settings of the view Goes away' }).click();
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await elsewhere.getByRole('dialog', { name: 'Delete?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(view(elsewhere, 'Goes away')).toHaveCount(0);
  await elsewhere.close();

  // A tab that shows it hears of it without a reload.
  const said = row(page).getByText('This view was deleted.');
  await expect(said).toBeVisible();
  await expect(view(page, 'Goes away')).toHaveCount(0);
  await expect(page).not.toHaveURL(/view=/);
  // The rows and filters of the deleted view stay, as in any other list.
  await expect(page.getByRole('button', { name: 'Remove filter City: san diego' })).toBeVisible();
  await expect(open(page)).toHaveText('All');
  await quiet(page);
  await expect(said).toBeVisible();
  await filterBy(page, 'Course Name', 'a');
  await expect(said).toHaveCount(0);
  await page.goBack();
  await page.reload();
  await expect(open(page)).toHaveText('All');
  await expect(said).toHaveCount(0);

  // It replaced the address with the view, so Back leads to the page before.
  await page.goto(link);
  await expect(page).not.toHaveURL(/view=/);
  await page.getByRole('link', { name: 'Holidays' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Holidays');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Remove filter City: san diego' })).toBeVisible();
  await expect(open(page)).toHaveText('All');
  await expect(said).toHaveCount(0);
  // Back through the saved view, the filter before it, and the list before that.
  for (let step = 0; step < 3; step += 1) await page.goBack();
  await expect(page).toHaveURL(/manage-courses$/);
  await page.goBack();
  await expect(page).toHaveURL(/manage-customers$/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the views scroll sideways in their row, and nothing else does', async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto(address('/manage-holidays'));
    for (const name of ['A first view of the holidays', 'A second view of the holidays'])
      await saveAs(page, name);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    expect(await row(page).evaluate((nav) => nav.scrollWidth - nav.clientWidth)).toBeGreaterThan(50);
    await view(page, 'A second view of the holidays').focus();
    await expect(view(page, 'A second view of the holidays')).toBeInViewport();
  });
});
