import { expect, test, type Page } from '@playwright/test';
import { ricUrl, holdCallsBack, signIn } from './actions.ts';

const firstRow = (page: Page) => page.locator('a.list-view').first();
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Keys' });

/** Opens a screen and waits for the script of the keyboard shortcuts, which loads in idle time. */
async function withKeys(page: Page, path: string): Promise<void> {
  await page.goto(ricUrl(path));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(dialog(page)).toBeVisible({ timeout: 300 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
}

test('keys that are pressed right after a load are not lost', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/manage-holidays'), { waitUntil: 'commit' });
  // The script of the screens has loaded, but not that of the keyboard shortcuts.
  await page.locator('#root > *').first().waitFor({ state: 'attached' });
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await expect(page).toHaveURL(/wait-list-queue/);
});

test('single keys lead to screens, filters and acts, and ? shows them', async ({ page }) => {
  await signIn(page);
  await withKeys(page, '/manage-tee-times');
  await expect(firstRow(page)).toBeVisible();
  const book = page.getByRole('link', { name: /^Book a tee/ });
  await expect(book).toHaveAttribute('title', 'Key: b');

  // In a text field, shortcut keys are ordinary letters.
  await page.keyboard.press('/');
  const first = page.getByLabel('Filter by First Name');
  await expect(first).toBeFocused();
  await page.keyboard.type('gb?j');
  await expect(first).toHaveValue('gb?j');

  // Escape undoes the typed filter and moves on, so that `j` goes to the rows.
  await page.keyboard.press('Escape');
  await expect(first).toHaveValue('');
  await page.keyboard.press('j');
  await expect(firstRow(page)).toBeFocused();

  await page.keyboard.press('?');
  await expect(dialog(page).getByRole('region', { name: 'On this screen' })).toContainText('Book a tee time');
  await expect(dialog(page).getByRole('region', { name: 'Go to a screen' })).toContainText(
    'Gift Certificates',
  );
  // While a dialog is open, no shortcut key acts.
  await page.keyboard.press('b');
  await expect(page).toHaveURL(/manage-tee-times/);
  await page.keyboard.press('Escape');
  await expect(firstRow(page)).toBeFocused();

  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { level: 1, name: /^Customer/ })).toBeFocused();
  await page.keyboard.press('b');
  await expect(page).toHaveURL(/\/ibe/);
});

test('/ leads to where a name is typed, and a name typed as an id is told where it goes', async ({
  page,
}) => {
  await signIn(page);
  for (const [path, box] of [
    ['/manage-customers', 'First Name'],
    ['/manage-courses', 'Course Name'],
  ] as const) {
    await withKeys(page, path);
    await page.keyboard.press('/');
    await expect(page.getByLabel(`Filter by ${box}`)).toBeFocused();
    await page.getByLabel('Filter by Id').fill('smith');
    await page.keyboard.press('Enter');
    const said = page.getByRole('alert');
    await expect(said).toContainText(/Id: is a number like \d+; a name is looked for under .*Name$/);
    await expect(said).toContainText(box);
  }
});

test('a filter that was searched for stands in its box again after Escape', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/manage-tee-times?filters={"last_name":"smi"}'));
  const last = page.getByLabel('Filter by Last Name');
  await expect(last).toHaveValue('smi');
  await last.fill('smithers');
  await page.keyboard.press('Escape');
  await expect(last).toHaveValue('smi');
  await last.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/with Last Name “smi”/)).toBeVisible();
});

test('on a record e edits and r sends the receipt, and back in the list j goes on from its row', async ({
  page,
}) => {
  await signIn(page);
  await withKeys(page, '/manage-tee-times?filters={"status":"booked"}');
  const row = (at: number) => page.locator('a.list-view').nth(at);
  await expect(row(3)).toBeVisible();
  for (const _ of [0, 1, 2]) await page.keyboard.press('j');
  await expect(row(2)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/manage-tee-time\/\d+/);

  const edit = page.getByRole('button', { name: 'Edit' });
  await expect(edit).toBeEnabled();
  await expect(edit).toHaveAttribute('title', 'Key: e');
  await page.keyboard.press('r');
  await expect(page.getByRole('dialog')).toContainText('Send the receipt again?');
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await expect(page.getByRole('button', { name: 'Lock' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();

  // Leaving the screen closes an open question.
  await page.keyboard.press('r');
  await expect(page.getByRole('dialog')).toContainText('Send the receipt again?');
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row(2)).toBeFocused();
  await page.keyboard.press('j');
  await expect(row(3)).toBeFocused();
  // A list that is opened again, instead of by Back, begins at its top.
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { level: 1, name: /^Customer/ })).toBeFocused();
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/manage-tee-times$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('whoever wants no single keys switches them off, and finds the way back by Ctrl+K', async ({ page }) => {
  await signIn(page);
  await withKeys(page, '/manage-tee-times');
  await page.keyboard.press('?');
  await dialog(page).getByRole('button', { name: 'Off' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: /^Book a tee/ })).not.toHaveAttribute('title', /.*/);
  await page.reload();
  await expect(firstRow(page)).toBeVisible();
  for (const key of ['?', 'b', 'j', '/']) await page.keyboard.press(key);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/manage-tee-times$/);
  await page.keyboard.press('ArrowDown');
  await expect(firstRow(page)).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('keys');
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Off', pressed: true }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('b');
  await expect(page).toHaveURL(/\/ibe/);
});

test('the palette leads to the keys before their script has come', async ({ page }) => {
  await signIn(page);
  const letThrough = await holdCallsBack(page, '**/assets/Shortcuts-*.js');
  await page.goto(ricUrl('/manage-holidays'));
  await expect(firstRow(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  await page.keyboard.type('keys');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Search' })).toHaveCount(0);
  letThrough();
  await expect(dialog(page)).toBeVisible();
});

test('on a customer’s page b books for them, and the keys say so once', async ({ page }) => {
  await signIn(page);
  await withKeys(page, '/manage-customer/1');
  await expect(page.getByRole('link', { name: 'Book for Maximiliano' })).toHaveAttribute('title', 'Key: b');
  await page.keyboard.press('?');
  await expect(dialog(page).getByRole('region', { name: 'On this screen' })).toContainText(
    'Book for Maximiliano',
  );
  await expect(dialog(page).getByText('Book a tee time')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press('b');
  await page.waitForURL(/\/ibe/);
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Maximiliano');
});
