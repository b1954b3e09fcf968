import { expect, test, type Page } from '@playwright/test';
import { ADMIN, ricUrl, getFromApi, bookButton, fillBookingEngine, signIn, tabTo } from './actions.ts';
import { startMailReader } from './mail-reader.ts';
import { startServer } from './server.ts';
import { open, plain, preview, text } from './templates.ts';

// A separate company: its e-mails go to a real mail server, and no other journey sees its changed templates.
let shared: string | undefined;
let server: Awaited<ReturnType<typeof startServer>>;
let reader: Awaited<ReturnType<typeof startMailReader>>;
test.beforeAll(async () => {
  reader = await startMailReader();
  server = await startServer({
    GATHER: 'off',
    // The company exists already; with a mail server no demonstration is made.
    DEMO: 'off',
    SMTP_URL: reader.url,
    MAIL_FROM: 'San Diego Golf <desk@ric.example>',
  });
  shared = process.env.RIC_URL;
  process.env.RIC_URL = server.url;
});
test.afterAll(async () => {
  process.env.RIC_URL = shared;
  await server.stop();
  await reader.close();
});

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

const textOf = (content: string | ArrayBuffer | Uint8Array = ''): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content);

/** Puts the cursor behind the first line, which is the subject, and types. */
async function typeIntoSubject(page: Page, typed: string): Promise<void> {
  await text(page).press('Control+Home');
  await page.keyboard.press('End');
  // A long line takes several on the screen.
  await page.keyboard.press('End');
  await page.keyboard.type(typed);
}

test('nothing is saved before a template is chosen', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/email-templates'));
  await save(page).click();
  await expect(page.getByText('Please select a template before saving.')).toHaveCount(1);
  await expect(page.getByRole('combobox', { name: 'Template name' })).toBeFocused();
});

test('an admin edits a template, previews it, sends it to themselves and saves it', async ({
  page,
  request,
}) => {
  await signIn(page, ADMIN);
  await open(page, 'Receipt');
  await expect(page.getByText('The built-in template is in use')).toBeVisible();
  await typeIntoSubject(page, ' for ');
  await page.getByRole('searchbox', { name: 'Find a variable' }).fill('how many play');
  await page.getByRole('button', { name: 'players', exact: true }).click();
  await expect(text(page)).toBeFocused();
  await expect(
    preview(page).getByText(/^Your tee time at Torrey Pines South, .* 07:42 for 4$/),
  ).toBeVisible();
  // The HTML is in a sandboxed frame, as wide as a phone on request.
  const frame = preview(page).locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts');
  await expect(frame.contentFrame().getByRole('heading', { name: 'Your tee time is booked' })).toBeVisible();
  expect((await frame.boundingBox())?.width).toBe(600);
  await preview(page).getByRole('button', { name: 'Phone' }).click();
  expect((await frame.boundingBox())?.width).toBe(360);

  // The preview with an existing booking.
  const [row] = await getFromApi<{ first_name: string; last_name: string; confirmation: string }[]>(
    request,
    '/api/tee_times/index?per_page=1',
  );
  const name = `${row?.first_name} ${row?.last_name}`;
  const record = preview(page).getByRole('combobox', { name: 'With' });
  await record.fill(name);
  await expect(page.getByRole('option', { name }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(plain(page)).toContainText(`Dear ${name},`);
  await expect(plain(page)).toContainText(`Confirmation: ${row?.confirmation}`);

  await page.getByRole('button', { name: 'Send me this one' }).click();
  await expect(page.getByText(`Sent to ${ADMIN.email}`)).toBeVisible();
  await expect.poll(() => reader.mailsTo(ADMIN.email)).toHaveLength(1);
  const [trial] = reader.mailsTo(ADMIN.email);
  expect(trial?.subject).toMatch(/ for \d$/);
  expect(trial?.text).toContain(`Dear ${name},`);
  expect(trial?.html).toContain('prefers-color-scheme: dark');

  await save(page).click();
  await expect(page.getByText('Template saved.', { exact: true })).toBeVisible();
  await expect(save(page)).toHaveAttribute('aria-disabled', 'true');
});

test("the next booking's receipt is written from what was saved, and goes into the reader's calendar", async ({
  page,
  request,
}) => {
  await signIn(page, ADMIN);
  await fillBookingEngine(page, { last_name: 'Templeton', days: 21 });
  await bookButton(page).click();
  await page.getByRole('dialog').getByRole('button').last().click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  const customer = 'templeton@caller.example';
  await expect.poll(() => reader.mailsTo(customer)).toHaveLength(1);
  const [receipt] = reader.mailsTo(customer);
  expect(receipt?.subject).toMatch(/^Your tee time at Torrey Pines North Golf Course, .* 09:10 for 4$/);
  expect(receipt?.text).toContain('Dear Robin Templeton,');
  const [calendar] = receipt?.attachments ?? [];
  expect(calendar).toMatchObject({ filename: 'tee-time.ics', mimeType: 'text/calendar' });
  const event = textOf(calendar?.content);
  expect(event).toMatch(/DTSTART;TZID=America\/Los_Angeles:\d{8}T091000/);
  expect(event).toContain('SUMMARY:Golf at Torrey Pines North Golf Course');
  const [letter] = await getFromApi<{ id: number }[]>(
    request,
    `/api/outbox/index?filters=${encodeURIComponent(JSON.stringify({ recipient: customer }))}`,
  );
  await page.goto(ricUrl(`/mailbox/${letter?.id}`));
  await expect(page.getByText(/^Written from the template of .*, with a calendar file$/)).toBeVisible();
});

test('what cannot be used is not saved; its line is said, and nothing typed is lost', async ({ page }) => {
  await signIn(page, ADMIN);
  await open(page, 'Voucher');
  await typeIntoSubject(page, ' {{ shoe');
  await expect(preview(page)).toContainText('It cannot be used yet');
  // The last rendered e-mail stays, below the error.
  await expect(preview(page).locator('iframe').contentFrame().getByText('Golf voucher')).toBeVisible();
  await save(page).click();
  const refusal = page.getByRole('alert').filter({ hasText: 'the voucher has no variable shoe.' });
  await expect(refusal).toBeVisible();
  await refusal.getByRole('button', { name: 'Line 1' }).click();
  await expect(text(page)).toBeFocused();
  await expect(text(page)).toContainText('{{ shoe');
  // Leaving asks first, as does choosing another template.
  await page.getByRole('combobox', { name: 'Template name' }).click();
  await page.getByRole('option', { name: 'Receipt', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Leave without saving?');
  await page.keyboard.press('Escape');
  await expect(text(page)).toContainText('{{ shoe');
  await expect(page.getByRole('combobox', { name: 'Template name' })).toHaveValue('Voucher');
  await page.reload();
  await expect(text(page)).toContainText('{{ shoe');
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reload' }).click();
  await expect(text(page)).not.toContainText('{{ shoe');
});

test('of two who edit one template the second is told by whom, compares and restores', async ({
  page,
  browser,
}) => {
  await signIn(page, ADMIN);
  await open(page, 'Cancellation');
  const other = await (await browser.newContext()).newPage();
  await signIn(other, ADMIN);
  await open(other, 'Cancellation');
  await typeIntoSubject(other, ' (theirs)');
  await other.keyboard.press('Control+s');
  await expect(other.getByText('Template saved.', { exact: true })).toBeVisible();
  await other.context().close();

  await typeIntoSubject(page, ' (mine)');
  await save(page).click();
  await expect(page.getByRole('alert')).toContainText(/changed this on .* What you typed is still here/);
  await expect(text(page)).toContainText('(mine)');

  await page.getByRole('button', { name: 'Versions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Versions: Cancellation' });
  await dialog.getByRole('button', { name: /\(in use\)/ }).click();
  const difference = dialog.getByRole('region', { name: 'Difference' });
  await expect(difference.locator('del')).toContainText('(theirs)');
  await expect(difference.locator('ins')).toContainText('(mine)');
  await expect(difference).toContainText(/\d+ lines the same/);
  await dialog.getByRole('button', { name: 'The built-in template' }).click();
  await expect(difference.locator('del')).not.toContainText('(theirs)');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reload' }).click();
  await expect(text(page)).toContainText('(theirs)');
  await page.getByRole('button', { name: 'Versions' }).click();
  await dialog.getByRole('button', { name: 'The built-in template' }).click();
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Template saved.', { exact: true })).toBeVisible();
  await expect(text(page)).not.toContainText('(theirs)');
});

test('the editor is left by Tab, and all of it is reached by keys', async ({ page }) => {
  await signIn(page, ADMIN);
  await open(page, 'Voucher');
  await text(page).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox', { name: 'Find a variable' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(text(page)).toBeFocused();
  await expect(text(page)).toContainText('{{ sender }}Subject:');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toContainText('Discard changes?');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(text(page)).not.toContainText('{{ sender }}Subject:');
  await text(page).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Versions' })).toBeFocused();
});

test('Back to another template asks, once, before what was typed is lost', async ({ page }) => {
  await signIn(page, ADMIN);
  await open(page, 'Receipt');
  const name = page.getByRole('combobox', { name: 'Template name' });
  await name.click();
  await page.getByRole('option', { name: 'Voucher', exact: true }).click();
  await expect(preview(page).getByText(/^Voucher: /)).toBeVisible();
  await typeIntoSubject(page, ' (mine)');
  await page.goBack();
  await expect(page.getByRole('dialog')).toContainText('Leave without saving?');
  await page.keyboard.press('Escape');
  await expect(name).toHaveValue('Voucher');
  await expect(text(page)).toContainText('(mine)');
  await page.goBack();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(name).toHaveValue('Receipt');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goForward();
  await expect(preview(page).getByText(/^Voucher: /)).toBeVisible();
  await expect(text(page)).not.toContainText('(mine)');
});

test('a template is written, saved and put back by keys alone', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/email-templates'));
  const name = page.getByRole('combobox', { name: 'Template name' });
  await tabTo(page, name);
  await page.keyboard.type('Voucher');
  await expect(page.getByRole('option', { name: 'Voucher', exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(text(page)).toContainText('Subject:');
  await tabTo(page, text(page));
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('End');
  await page.keyboard.press('End');
  await page.keyboard.type(', by keys for ');
  await page.keyboard.press('Tab');
  await page.keyboard.type('how many play');
  await tabTo(page, page.getByRole('button', { name: 'players', exact: true }));
  await page.keyboard.press('Enter');
  // The cursor is where it was, and typing continues there.
  await expect(text(page)).toBeFocused();
  // A closing that the editor adds is typed over.
  await page.keyboard.type(' of you{% if players %}!{% endif %}');
  await expect(preview(page).getByText(/, by keys for \d of you!$/)).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Template saved.', { exact: true })).toBeVisible();

  const versions = page.getByRole('button', { name: 'Versions' });
  await page.keyboard.press('Shift+Tab');
  await expect(versions).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Versions: Voucher' });
  await tabTo(page, dialog.getByRole('button', { name: 'The built-in template' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('region', { name: 'Difference' }).locator('ins')).toContainText('by keys');
  await tabTo(page, dialog.getByRole('button', { name: 'Restore' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(versions).toBeFocused();
  await expect(text(page)).not.toContainText('by keys');
});
