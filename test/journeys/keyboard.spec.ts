import { expect, test } from '@playwright/test';
import { address, inDays, signIn } from './desk.ts';

test('an agent finds a tee time without the mouse', async ({ page }) => {
  await signIn(page);
  await page.keyboard.press('Control+k');
  await expect(
    page.getByRole('combobox').or(page.getByPlaceholder(/^Search customers/).last()),
  ).toBeFocused();
  await page.keyboard.type('Tee times');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/manage-tee-times/);
  await page.getByLabel('Filter by Last Name').focus();
  await page.keyboard.type('alvarez-whit');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/alvarez-whit/);
  await expect(page.getByText(/with Last Name “alvarez-whit”/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /^View/ }).first().focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/manage-tee-time\/\d+/);
});

test('an agent books without the mouse', async ({ page }) => {
  await signIn(page);
  await page.goto(
    address(`/ibe?providedCourseId=2&providedPlayers=2&providedDateString=${inDays(15)}&providedTime=742`),
  );
  await page.getByRole('button', { name: /Use the suggested/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Email address', { exact: true }).focus();
  for (const typed of ['keys@caller.example', 'Kay', 'Board', '92037']) {
    // Past the offer to fill in a returning customer, where there is one.
    await page.keyboard.type(typed);
    await page.keyboard.press('Tab');
  }
  await expect(page.getByLabel('Last name')).toHaveValue('Board');
  await page.getByRole('button', { name: /^Book · / }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText(
    'No credit card information entered. Continue to book?',
  );
  await page.getByRole('button', { name: 'Continue to book' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
});
