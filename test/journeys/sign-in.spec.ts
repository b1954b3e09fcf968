import { expect, test } from '@playwright/test';
import { address, ADMIN, AGENT, signIn } from './desk.ts';

test('the sign-in screen says what is missing and what is wrong', async ({ page }) => {
  await page.goto(address('/manage-tee-times'));
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Welcome to RIC. Please sign in to continue.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('User Name is required.')).toBeVisible();
  await expect(page.getByText('Password is required.')).toBeVisible();
  await page.getByLabel('Email').fill(AGENT.email);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your email or password are incorrect.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(AGENT.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/manage-tee-times/);
});

test('a session that ended leads to sign-in and back, with what was typed but not the card', async ({
  page,
}) => {
  await signIn(page);
  await page.goto(address('/ibe'));
  await page.getByLabel('Last name').fill('Halfwaythere');
  await page.getByLabel('Credit card number').fill('4242424242424242');
  const header = await page.evaluate(() => localStorage.getItem('authToken') ?? '{}');
  const { 'access-token': token, uid, client }: Record<string, string> = JSON.parse(header);
  const ended = await page.request.delete(address('/api/auth/sign_out'), {
    headers: { 'access-token': token ?? '', uid: uid ?? '', client: client ?? '' },
  });
  expect(ended.status()).toBe(200);
  // The question that this asks says that the session is over, or the stream has said it before.
  await page
    .getByLabel('Email address', { exact: true })
    .fill('maxi@example.com', { timeout: 2000 })
    .catch(() => undefined);
  await page.getByLabel('Password', { exact: true }).fill(AGENT.password);
  await page.getByLabel('Email', { exact: true }).fill(AGENT.email);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/ibe/);
  await expect(page.getByLabel('Last name')).toHaveValue('Halfwaythere');
  await expect(page.getByLabel('Credit card number')).toHaveValue('');
});

test('agents do not see what admins see, and sign out', async ({ page }) => {
  await signIn(page);
  const drawer = page.getByRole('navigation', { name: 'Main menu' });
  await expect(drawer.getByRole('link', { name: 'Tee Times' })).toBeVisible();
  for (const name of [
    'Discounts',
    'RIC Users',
    'Email Templates',
    'RIC Messages',
    'Course Groups',
    'Mailbox',
  ]) {
    await expect(drawer.getByRole('link', { name })).toHaveCount(0);
  }
  await page.goto(address('/ric-users'));
  await expect(page).toHaveURL(/\/home/);
  await expect(page.getByRole('alert').filter({ hasText: 'Only admins' })).toContainText(
    'Only admins may see this screen: RIC Users.',
  );
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(
    await page.evaluate(() => ['authToken', 'authName', 'level'].map((key) => localStorage.getItem(key))),
  ).toEqual([null, null, null]);
});

test('an admin sees the admin entries', async ({ page }) => {
  await signIn(page, ADMIN);
  const drawer = page.getByRole('navigation', { name: 'Main menu' });
  for (const name of [
    'Discounts',
    'RIC Users',
    'Email Templates',
    'RIC Messages',
    'Course Groups',
    'Mailbox',
  ]) {
    await expect(drawer.getByRole('link', { name })).toBeVisible();
  }
});

test('Sign Out ends on the sign-in, and nothing of before is behind it', async ({ page, context }) => {
  await page.goto('about:blank');
  await signIn(page);
  await page.goto(address('/manage-customers'));
  await expect(page.locator('a.list-view').first()).toBeVisible();
  const other = await context.newPage();
  await other.goto(address('/manage-tee-times'));
  await expect(other.locator('a.list-view').first()).toBeVisible();

  // A server that does not answer keeps nobody signed in here.
  await page.route('**/api/auth/sign_out', () => undefined);
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(address('/login'));
  await expect(page.getByLabel('Email')).toBeFocused();
  // The other tab shows nothing more either.
  await expect(other).toHaveURL(/\/login/);
  await expect(other.locator('a.list-view')).toHaveCount(0);

  await page.goBack();
  await expect(page).toHaveURL(/\/login\?from=/);
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.locator('a.list-view')).toHaveCount(0);
});

test('a page that the browser kept shows nothing once its session is over', async ({ page }) => {
  await signIn(page);
  await page.goto(address('/manage-tee-times'));
  await expect(page.locator('a.list-view').first()).toBeVisible();
  // As the browser shows a page of before again, which never learnt of the sign-out.
  const left = await page.evaluate(() => {
    ['authToken', 'authName', 'level'].forEach((key) => localStorage.removeItem(key));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    return new Promise<number>((resolve) =>
      requestAnimationFrame(() => resolve(document.querySelectorAll('a.list-view').length)),
    );
  });
  expect(left).toBe(0);
  await expect(page).toHaveURL(/\/login/);
});

test('sign-in takes the focus, whatever led there', async ({ page }) => {
  await page.goto(address('/login'));
  await expect(page.getByLabel('Email')).toBeFocused();
  await signIn(page);
  await page.evaluate(() => {
    const header: Record<string, string> = JSON.parse(localStorage.getItem('authToken') ?? '{}');
    localStorage.setItem('authToken', JSON.stringify({ ...header, 'access-token': 'ended' }));
  });
  await page.goto(address('/manage-rates'));
  await expect(page).toHaveURL(/\/login\?from=/);
  await expect(page.getByLabel('Email')).toBeFocused();
});
