import { expect, test } from '@playwright/test';
import { ricUrl, ADMIN, signIn } from './actions.ts';
import { filterBy, heads, open, row, saveAs, SHARED, view } from './views.ts';

test('a list is saved as it is shown, by keys alone, and opened again by a link, a reload and Back', async ({
  page,
  context,
}) => {
  await signIn(page);
  await page.goto(ricUrl('/manage-tee-times'));
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
  await page.goto(ricUrl('/manage-customers'));
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
  await page.goto(ricUrl('/manage-courses'));
  await filterBy(page, 'City', 'san diego');
  await saveAs(page, 'In San Diego', SHARED);
  const agents = await (await browser.newContext()).newPage();
  await signIn(agents);
  await agents.goto(ricUrl('/manage-courses'));
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

test('columns are moved by buttons and by dragging, and are as they were again', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/manage-courses'));
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the views scroll sideways in their row, and nothing else does', async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto(ricUrl('/manage-holidays'));
    for (const name of ['A first view of the holidays', 'A second view of the holidays'])
      await saveAs(page, name);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    expect(await row(page).evaluate((nav) => nav.scrollWidth - nav.clientWidth)).toBeGreaterThan(50);
    await view(page, 'A second view of the holidays').focus();
    await expect(view(page, 'A second view of the holidays')).toBeInViewport();
  });
});
