import { expect, test } from '@playwright/test';
import { ADMIN, getFromApi, holdCallsBack, signIn } from './actions.ts';
import { open, plain, preview } from './templates.ts';

test('a letter is previewed with an old booking, found by its confirmation', async ({ page, request }) => {
  const [oldest] = await getFromApi<{ id: number; last_name: string; confirmation: string }[]>(
    request,
    `/api/tee_times/index?per_page=1&sort_fields=${encodeURIComponent('["created_at"]')}&sort_desc=${encodeURIComponent('[false]')}`,
  );
  await signIn(page, ADMIN);
  await open(page, 'Receipt');
  await preview(page)
    .getByRole('combobox', { name: 'With' })
    .fill(oldest?.confirmation ?? '');
  await expect(
    page.getByRole('option', { name: new RegExp(oldest?.confirmation ?? '-') }).first(),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(plain(page)).toContainText(`Confirmation: ${oldest?.confirmation}`);
});

test('a booking is chosen for the preview by Enter before it is found, and what is none is said', async ({
  page,
  request,
}) => {
  const [oldest] = await getFromApi<{ last_name: string; confirmation: string }[]>(
    request,
    `/api/tee_times/index?per_page=1&sort_fields=${encodeURIComponent('["created_at"]')}&sort_desc=${encodeURIComponent('[false]')}`,
  );
  await signIn(page, ADMIN);
  await open(page, 'Receipt');
  const sample = await plain(page).textContent();
  const search = await holdCallsBack(page, '**/api/search/index?**');
  const record = preview(page).getByRole('combobox', { name: 'With' });
  await record.fill(oldest?.confirmation ?? '');
  await page.keyboard.press('Enter');
  await expect(record).toHaveValue(oldest?.confirmation ?? '');
  search();
  await expect(plain(page)).toContainText(`Confirmation: ${oldest?.confirmation}`);
  await expect(record).toHaveValue(new RegExp(oldest?.confirmation ?? '-'));

  await record.fill('nobody of that name');
  await page.keyboard.press('Enter');
  await expect(preview(page).getByText('Nothing matches “nobody of that name”.')).toBeVisible();
  await expect(plain(page)).toContainText(`Confirmation: ${oldest?.confirmation}`);
  // Emptied, it shows the sample again.
  await record.fill('');
  await page.keyboard.press('Enter');
  await expect(plain(page)).toHaveText(sample ?? '');
});
