import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, type Page, type Request } from '@playwright/test';
import { HOSTILE_TEXT, SCRIPT_ADDRESS, HOSTILE_ELEMENT_SELECTOR } from '../support/hostile.ts';
import { sheetsBySheetJs } from '../support/workbooks.ts';
import { ADMIN } from './actions.ts';
import { CHECKED_PATHS } from './all-screens.ts';
import { startServer } from './server.ts';

const TABS = 3;
const email = ADMIN.email + HOSTILE_TEXT;

async function hostileCompany() {
  const folder = mkdtempSync(join(tmpdir(), 'ric-hostile-'));
  const script = ['--import', 'tsx', 'test/support/hostile-company.ts', folder];
  const { stdout } = await promisify(execFile)(process.execPath, script);
  const columns: string[] = JSON.parse(stdout);
  return { columns, ...(await startServer({ GATHER: 'off' }, folder)) };
}

/**
 * Opens a browser tab that records errors of the browser and of its security policy, and knows when a screen has received
 * all its answers.
 */
async function watched(page: Page) {
  const complaints: string[] = [];
  const say = (text: string) => complaints.push(`${new URL(page.url()).pathname}: ${text}`);
  let asked = 0;
  const count = (by: number) => (request: Request) => {
    if (!request.url().endsWith('/api/live')) asked += by;
  };
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
  page.on('response', (response) => {
    if (response.status() >= 500) say(`${response.status()} of ${response.url()}`);
  });
  page.on('console', (message) => message.type() === 'error' && say(message.text()));
  page.on('pageerror', (error) => say(error.message));
  page.on('dialog', (dialog) => {
    say(`a script asked: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const settled = () => expect.poll(() => asked, { intervals: [50] }).toBe(0);
  /** Returns true if the screen shows a hostile text, and reports each hostile text that became an HTML element. */
  const look = async () => {
    await settled();
    const frames = await Promise.all(
      page.frames().map((frame) => frame.locator(HOSTILE_ELEMENT_SELECTOR).count()),
    );
    const elements = frames.reduce((sum, count) => sum + count, 0);
    if (elements > 0) say(`${elements} elements came of a text`);
    const scripts = await page.locator(`a[href^="${SCRIPT_ADDRESS}"]`).count();
    if (scripts > 0) say(`${scripts} links are scripts`);
    return page.evaluate((text) => document.body.textContent.includes(text), HOSTILE_TEXT);
  };
  return { complaints, look };
}

test('no text of anybody is taken for markup, on no screen, in no letter and in no workbook', async ({
  context,
  page,
}) => {
  // The test opens ninety screens on a slow machine, while another test runs.
  test.setTimeout(600_000);
  const { columns, url, stop } = await hostileCompany();
  try {
    expect(columns).toEqual(
      expect.arrayContaining(['customers.last_name', 'tee_time_list.notes', 'notices.message']),
    );
    expect(columns.length).toBeGreaterThan(70);
    const first = await watched(page);
    await page.goto(`${url}/login`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/home$/);

    // Every screen is opened, several at a time.
    const paths = [...new Set(CHECKED_PATHS)];
    const seen: string[] = [];
    const walk = async (tab: Page, { look, complaints }: Awaited<ReturnType<typeof watched>>) => {
      for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
        await tab.goto(url + path);
        await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
        if (await look()) seen.push(path);
      }
      expect(complaints).toEqual([]);
    };
    const others = await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage()));
    await Promise.all([
      walk(page, first),
      ...others.map(async (tab) => walk(tab, await watched(tab)).finally(() => tab.close())),
    ]);
    expect(seen.length).toBeGreaterThan(50);

    // The search palette must show hostile texts as text, too.
    await page.goto(`${url}/home`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('torrey');
    await expect(page.getByText(/^\d+ found/)).toBeVisible();
    expect(await first.look()).toBe(true);

    // An e-mail made of hostile texts is opened in the list and as its reader sees it; then its template is opened in the
    // editor.
    const kept = await page.evaluate(() => localStorage.getItem('authToken') ?? '{}');
    const { 'access-token': token = '', uid = '', client = '' }: Record<string, string> = JSON.parse(kept);
    const headers = { 'access-token': token, uid, client };
    const sent = await page.request.get(`${url}/api/tee_times/receipt/300`, { headers });
    expect(sent.status()).toBe(200);
    await page.goto(`${url}/mailbox`);
    await page.getByRole('link', { name: /^View/ }).first().click();
    await expect(page.frameLocator('iframe').getByText('data-hostile').first()).toBeVisible();
    expect(await first.look()).toBe(true);
    await page.goto(`${url}/email-templates?template=receipt`);
    const preview = page.getByRole('region', { name: 'Preview' });
    const listed = await page.request.get(`${url}/api/tee_times/index?per_page=1`, { headers });
    const [row]: { first_name: string; last_name: string }[] = await listed.json();
    const name = `${row?.first_name} ${row?.last_name}`;
    await preview.getByRole('combobox', { name: 'With' }).fill(name);
    await expect(page.getByRole('option', { name }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(preview.locator('iframe').contentFrame().getByText('data-hostile').first()).toBeVisible();
    expect(await first.look()).toBe(true);

    // A workbook contains the hostile texts as texts, not as formulas.
    const shown = {
      title: 'The list',
      noun: 'customer',
      said: 'All',
      filters: { last_name: 'data-hostile' },
    };
    const data = { ...shown, columns: [{ name: 'last_name', label: 'Last' }] };
    const file = await page.request.post(`${url}/api/customers/index.xlsx`, { headers, data });
    const cells = Object.values(sheetsBySheetJs(await file.body())['The list'] ?? {});
    expect(cells.filter((cell) => String(cell?.v).endsWith(HOSTILE_TEXT)).length).toBeGreaterThan(0);
    expect(cells.filter((cell) => cell?.f !== undefined)).toEqual([]);
    expect(first.complaints).toEqual([]);

    // An admin may write HTML into an e-mail template, but scripts in it must not run.
    const alerts: string[] = [];
    page.on('dialog', (dialog) => alerts.push(dialog.message()));
    await page.getByRole('textbox', { name: 'Template text' }).press('Control+End');
    await page.keyboard.insertText(`<p>By right</p>${HOSTILE_TEXT}<script>alert(3)</script>`);
    const frame = preview.locator('iframe').contentFrame();
    await expect(frame.getByText('By right')).toBeVisible();
    await expect(frame.locator(HOSTILE_ELEMENT_SELECTOR)).not.toHaveCount(0);
    expect(alerts).toEqual([]);
    expect(first.complaints.join('\n')).toMatch(/inline event handler.*Content Security Policy/i);
  } finally {
    await stop();
  }
});
