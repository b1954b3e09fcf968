import { expect, test } from '@playwright/test';
import { ask, change, quiet, signIn } from './desk.ts';

test('the staff message is loaded once more five minutes later', async ({ page, request }) => {
  const { message } = await ask<{ message: string }>(request, '/api/ric_messages/get');
  await page.clock.install();
  await signIn(page);
  const strip = page.getByRole('complementary', { name: 'Staff message' });
  await expect(strip).toContainText(message.slice(0, 20));
  await strip.getByRole('button', { name: 'Fold' }).click();
  try {
    await change(request, '/api/ric_messages/update', { message: 'Fog until ten: call every first tee.' });
    await page.clock.fastForward('04:30');
    await quiet(page);
    await expect(strip.getByRole('button', { name: 'Show' })).toBeVisible();
    await expect(strip).not.toContainText('Fog until ten');
    await page.clock.fastForward('00:45');
    // A new message opens the strip again.
    await expect(strip).toContainText('Fog until ten: call every first tee.');
  } finally {
    await change(request, '/api/ric_messages/update', { message });
  }
});
