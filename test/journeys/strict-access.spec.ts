import { expect, test, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { ricUrl, AGENT } from './actions.ts';
import { startServer } from './server.ts';

// A separate server that requires a second factor, and signs out after 30 seconds without input.
let server: Awaited<ReturnType<typeof startServer>> | undefined;
let shared: string | undefined;
test.beforeAll(async () => {
  server = await startServer({ GATHER: 'off', SECOND_FACTOR: 'required', SESSION_IDLE_MINUTES: '0.5' });
  shared = process.env.RIC_URL;
  process.env.RIC_URL = server.url;
});
test.afterAll(async () => {
  process.env.RIC_URL = shared;
  await server?.stop();
});

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(AGENT.email);
  await page.getByLabel('Password', { exact: true }).fill(AGENT.password);
  await page.keyboard.press('Enter');
}
const warning = (page: Page) => page.getByRole('complementary', { name: 'The sign-in is about to end' });

test('who has no second factor sets it up first; who does nothing is warned, and finds what was typed after signing in', async ({
  page,
  context,
}) => {
  await page.goto(ricUrl('/manage-customer/new'));
  await signIn(page);
  await expect(page).toHaveURL(/\/password\?from=/);
  await expect(page.getByRole('heading', { name: 'Please set up a second factor.' })).toBeVisible();
  await page.getByLabel('Your password', { exact: true }).fill(AGENT.password);
  await page.keyboard.press('Enter');
  const secret = (await page.locator('.secret code').textContent())?.replaceAll(' ', '') ?? '';
  await page.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate());
  await page.keyboard.press('Enter');
  const code = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .first()
    .textContent();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page).toHaveURL(/\/manage-customer\/new/);

  await page.getByLabel('First Name').pressSequentially('Halfway');
  const other = await context.newPage();
  await other.goto(ricUrl('/home'));
  // The change stream and Home's repeated requests continue, and do not count as input.
  await expect(warning(page)).toBeVisible();
  await expect(warning(page)).toContainText(/You will be signed out in \d+ s\./);
  await expect(warning(other)).toBeVisible();
  await page.getByLabel('Last Name').press('T');
  await expect(warning(page)).toHaveCount(0);
  await expect(warning(other)).toHaveCount(0);
  await expect(page.getByLabel('Last Name')).toHaveValue('T');

  await expect(page).toHaveURL(/\/login\?from=/, { timeout: 45_000 });
  await expect(other).toHaveURL(/\/login\?from=/);
  await signIn(page);
  await page.getByLabel('Code', { exact: true }).fill(code ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/manage-customer\/new/);
  await expect(page.getByLabel('First Name')).toHaveValue('Halfway');
  await expect(page.getByLabel('Last Name')).toHaveValue('T');
});
