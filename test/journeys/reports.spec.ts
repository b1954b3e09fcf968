import { expect, test, type Page } from '@playwright/test';
import { sheetsBySheetJs } from '../support/workbooks.ts';
import { ADMIN, ricUrl, dayAhead, waitUntilQuiet, signIn, tabTo } from './actions.ts';
import { frame, run, SPAN } from './reports.ts';

const BEFORE = `compare_start_date=${dayAhead(-425)}&compare_end_date=${dayAhead(-366)}`;
/** Every report's screen, its heading, and the start of its file's name. */
const SCREENS = [
  ['/reports/rate-sheet', 'Rate Sheet', 'rate-sheet_'],
  ['/reports/old-rate-sheet', 'Old Rate Sheet', 'old-rate-sheet_'],
  [`/reports/commission?${SPAN}`, 'Commission Report', 'commission_'],
  [`/reports/ap_monthly?${SPAN}`, 'Accounts Payable Monthly', 'ap-monthly_'],
  ['/reports/sales_report?month=9&year=2026', 'Sales Report', 'sales_report_2026-10'],
  [`/reports/new_sales_report?${SPAN}`, 'Sales Report 2', 'new_sales_report_'],
  [`/reports/revenue-comparison?${SPAN}&${BEFORE}`, 'Revenue Comparison', 'revenue-comparison_'],
  [`/reports/weekly?${SPAN}`, 'Weekly', 'weekly_'],
  ['/reports/gift-certificate?all_dates=true', 'Gift Certificates', 'gift-certs_all'],
  ['/reports/maintenance', 'Maintenance', 'maintenance_'],
  [`/reports/tee_time?${SPAN}`, 'Tee Time / Customer Report', 'tee-time_'],
] as const;

type File = { name: string; bytes: Uint8Array };
/** Presses Run Report; returns the file of the link in the other tab, which closes with its download. */
async function ran(page: Page): Promise<File> {
  let opened: (file: File) => void = () => undefined;
  const opening = new Promise<File>((resolve) => (opened = resolve));
  // Only once: a tab whose download was cut requests it again, and its link is used up.
  await page.context().route(
    '**/api/reports/*.xlsx?*',
    async (route) => {
      const response = await route.fetch();
      expect(response.status()).toBe(200);
      const [, name = ''] = /filename="([^"]+)"/.exec(response.headers()['content-disposition'] ?? '') ?? [];
      opened({ name, bytes: await response.body() });
      await route.abort();
    },
    { times: 1 },
  );
  await run(page).click();
  return opening;
}

for (const [path, heading, file] of SCREENS)
  test(`${heading} is shown, and its workbook says the same`, async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto(ricUrl(path));
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    await expect(frame(page).getByRole('columnheader').first()).toBeVisible();
    const { name, bytes } = await ran(page);
    expect(name).toContain(file);
    const [cells = {}] = Object.values(sheetsBySheetJs(bytes));
    const headings = await frame(page).getByRole('columnheader').allInnerTexts();
    const letter = (at: number) => String.fromCharCode(65 + at);
    expect(headings.map((_, at) => cells[`${letter(at)}4`]?.v)).toEqual(headings);
    // Three cells of the first row, and the whole row of totals.
    const section = await frame(page).locator('tbody tr').first().getByRole('rowheader').count();
    const first = await frame(page).locator('tbody tr').nth(section).getByRole('cell').allInnerTexts();
    for (const at of [0, 1, 2]) {
      const cell = cells[`${letter(at)}${5 + section}`];
      // Only texts are compared here, since numbers are formatted in each program's own way; another test checks them
      // by column.
      if (cell?.t === 's') expect(cell.v).toBe(first[at]);
      else expect(cell === undefined).toBe(first[at] === '');
    }
    const totals = await frame(page).locator('tfoot td').allInnerTexts();
    const row = Object.keys(cells).find((place) => place.startsWith('A') && cells[place]?.v === 'Total');
    expect(row === undefined).toBe(totals.length === 0);
    const cents = (text: string) => Number(text.replace('−', '-').replace(/[$,]/g, ''));
    for (const [at, text] of totals.entries())
      if (/^[−$\d]/.test(text) && !text.endsWith('%'))
        expect(cells[`${letter(at + 1)}${row?.slice(1)}`]?.v).toBe(cents(text));
    await expect(page.locator('.report-foot')).toContainText(
      String(Object.values(cells).at(-1)?.v ?? '').slice(0, 40),
    );
  });

test('totals stand out from what they are of', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl(`/reports/ap_monthly?${SPAN}`));
  await expect(frame(page).getByRole('rowheader', { name: 'Total', exact: true })).toBeVisible();
  const weights = (cells: string) =>
    frame(page)
      .locator(cells)
      .evaluateAll((all) => [...new Set(all.map((cell) => getComputedStyle(cell).fontWeight))]);
  expect(await weights('tbody tr:first-child > *')).toEqual(['400']);
  // The subtotals below each course too.
  expect(await weights('.report-total > *')).toEqual(['600']);
});

test('what is on the screen is not read again for its workbook', async ({ page }) => {
  await signIn(page, ADMIN);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto(ricUrl('/reports/sales_report?month=9&year=2026'));
  await expect(frame(page)).toBeVisible();
  await ran(page);
  // Requests repeated after a write are sent at once.
  await waitUntilQuiet(page);
  expect(asked).toContain('POST /api/reports/ticket');
  expect(asked.filter((one) => one === 'GET /api/reports/sales_report')).toHaveLength(1);
});

test('a double click opens one workbook', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.context().route('**/api/reports/*.xlsx?*', (route) => route.abort());
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // With a form, and without one.
  for (const path of [`/reports/weekly?${SPAN}`, '/reports/maintenance']) {
    asked.length = 0;
    await page.goto(ricUrl(path));
    await expect(frame(page)).toBeVisible();
    await run(page).dblclick({ delay: 100 });
    await waitUntilQuiet(page);
    expect(asked.filter((one) => one === '/api/reports/ticket')).toHaveLength(1);
  }
});

test('without days a report asks for them, by keys alone, and keeps them in its address', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/reports/weekly'));
  await expect(page.getByText('Plese select your date range...')).toBeVisible();
  await run(page).press('Enter');
  await expect(page.getByText('is required')).toHaveCount(2);
  // The first wrong field gets the focus.
  await expect(page.getByLabel('Start').first()).toBeFocused();
  await page.keyboard.type('10/01/2026');
  await page.keyboard.press('Tab');
  await page.keyboard.type('10/31/2026');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Sep 28 2026 to Nov 1 2026, by day of creation, office time')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Sep 28 2026 to Nov 1 2026, by day of creation, office time')).toBeVisible();
});

for (const width of [1440, 390]) {
  test(`what Accounts Payable asks for is one group, ${width} wide`, async ({ page }) => {
    await signIn(page, ADMIN);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(ricUrl('/reports/ap_monthly'));
    const group = page.getByRole('form', { name: 'What to report' });
    const courses = group.getByRole('group', { name: 'Courses' });
    await expect(courses.getByRole('checkbox').first()).toBeVisible();
    const played = group.getByLabel('Show only played');
    await expect(played).toHaveAccessibleDescription('On the Canceled sheet: play dates up to today.');
    const prompt = group.getByText('Plese select your date range...');
    const boxes = [];
    for (const part of [prompt, group.getByLabel('Start').first(), courses, run(page)])
      boxes.push(await part.boundingBox());
    const tops = boxes.map((box) => box?.y ?? 0);
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    const lefts = boxes.map((box) => Math.round(box?.x ?? 0));
    expect(new Set(lefts).size).toBe(1);
    // Nothing moves when the days are there.
    await page.goto(ricUrl(`/reports/ap_monthly?${SPAN}`));
    await expect(frame(page).getByRole('rowheader', { name: 'Total', exact: true })).toBeVisible();
    await expect(prompt).toBeVisible();
    expect((await run(page).boundingBox())?.x).toBe(boxes[3]?.x);
  });
}

test('a week that is asked for by a link begins on its Monday in the fields too', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/reports/weekly?start_date=2026-10-01&end_date=2026-10-31'));
  await expect(page.getByText('Sep 28 2026 to Nov 1 2026, by day of creation, office time')).toBeVisible();
  await expect(page.getByLabel('Start').first()).toHaveValue('Mon, Sep 28 2026');
  await expect(page.getByLabel('End', { exact: true })).toHaveValue('Sun, Nov 1 2026');
});

test('dates that are not asked for stand beside the tick that says so, switched off', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/reports/gift-certificate?all_dates=true'));
  const [start, end] = [page.getByLabel('Start'), page.getByLabel('End', { exact: true })];
  await expect(start).toBeDisabled();
  await expect(end).toBeDisabled();
  const [first, second] = [await start.boundingBox(), await end.boundingBox()];
  expect((second?.x ?? 0) - (first?.x ?? 0) - (first?.width ?? 0)).toBeGreaterThanOrEqual(8);
  await page.getByLabel('Run for all dates').press('Space');
  await expect(page.getByText('Plese select your date range...')).toBeVisible();
  // They look like the text fields, without a browser's own style.
  expect((await page.getByLabel('Start').first().boundingBox())?.height).toBe(first?.height);
});

test('two periods are compared by week, by keys alone, and the address keeps it', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl(`/reports/revenue-comparison?${SPAN}&${BEFORE}`));
  await expect(page.getByRole('img', { name: /^Difference by course: The largest is / })).toBeVisible();
  const weeks = page.getByRole('group', { name: 'Sheets' }).getByRole('button', { name: 'Weeks' });
  await tabTo(page, weeks);
  await page.keyboard.press('Enter');
  const chart = page.getByRole('img', {
    name: /^Revenue by week: .* in all; .* is ahead in \d of 9 weeks\.$/,
  });
  await expect(chart).toBeVisible();
  await expect(page.getByText('as a table below', { exact: true })).toBeVisible();
  // Sixty days are nine weeks: a pair of bars and a row of the table for each.
  await expect(chart.locator('.report-bar')).toHaveCount(9);
  await expect(chart.locator('i')).toHaveCount(18);
  await expect(frame(page).locator('tbody tr')).toHaveCount(9);
  await expect(weeks).toBeFocused();
  await expect(page).toHaveURL(/sheet=Weeks/);
  await page.reload();
  await expect(chart).toBeVisible();
  await expect(weeks).toHaveAttribute('aria-pressed', 'true');
  // It stays while another report is requested.
  await tabTo(page, page.getByRole('radio', { name: 'Created' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(/, by play date$/)).toBeVisible();
  await expect(chart).toBeVisible();
  await expect(page).toHaveURL(/date_type=Played.*sheet=Weeks/);
});

test('a month that is none is said at its box, and is no other month in silence', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/reports/sales_report?month=9&year=2025'));
  await expect(frame(page)).toBeVisible();
  const month = page.getByRole('combobox', { name: 'Month' });
  await month.fill('Brumaire');
  await page.keyboard.press('Tab');
  await expect(month).toHaveValue('Brumaire');
  await expect(month).toHaveAccessibleDescription('Nothing matches “Brumaire”. Choose one of the list.');
  await expect(frame(page)).toBeHidden();
  await run(page).click();
  await expect(page).toHaveURL(/\/reports\/sales_report\?year=2025$/);
  await month.fill('mar');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Mar 1 2025 to Mar 31 2025, by day of posting, office time')).toBeVisible();
});

test('an end before its start is said at its field', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/reports/tee_time?start_date=2026-10-02&end_date=2026-10-01'));
  await expect(page.getByText('must not be before the start')).toBeVisible();
  await expect(frame(page)).toBeHidden();
  await run(page).press('Enter');
  await expect(page.getByLabel('End', { exact: true })).toBeFocused();
});

test('an agent has three reports, and is not shown the others', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/reports'));
  await expect(page.getByRole('main').getByRole('link')).toHaveText([
    'Rate Sheet',
    'Old Rate Sheet',
    'Commission Report',
  ]);
  await page.goto(ricUrl('/reports/weekly'));
  await expect(page.getByRole('heading', { level: 1, name: 'Weekly' })).toBeHidden();
  await page.goto(ricUrl(`/reports/commission?${SPAN}`));
  await expect(frame(page)).toBeVisible();
  expect((await ran(page)).name).toContain('commission_');
});
