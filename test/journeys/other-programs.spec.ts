import { expect, test, type Page } from '@playwright/test';
import { ricUrl, ADMIN, signIn } from './actions.ts';

/** Answers 404 to the first request for a file, as if a newer version had replaced it. */
async function goesMissing(page: Page, file: RegExp): Promise<() => boolean> {
  let isMissed = false;
  await page.route(file, (route) => {
    if (isMissed) return route.continue();
    isMissed = true;
    return route.fulfill({ status: 404, body: 'Not found' });
  });
  return () => isMissed;
}

for (const kind of ['js', 'css'])
  test(`a tab of an older version opens a screen whose ${kind} is gone`, async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto(ricUrl('/manage-courses'));
    const isMissed = await goesMissing(page, new RegExp(`/assets/CourseDetail-.*\\.${kind}$`));
    await page.locator('tbody tr').first().getByRole('link', { name: 'View' }).click();
    await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
    expect(isMissed()).toBe(true);
  });

test('a tab of an older version opens a dialog whose script is gone, at the second time', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-customers'));
  const isMissed = await goesMissing(page, /\/assets\/SavedViewDialog-.*\.js$/);
  const saveAs = page.getByRole('button', { name: 'Save as a view ...' });
  await expect(saveAs).toBeVisible();
  const loaded = page.waitForEvent('load');
  await saveAs.click();
  await loaded;
  expect(isMissed()).toBe(true);
  await saveAs.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

/** Changes every text as a browser's translator does: other elements with other texts replace each text node. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('script, style, textarea')) continue;
      const font = document.createElement('font');
      font.textContent = `«${text.data}»`;
      text.replaceWith(font);
    }
    return texts.length;
  });

test('the page asks not to be translated, and one that was all the same goes on', async ({ page }) => {
  const broke: string[] = [];
  page.on('pageerror', (error) => broke.push(error.message));
  await signIn(page, ADMIN);
  await expect(page.locator('html')).toHaveAttribute('translate', 'no');
  for (const path of ['/manage-tee-times', '/manage-customers']) {
    await page.goto(ricUrl(path));
    await expect(page.locator('table tbody tr').first()).toBeVisible();
    expect(await translate(page)).toBeGreaterThan(50);
    // React removes the old elements and inserts new ones among translated text.
    await page
      .getByRole('link', { name: /Holidays/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Holidays' })).toBeVisible();
    await page.goBack();
    await expect(page.locator('table tbody tr').first()).toBeVisible();
  }
  await translate(page);
  await page.getByLabel('Filter by Last Name').fill('smith');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/smith/);
  await expect(page.locator('table tbody tr').first()).toContainText('Smith');
  expect(broke).toEqual([]);
});
