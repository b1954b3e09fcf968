import { expect, test, type Page } from '@playwright/test';
import {
  ricUrl,
  ADMIN,
  AGENT,
  signInHeaders,
  holdAnswer,
  loseAnswer,
  waitUntilQuiet,
  signIn,
} from './actions.ts';

test('the staging banner stands on the sign-in screen', async ({ page }) => {
  await page.goto(ricUrl('/login'));
  await expect(page.getByRole('complementary', { name: 'Staging' })).toBeVisible();
});

test('the sign-in screen says what is missing and what is wrong', async ({ page }) => {
  await page.goto(ricUrl('/manage-tee-times'));
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

test('whose level does not come is not signed in, and is with the next try', async ({ page }) => {
  await page.goto(ricUrl('/login'));
  await page.route('**/api/ric_users/level', (route) => route.abort());
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your email or password are incorrect.')).toBeVisible();
  await page.goto(ricUrl('/home'));
  await expect(page).toHaveURL(/\/login/);
  await page.unroute('**/api/ric_users/level');
  await signIn(page, ADMIN);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'RIC Users' })).toBeVisible();
});

test('a session that ended leads to sign-in and back, with what was typed but not the card', async ({
  page,
}) => {
  await signIn(page);
  await page.goto(ricUrl('/ibe'));
  await page.getByLabel('Last name').fill('Halfwaythere');
  await page.getByLabel('Credit card number').fill('4242424242424242');
  const header = await page.evaluate(() => localStorage.getItem('authToken') ?? '{}');
  const { 'access-token': token, uid, client }: Record<string, string> = JSON.parse(header);
  const ended = await page.request.delete(ricUrl('/api/auth/sign_out'), {
    headers: { 'access-token': token ?? '', uid: uid ?? '', client: client ?? '' },
  });
  expect(ended.status()).toBe(200);
  // The typed e-mail address sends a request, which reports the end of the session, unless the change stream has reported
  // it before.
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
  await page.goto(ricUrl('/ric-users'));
  await expect(page).toHaveURL(/\/home/);
  await expect(page.getByRole('alert').filter({ hasText: 'Only admins' })).toContainText(
    'Only admins may see this screen: RIC Users.',
  );
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(
    await page.evaluate(() =>
      ['authToken', 'authName', 'ownName', 'level'].map((key) => localStorage.getItem(key)),
    ),
  ).toEqual([null, null, null, null]);
});

test('home greets by the first name, after a reload too', async ({ page }) => {
  await signIn(page, ADMIN);
  const greeting = page.getByRole('heading', { level: 1 });
  await expect(greeting).toHaveText('Welcome to RIC, Ruth');
  await page.reload();
  await expect(greeting).toHaveText('Welcome to RIC, Ruth');
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
  await page.goto(ricUrl('/manage-customers'));
  await expect(page.locator('a.list-view').first()).toBeVisible();
  const other = await context.newPage();
  await other.goto(ricUrl('/manage-tee-times'));
  await expect(other.locator('a.list-view').first()).toBeVisible();

  // A server that does not answer must not keep a person signed in in this browser.
  await page.route('**/api/auth/sign_out', () => undefined);
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(ricUrl('/login'));
  await expect(page.getByLabel('Email')).toBeFocused();
  // The other tab shows no data any more either.
  await expect(other).toHaveURL(/\/login/);
  await expect(other.locator('a.list-view')).toHaveCount(0);

  await page.goBack();
  await expect(page).toHaveURL(/\/login\?from=/);
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.locator('a.list-view')).toHaveCount(0);
});

test('Sign Out leaves nothing of the person in the browser, in no tab', async ({ page, context }) => {
  await signIn(page);
  const keeps = (tab: Page) =>
    tab.evaluate(async () => {
      const caches = await globalThis.caches.keys();
      return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, caches]);
    });
  const other = await context.newPage();
  const lastInput = await holdAnswer(other, /\/api\/auth\/input$/);
  for (const tab of [page, other]) {
    await tab.goto(ricUrl('/manage-customer/new'));
    await tab.getByLabel('First Name').fill('Leftbehind');
    await expect.poll(() => keeps(tab)).toContain('Leftbehind');
  }
  await lastInput.isRead;
  await page.goto(ricUrl('/manage-tee-times'));
  const answered = page.waitForResponse('**/api/auth/sign_out');
  await page.getByRole('link', { name: 'Sign Out' }).click();
  expect((await (await answered).allHeaders())['clear-site-data']).toBe('"cache"');
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/login/);
  const late = other.waitForResponse('**/api/auth/input');
  lastInput.letThrough();
  await (await late).finished();
  await waitUntilQuiet(other);
  for (const tab of [page, other]) {
    const kept = await keeps(tab);
    for (const theirs of ['Leftbehind', AGENT.email, 'access-token', 'lastInput'])
      expect(kept).not.toContain(theirs);
  }
});

test('a page that the browser kept shows nothing once its session is over', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/manage-tee-times'));
  await expect(page.locator('a.list-view').first()).toBeVisible();
  // Simulates a page restored by the browser, which never learned of the sign-out.
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
  await page.goto(ricUrl('/login'));
  await expect(page.getByLabel('Email')).toBeFocused();
  await signIn(page);
  await page.evaluate(() => {
    const header: Record<string, string> = JSON.parse(localStorage.getItem('authToken') ?? '{}');
    localStorage.setItem('authToken', JSON.stringify({ ...header, 'access-token': 'ended' }));
  });
  await page.goto(ricUrl('/manage-rates'));
  await expect(page).toHaveURL(/\/login\?from=/);
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('whoever was given a password chooses one before anything else, and is where they wanted to go', async ({
  page,
  request,
}) => {
  const given = 'fairways and greens';
  const email = `given${Date.now()}@desk.example`;
  const ric_user = { email, name: 'Ana Ruiz', password: given, password_confirmation: given };
  const made = await request.post(ricUrl('/api/ric_users'), {
    data: { ric_user, groups: 'sdgr' },
    headers: await signInHeaders(request, ADMIN),
  });
  expect(made.status()).toBe(200);

  await page.goto(ricUrl('/manage-customers'));
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(given);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/password\?from=/);
  await expect(page.getByRole('heading', { name: 'Please choose a password of your own.' })).toBeVisible();
  // Opening another screen returns to the form for the new password.
  await page.goto(ricUrl('/manage-rates'));
  await expect(page).toHaveURL(/\/password\?from=/);
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await expect(field('Current password')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('is required')).toHaveCount(3);
  await field('Current password').fill(given);
  await field('New password').fill('Password1234');
  await field('New password again').fill('Password12345');
  await page.keyboard.press('Enter');
  await expect(page.getByText('does not match the new password')).toBeVisible();
  await field('New password again').fill('Password1234');
  await page.keyboard.press('Enter');
  await expect(page.getByText('is one of the most common passwords')).toBeVisible();
  await expect(field('New password')).toBeFocused();
  await expect(field('Current password')).toHaveValue(given);
  for (const label of ['New password', 'New password again']) await field(label).fill('heron over the ninth');
  await loseAnswer(page, '/api/auth/password');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/it is not known whether your password was changed/)).toBeVisible();
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page).toHaveURL(/\/manage-rates/);
  await expect(page.getByRole('heading', { name: 'Rate', exact: false }).first()).toBeVisible();
});

test('who fails too often is told how long to wait', async ({ page }) => {
  await page.goto(ricUrl('/login'));
  await page.getByLabel('Email').fill(`nobody${Date.now()}@desk.example`);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  const answer = () => page.waitForResponse(/\/api\/auth\/sign_in/);
  for (let one = 0; one < 7; one += 1) {
    const answered = answer();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await answered;
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  }
  await expect(
    page.getByText(/^Too many failed sign-ins\. Please wait \d+ seconds and try again\.$/),
  ).toBeVisible();
});
