import { expect, test } from '@playwright/test';
import { ricUrl, ADMIN, getFromApi, signIn } from './actions.ts';

test('a customer who may be a duplicate is asked about, and made by the keyboard', async ({
  page,
  request,
}) => {
  const email = `max.twice${Date.now()}@example.com`;
  const known = await getFromApi<{ primary_phone: string }>(request, '/api/customers/show/1');
  await signIn(page);
  await page.goto(ricUrl('/manage-customer/new'));
  await page.getByLabel('First Name').focus();
  await page.keyboard.type('Max');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Twice');
  await page.keyboard.press('Tab');
  await page.keyboard.type('not an address');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('One or more things are invalid.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill('MAXI@example.com');
  await page.keyboard.press('Control+s');

  const block = page.getByText(
    'A customer with this email address exists. Are you sure you want to create a duplicate?',
  );
  const tick = page.getByLabel('Create a duplicate customer');
  await expect(block).toBeVisible();
  await expect(page.getByText('One or more things are invalid.')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Maximiliano Alvarez-Whitcombe' })).toHaveAttribute(
    'href',
    '/manage-customer/1',
  );
  await expect(tick).toBeFocused();
  const askedAgain = page.waitForResponse('**/api/customers');
  await page.keyboard.press('Control+s');
  await askedAgain;
  await expect(page.getByRole('toolbar').getByRole('button', { name: 'Save' })).toBeEnabled();
  await expect(block).toBeVisible();
  await expect(tick).toBeFocused();
  await page.keyboard.press('Space');
  await expect(tick).toBeChecked();

  // The warning and its tick belong to the first known customer; another known customer's phone number asks again.
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Mobile Phone').fill(known.primary_phone.replace(/\D/g, ' '));
  await expect(block).toHaveCount(0);
  await page.keyboard.press('Control+s');
  await expect(
    page.getByText('A customer with this phone number exists. Are you sure you want to create a duplicate?'),
  ).toBeVisible();
  await expect(tick).not.toBeChecked();
  await tick.check();
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/Customer number \d+/)).toBeVisible();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
});

test('a certificate gets another recipient while it is edited, and is sent', async ({ page, request }) => {
  const greeting = `Play well, ${Date.now()}`;
  await signIn(page);
  await page.goto(ricUrl('/manage-gift-certificate/6'));
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('textbox', { name: 'Balance' })).toBeHidden();
  await page.getByLabel('Greeting').fill(greeting);
  await page.getByRole('radio', { name: 'Mail', exact: true }).check();
  await expect(page.getByRole('radiogroup', { name: 'Mail Method' })).toBeVisible();

  await page.getByRole('button', { name: 'Change recipient' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose the recipient' });
  await expect(dialog.getByLabel('Filter by Last Name')).toBeFocused();
  await page.keyboard.type('an');
  await dialog.getByRole('button', { name: 'Search' }).click();
  await expect(dialog.getByText(/^\d+ customers? with Last Name/)).toBeVisible();
  await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0);
  const chosen = dialog.getByRole('button', { name: /^Select / }).first();
  const name = ((await chosen.getAttribute('aria-label')) ?? '').replace('Select ', '');
  await chosen.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('group', { name: 'Recipient' })).toContainText(name);
  await expect(page.getByLabel('Greeting')).toHaveValue(greeting);

  await page.keyboard.press('Control+s');
  await expect(page.getByRole('group', { name: 'Greeting' })).toContainText(greeting);
  for (const send of ['Send Receipt', 'Send Gift Certificate'])
    await page.getByRole('button', { name: send }).click();
  await expect(page.getByText('Success', { exact: true }).first()).toBeVisible();
  const kept = await getFromApi<{ greeting: string; recipient: { first_name: string; last_name: string } }>(
    request,
    '/api/gift_certificates/show/6',
  );
  expect(kept.greeting).toBe(greeting);
  expect(`${kept.recipient.first_name} ${kept.recipient.last_name}`).toBe(name);
});

test('a recipient is made in the dialog that chooses one, by keys alone; one who is there already is offered', async ({
  page,
}) => {
  const last = `Newcomb${Date.now().toString(36)}`;
  const email = `${last}@example.com`;
  await signIn(page);
  await page.goto(ricUrl('/manage-gift-certificate/7'));
  const change = page.getByRole('button', { name: 'Change recipient' });
  const dialog = page.getByRole('dialog', { name: 'Choose the recipient' });
  const recipient = page.getByRole('group', { name: 'Recipient' });
  const begin = async () => {
    await change.focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Filter by Last Name')).toBeFocused();
    await page.keyboard.type(last);
    const button = dialog.getByRole('button', { name: 'New recipient' });
    for (let n = 0; n < 30 && !(await button.evaluate((b) => b === document.activeElement)); n += 1)
      await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('First Name')).toBeFocused();
    await expect(dialog.getByLabel('Last Name')).toHaveValue(last);
  };
  await begin();
  // The error is shown beside its field, and the field has the focus.
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('is required')).toBeVisible();
  await expect(dialog.getByLabel('First Name')).toBeFocused();
  await page.keyboard.type('Robin');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(change).toBeFocused();
  await expect(recipient).toContainText(`Robin ${last}`);
  await expect(recipient).toContainText(email);

  await begin();
  await page.keyboard.type('Rob');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(email.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/^A customer with this email address exists\./)).toBeVisible();
  await expect(dialog.getByRole('button', { name: `Select Robin ${last}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(recipient).toContainText(`Robin ${last}`);
  // No duplicate was made, and the list is one step back.
  await change.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type(last);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: /^Select / })).toHaveCount(1);
  await dialog.getByRole('button', { name: 'New recipient' }).click();
  await dialog.getByRole('button', { name: 'Back to the list' }).click();
  await expect(dialog.getByLabel('Filter by Last Name')).toBeFocused();
});

test('an admin adjusts a balance, and the panel shows it', async ({ page }) => {
  const balance = (500 + (Date.now() % 9000) / 100).toFixed(2);
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-gift-certificate/9'));
  const panel = page.getByRole('region', { name: 'Transactions' });
  await panel.getByText('Records and items').click();
  const rows = panel.getByRole('table', { name: 'Transaction records' }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const before = await rows.count();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Balance' }).fill(balance);
  await page.keyboard.press('Control+s');
  // The new balance is above the amount of the sale, so it must be confirmed.
  await page.getByRole('dialog', { name: 'Save it?' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Balance' })).toContainText(`$${balance}`);
  await expect(rows).toHaveCount(before + 1);
  await expect(panel.getByText(/^Balance adjusted by ./).first()).toBeInViewport();
  await expect(panel.getByText('Balance', { exact: true }).locator('..')).toContainText(`$${balance}`);
});

test('the moves of a much used discount are turned page by page, each with its round, and summed', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-discount/1'));
  const panel = page.getByRole('region', { name: 'Transactions' });
  const moves = panel.getByText(/^Taken off tee time \d+, ./);
  await expect(moves).toHaveCount(30);
  const first = await moves.first().innerText();
  expect(first).toMatch(/\n.+ · \w{3}, \w{3} \d+ \d{4}.* · (card|on account|gift certificate|nothing)/);
  const total = await panel
    .getByText(/^Taken off [\d,]+ rounds$/)
    .locator('..')
    .innerText();
  expect(total).toMatch(/−\$[\d,]+\.\d\d$/);
  await expect(panel.getByText(/^1–30 of /)).toBeVisible();
  await panel.getByRole('button', { name: 'Next page' }).focus();
  await page.keyboard.press('Enter');
  await expect(panel.getByText(/^31–60 of /)).toBeVisible();
  await expect(moves.first()).not.toHaveText(first);
  await expect(panel.getByRole('button', { name: 'Next page' })).toBeFocused();
  expect(
    await panel
      .getByText(/^Taken off [\d,]+ rounds$/)
      .locator('..')
      .innerText(),
  ).toBe(total);
});

test('what moved on a certificate and a discount is in sight, in words, and their items are at hand', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  const columns = { 'Transaction records': ['Created At', 'Total'] };
  const items = { 'Transaction items': ['Created At', 'Total', 'Type', 'View'] };
  for (const [path, words] of [
    ['/manage-gift-certificate/1', 'Sold'],
    ['/manage-discount/1', /^Taken off tee time \d+, ./],
  ] as const) {
    await page.goto(ricUrl(path));
    const panel = page.getByRole('region', { name: 'Transactions' });
    await expect(panel.getByText(words).first()).toBeInViewport({ ratio: 1 });
    await panel.getByText('Records and items').click();
    for (const [name, heads] of Object.entries({ ...columns, ...items })) {
      const table = panel.getByRole('table', { name });
      await expect(table).toBeVisible();
      expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(heads);
    }
  }
  await page.getByRole('link', { name: 'View tee time' }).first().click();
  await page.waitForURL(/\/manage-tee-time\/\d+$/);
});
