import { expect, test } from '@playwright/test';
import { ricUrl, holdAnswer, waitUntilQuiet, signIn } from './actions.ts';
import { filterBy, heads, open, row, saveAs, view } from './views.ts';

test('a view that is saved while the others are still on their way is one of them', async ({ page }) => {
  await signIn(page);
  const { isRead, letThrough } = await holdAnswer(page, /\/api\/saved_views\/index$/);
  await page.goto(ricUrl('/manage-maintenances'));
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
  await page.goto(ricUrl('/manage-holidays'));
  await view(page, 'Of before').click();
  await expect(row(page).getByRole('status')).toHaveText('Without what is gone: shoe size, updated at.');
  expect(await heads(page)).toEqual(['Name', 'End']);
});

test('a view that was deleted elsewhere is said to be no more, and leaves the address', async ({
  page,
  context,
}) => {
  await signIn(page);
  await page.goto(ricUrl('/manage-customers'));
  await page.goto(ricUrl('/manage-courses'));
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

  // A tab that shows the view hears of it without a reload.
  const said = row(page).getByText('This view was deleted.');
  await expect(said).toBeVisible();
  await expect(view(page, 'Goes away')).toHaveCount(0);
  await expect(page).not.toHaveURL(/view=/);
  // The rows and filters of the deleted view stay, as in any other list.
  await expect(page.getByRole('button', { name: 'Remove filter City: san diego' })).toBeVisible();
  await expect(open(page)).toHaveText('All');
  await waitUntilQuiet(page);
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
