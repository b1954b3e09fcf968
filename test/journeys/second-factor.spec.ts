import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { ricUrl, ADMIN, signInHeaders, loseAnswer, signIn } from './actions.ts';

const PASSWORD = 'heron over the ninth';

/** Returns the code that the phone shows, this many steps of 30 seconds later. */
const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + later * 30_000 });

/** Returns the secret that a phone would read off the screen. */
async function scanned(page: Page): Promise<string> {
  const picture = sharp(await page.getByRole('img', { name: 'QR code of the secret' }).screenshot());
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data });
}

async function signInAs(page: Page, email: string): Promise<void> {
  await page.goto(ricUrl('/login'));
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

/** Creates an agent who signs in with PASSWORD. */
async function anAgent(request: APIRequestContext): Promise<{ email: string; id: number }> {
  const email = `phone${Date.now()}@desk.example`;
  const given = 'fairways and greens';
  const ric_user = { email, name: 'Ana Ruiz', password: given, password_confirmation: given };
  const made = await request.post(ricUrl('/api/ric_users'), {
    data: { ric_user, groups: 'sdgr' },
    headers: await signInHeaders(request, ADMIN),
  });
  const { id }: { id: number } = await made.json();
  const chosen = await request.put(ricUrl('/api/auth/password'), {
    data: { current_password: given, password: PASSWORD },
    headers: await signInHeaders(request, { email, password: given }),
  });
  expect(chosen.status()).toBe(200);
  return { email, id };
}

test('a second factor is set up, asked for, replaced by a recovery code, and taken off by an admin', async ({
  page,
  request,
  browser,
}) => {
  const { email, id } = await anAgent(request);
  await signIn(page, { email, password: PASSWORD });
  await page.getByRole('link', { name: 'My Password' }).first().click();
  const card = page.getByRole('region', { name: 'Second factor' });
  await card.getByRole('button', { name: 'Set it up' }).click();
  await expect(card.getByText('is required')).toBeVisible();
  await expect(card.getByLabel('Your password', { exact: true })).toBeFocused();
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(card.getByText('is not your password')).toBeVisible();
  await card.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(card.getByLabel('Code', { exact: true })).toBeFocused();
  const told = new URL(await scanned(page));
  const secret = told.searchParams.get('secret') ?? '';
  expect(told.protocol).toBe('otpauth:');
  expect(decodeURIComponent(told.pathname)).toContain(email);
  await expect(card.getByText(secret.replace(/.{4}(?=.)/g, '$& '))).toBeVisible();
  await page.keyboard.type('123456');
  await page.keyboard.press('Enter');
  await expect(card.getByText('is not the code that your phone shows now')).toBeVisible();
  await card.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await page.keyboard.press('Enter');
  const list = card.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  const codes = await list.allTextContents();
  await card.getByRole('button', { name: 'I have saved them' }).click();
  await expect(card.getByText('10 recovery codes are left.')).toBeVisible();

  const fresh = await browser.newPage();
  await signInAs(fresh, email);
  await expect(fresh.getByRole('heading', { name: 'Please enter the code' })).toBeVisible();
  await expect(fresh.getByLabel('Code', { exact: true })).toBeFocused();
  await fresh.keyboard.press('Enter');
  await expect(fresh.getByText('Code is required.')).toBeVisible();
  await fresh.keyboard.type('123456');
  await fresh.keyboard.press('Enter');
  await expect(fresh.getByText('This code is wrong, or was used already.')).toBeVisible();
  // The code that was typed to set up the second factor cannot be used again; the phone's next code is valid already.
  await fresh.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
  await fresh.keyboard.press('Enter');
  await expect(fresh).toHaveURL(/\/home/);
  await fresh.goto(ricUrl('/logout'));
  await signInAs(fresh, email);
  await fresh.getByLabel('Code', { exact: true }).fill(codes[0]?.toLowerCase() ?? '');
  await fresh.keyboard.press('Enter');
  await expect(fresh).toHaveURL(/\/home/);
  await fresh.close();

  const office = await browser.newPage();
  await signIn(office, ADMIN);
  await office.goto(ricUrl(`/ric-user/${id}`));
  await office.getByRole('button', { name: 'Take Off Second Factor' }).click();
  await office.getByRole('dialog').getByRole('button', { name: 'Take Off Second Factor' }).click();
  await expect(office.getByText('Second factor taken off')).toBeVisible();
  await expect(office.getByRole('button', { name: 'Take Off Second Factor' })).toHaveCount(0);
  await office.close();

  // Taking off the second factor has ended the person's sessions.
  await page.goto(ricUrl('/manage-customers'));
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, { email, password: PASSWORD });
});

test('a second factor whose answer was lost is told as it is, set up and taken off', async ({
  page,
  request,
}) => {
  const { email } = await anAgent(request);
  await signIn(page, { email, password: PASSWORD });
  await page.goto(ricUrl('/password'));
  const card = page.getByRole('region', { name: 'Second factor' });
  await card.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const secret = new URL(await scanned(page)).searchParams.get('secret') ?? '';
  await loseAnswer(page, '/api/auth/second_factor');
  await card.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(
    card.getByText(/^No answer came, but the second factor is set up\. Its recovery codes/),
  ).toBeVisible();
  await expect(card.getByText('10 recovery codes are left.')).toBeVisible();

  await card.getByRole('button', { name: 'Take it off ...' }).click();
  await card.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await card.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
  await loseAnswer(page, '/api/auth/second_factor/take_off');
  await page.keyboard.press('Enter');
  await expect(card.getByText('No answer came, but the second factor is off.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Set it up' })).toBeVisible();
});
