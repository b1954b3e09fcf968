import { expect, test, type Page } from '@playwright/test';
import { ricUrl, ADMIN, getFromApi, putToApi, waitUntilQuiet, signIn } from './actions.ts';

const strip = (page: Page) => page.getByRole('complementary', { name: 'Staff message' });
const read = async (request: Parameters<typeof getFromApi>[0]) =>
  (await getFromApi<{ message: string }>(request, '/api/ric_messages/get')).message;

let before = '';
test.beforeEach(async ({ request }) => {
  before = await read(request);
});
test.afterEach(({ request }) => putToApi(request, '/api/ric_messages/update', { message: before }));

test('without the live stream the staff message is loaded again five minutes later', async ({
  page,
  request,
}) => {
  await page.route('**/api/live', (route) => route.abort());
  await page.clock.install();
  await signIn(page);
  await expect(strip(page)).toContainText(before.slice(0, 20));
  await strip(page).getByRole('button', { name: 'Hide' }).click();
  await putToApi(request, '/api/ric_messages/update', { message: 'Fog until ten: call every first tee.' });
  await page.clock.fastForward('04:30');
  await waitUntilQuiet(page);
  await expect(strip(page).getByRole('button', { name: 'Show' })).toBeVisible();
  await expect(strip(page)).not.toContainText('Fog until ten');
  await page.clock.fastForward('00:45');
  // A new staff message opens the strip again.
  await expect(strip(page)).toContainText('Fog until ten: call every first tee.');
});

test('an admin writes it, and an agent reads it within seconds, as text with its links', async ({
  page,
  browser,
}) => {
  const desk = await browser.newContext();
  const agent = await desk.newPage();
  await signIn(agent);
  await expect(strip(agent)).toContainText(before.slice(0, 20));
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/ric-messages'));
  const text = page.getByLabel('Staff message', { exact: true }).and(page.getByRole('textbox'));
  await expect(text).toHaveValue(before);
  expect((await text.boundingBox())?.height).toBeGreaterThanOrEqual(500);
  // The field for a note in the message's history takes one line, as on every screen.
  const note = page.getByRole('textbox', { name: 'Write a note, seen by staff' });
  expect((await note.boundingBox())?.height).toBeLessThan(100);
  await text.fill('Frost until nine.\n<b>See</b> https://course.example/frost.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Success!', { exact: true })).toBeVisible();
  await expect(strip(agent)).toContainText('<b>See</b>');
  await expect(strip(agent).getByRole('link')).toHaveAttribute('href', 'https://course.example/frost');
  await desk.close();
});

test('whose message somebody else overtook is told by whom, and loses nothing', async ({ page, request }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/ric-messages'));
  const text = page.getByRole('textbox', { name: 'Staff message' });
  await text.fill('Mine');
  await putToApi(request, '/api/ric_messages/update', { message: 'Theirs' });
  await expect(strip(page)).toContainText('Theirs');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert')).toContainText(/changed this on .* What you typed is still here/);
  await expect(text).toHaveValue('Mine');
  // Leaving the screen asks first.
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Mailbox' }).click();
  await expect(page.getByRole('dialog')).toContainText('Leave without saving?');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reload' }).click();
  await expect(text).toHaveValue('Theirs');
});
