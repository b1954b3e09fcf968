import { expect, test } from '@playwright/test';
import { ADMIN, ricUrl, signInHeaders, holdAnswer, loseAnswer, signIn } from './actions.ts';

test('an admin makes a partner with keys and a webhook; each secret is shown once', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-partners'));
  await page.getByRole('link', { name: 'New Partner' }).click();
  const name = `Golf Away ${Date.now() % 100_000}`;
  await expect(page.getByRole('heading', { name: 'New Partner' })).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

  const keys = page.getByRole('region', { name: 'Keys' });
  const make = keys.getByRole('button', { name: 'New key' });
  await make.click();
  const told = keys.getByRole('status');
  await expect(told).toHaveText(/shown only now/);
  await expect(told).toBeFocused();
  const key = (await keys.locator('.shown-once code').textContent()) ?? '';
  expect(key).toMatch(/^[\w-]{43}$/);
  await keys.getByRole('button', { name: 'I have saved it' }).click();
  await expect(keys.getByText(`…${key.slice(-4)}`)).toBeVisible();
  await make.click();
  await keys.getByRole('button', { name: 'I have saved it' }).click();
  await expect(make).toHaveAttribute('aria-disabled', 'true');
  await keys.getByRole('button', { name: `Withdraw the key …${key.slice(-4)}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(keys.getByText(/^Withdrawn by /)).toBeVisible();
  await expect(make).not.toHaveAttribute('aria-disabled', 'true');

  const webhooks = page.getByRole('region', { name: 'Webhooks' });
  await webhooks.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  await dialog.getByLabel('Address').fill('https://10.0.0.7/ric');
  await dialog.getByRole('button', { name: 'Make it' }).click();
  await expect(dialog.getByText('must be a public address')).toBeVisible();
  await expect(dialog.getByLabel('Address')).toHaveValue('https://10.0.0.7/ric');
  await dialog.getByLabel('Address').fill('https://partner.example/ric');
  await dialog.getByLabel('lead matched').uncheck();
  await page.keyboard.press('Enter');
  await expect(webhooks.getByRole('status')).toHaveText(/shown only now/);
  const secret = (await webhooks.locator('.shown-once code').textContent()) ?? '';
  await webhooks.getByRole('button', { name: 'I have saved it' }).click();
  await expect(webhooks.getByText('https://partner.example/ric')).toBeVisible();
  await expect(webhooks.getByText(/^Told of tee time booked, /)).not.toContainText('lead matched');

  await page.reload();
  await expect(keys.getByRole('listitem')).toHaveCount(2);
  const shown = await page.locator('body').textContent();
  expect(shown).not.toContain(key);
  expect(shown).not.toContain(secret);
  await webhooks.getByRole('link', { name: 'Last events' }).click();
  await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();
});

test('a key or a secret whose answer was lost is told, and one that is shown is not left by mistake', async ({
  page,
  request,
}) => {
  await signIn(page, ADMIN);
  const partner = { api_user_name: `Lost Answers ${Date.now() % 100_000}`, is_public_site: false };
  const made = await request.post(ricUrl('/api/partners'), {
    headers: await signInHeaders(request, ADMIN),
    data: { partner },
  });
  const { id }: { id: number } = await made.json();
  await page.goto(ricUrl(`/partner/${id}`));
  const keys = page.getByRole('region', { name: 'Keys' });
  await loseAnswer(page, `/api/partners/keys/${id}`);
  await keys.getByRole('button', { name: 'New key' }).click();
  await expect(keys.getByText(/^We could not confirm that the key was created\./)).toBeVisible();
  await expect(keys.getByRole('listitem')).toHaveCount(1);
  await keys.getByRole('button', { name: /^Withdraw the key/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(keys.getByText(/^Withdrawn by /)).toBeVisible();

  await keys.getByRole('button', { name: 'New key' }).click();
  await expect(keys.getByRole('status')).toBeFocused();
  // The New key button is disabled, because another key would replace the shown one before it is saved.
  await expect(keys.getByRole('button', { name: 'New key', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.getByRole('link', { name: 'Tee Times', exact: true }).click();
  const leaving = page.getByRole('dialog');
  await expect(leaving).toContainText('Leave without saving it?');
  await page.keyboard.press('Escape');
  await expect(keys.locator('.shown-once code')).toBeVisible();
  await keys.getByRole('button', { name: 'I have saved it' }).click();
  await loseAnswer(page, '/api/partner_keys/withdraw/*');
  await keys.getByRole('button', { name: /^Withdraw the key/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(keys.getByText(/^Withdrawn by /)).toHaveCount(2);
  await expect(keys.getByRole('alert')).toHaveCount(0);

  const webhooks = page.getByRole('region', { name: 'Webhooks' });
  await webhooks.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  await dialog.getByLabel('Address').fill('https://lost.example/ric');
  await loseAnswer(page, `/api/partners/webhooks/${id}`);
  await dialog.getByRole('button', { name: 'Make it' }).click();
  await expect(dialog.getByText(/^We could not confirm that the webhook was created\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(webhooks.getByText('https://lost.example/ric')).toBeVisible();
  await webhooks.getByRole('button', { name: 'New secret: https://lost.example/ric' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  await expect(webhooks.locator('.shown-once code')).toBeVisible();
});

test('a key whose answer was lost stands there, also where the others are still on their way', async ({
  page,
  request,
}) => {
  await signIn(page, ADMIN);
  const partner = { api_user_name: `Lost Early ${Date.now() % 100_000}`, is_public_site: false };
  const made = await request.post(ricUrl('/api/partners'), {
    headers: await signInHeaders(request, ADMIN),
    data: { partner },
  });
  const { id }: { id: number } = await made.json();
  const { isRead, letThrough } = await holdAnswer(page, new RegExp(`/api/partners/keys/${id}$`));
  await page.goto(ricUrl(`/partner/${id}`));
  await isRead;
  await loseAnswer(page, `/api/partners/keys/${id}`);
  const keys = page.getByRole('region', { name: 'Keys' });
  const lost = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
  await keys.getByRole('button', { name: 'New key' }).click();
  await lost;
  letThrough();
  await expect(keys.getByText(/^We could not confirm that the key was created\./)).toBeVisible();
  await expect(keys.getByRole('listitem')).toHaveCount(1);
});
