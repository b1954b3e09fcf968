import { expect, test } from '@playwright/test';
import { ricUrl, ADMIN, AGENT, signInHeaders, loseAnswer, signIn } from './actions.ts';

test('an admin erases a customer, and the record and the audit say so', async ({ page, request }) => {
  const headers = await signInHeaders(request, ADMIN);
  const last_name = `Gone${Date.now().toString(26).replaceAll(/\d/g, 'x')}`;
  const email = `${last_name.toLowerCase()}@golf.example`;
  const made = await request.post(ricUrl('/api/customers'), {
    headers,
    data: { customer: { first_name: 'Ilse', last_name, email, city: 'Vista' } },
  });
  const { id }: { id: number } = await made.json();
  await signIn(page, ADMIN);
  await page.goto(ricUrl(`/manage-customer/${id}`));
  await page.getByRole('button', { name: 'Erase personal data ...' }).click();
  const dialog = page.getByRole('dialog', { name: `Erase the personal data of Ilse ${last_name}` });
  await expect(dialog.getByText('Audit entries')).toBeVisible();
  await dialog.getByLabel(`Type ${email} to go on`).fill('something else');
  await dialog.getByRole('button', { name: `Erase the data of customer ${id}` }).click();
  await expect(dialog.getByText('is not what you were asked to type')).toBeVisible();
  await dialog.getByLabel(`Type ${email} to go on`).fill(email);
  await loseAnswer(page, '/api/customer_forgetting');
  await dialog.getByRole('button', { name: `Erase the data of customer ${id}` }).click();
  await expect(dialog.getByRole('alert')).toContainText('it is not known whether their data was erased');
  await dialog.getByRole('button', { name: `Erase the data of customer ${id}` }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Erased' })).toBeVisible();
  await expect(page.getByText('erased the personal data')).toBeVisible();
  await expect(page.getByText(last_name)).toHaveCount(0);
  await page.goto(ricUrl('/audit'));
  await expect(page.getByText('erased the personal data').first()).toBeVisible();
});

test('an agent is not offered it', async ({ page }) => {
  await signIn(page, AGENT);
  await page.goto(ricUrl('/manage-customer/1'));
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Erase personal data ...' })).toHaveCount(0);
});
