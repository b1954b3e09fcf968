import { expect, test, type Page } from '@playwright/test';
import { ricUrl, signIn } from './actions.ts';
import { startServer } from './server.ts';

// A separate server that warns a person without input after 9 seconds, and signs them out after 18.
let server: Awaited<ReturnType<typeof startServer>> | undefined;
let shared: string | undefined;
test.beforeAll(async () => {
  server = await startServer({ GATHER: 'off', SESSION_IDLE_MINUTES: '0.3' });
  shared = process.env.RIC_URL;
  process.env.RIC_URL = server.url;
});
test.afterAll(async () => {
  process.env.RIC_URL = shared;
  await server?.stop();
});

const warning = (page: Page) => page.getByRole('complementary', { name: 'The sign-in is about to end' });
const stay = (page: Page) => warning(page).getByRole('button', { name: 'Stay signed in' });
const isWarned = (page: Page) => expect(warning(page)).toBeVisible();

test('who stays signed in, by a press or by keys, types on where they were, and is kept so in every tab', async ({
  page,
  context,
}) => {
  await signIn(page);
  const other = await context.newPage();
  await other.goto(ricUrl('/home'));
  await page.bringToFront();
  await page.goto(ricUrl('/manage-customer/new'));
  const name = page.getByLabel('First Name');
  await name.pressSequentially('Half');
  await isWarned(page);
  await expect(warning(page)).toContainText('What you typed is kept.');
  await isWarned(other);
  await stay(page).click();
  await expect(warning(page)).toHaveCount(0);
  await expect(warning(other)).toHaveCount(0);
  await expect(name).toBeFocused();
  await page.keyboard.type('way');
  await expect(name).toHaveValue('Halfway');

  // A person who uses a screen reader can reach the warning and extend the session.
  await isWarned(page);
  await stay(page).focus();
  await page.keyboard.press('Enter');
  await expect(warning(page)).toHaveCount(0);
  await expect(name).toBeFocused();
});

test('on a phone it stands over a dialog, says that this is not kept, and the sign-in follows', async ({
  page,
}) => {
  await signIn(page);
  await page.goto(ricUrl('/manage-tee-times?filters={"status":"booked"}'));
  await page.locator('a.list-view').first().click();
  await page.getByRole('button', { name: 'Change Round' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  const dialog = page.getByRole('dialog', { name: 'Change Round' });
  const players = dialog.getByLabel('Players');
  await players.fill('3');
  await isWarned(page);
  await expect(warning(page)).toContainText('What you typed in this dialog is not kept.');
  await stay(page).click();
  await expect(warning(page)).toHaveCount(0);
  await expect(players).toBeFocused();
  await expect(players).toHaveValue('3');

  await isWarned(page);
  await expect(stay(page)).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await expect(page).toHaveURL(/\/login\?from=/);
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
