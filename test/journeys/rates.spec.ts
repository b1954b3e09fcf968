import { expect, test, type Page } from '@playwright/test';
import { ricUrl, ADMIN, AGENT, getFromApi, holdCallsBack, dayAhead, loseAnswer, signIn } from './actions.ts';

// Weeks of the demonstration company in which no other journey books.
const WEEKS = { weekdays: 301, holiday: 311, maintenance: 321 };
const ALL_DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
// ($111.00 + $4.50 service fee) x 4 players
const SUGGESTED = 'Use the suggested $462.00';

test('an admin makes a rate with ranges, copies it to another course, and the booking engine offers it', async ({
  page,
  request,
}) => {
  const memo = `Journey ${Date.now()}`;
  const courses = await getFromApi<[number, string][]>(request, '/api/courses/list');
  const arrowood = courses.find(([, name]) => name === 'Arrowood')?.[0];
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-rates'));
  await page.getByRole('link', { name: 'New Rate' }).click();
  await choose(page, 'Course', 'Balboa Park');
  await page.getByRole('textbox', { name: 'Rate', exact: true }).fill('111');
  await page.getByRole('textbox', { name: 'Service fee' }).fill('4.50');
  await page.getByRole('textbox', { name: 'Internal Memo' }).fill(memo);

  // A date range cannot be saved before its rate, and its typed values stay while the rate is saved.
  await page.getByRole('button', { name: 'New Date Range' }).click();
  await typeRange(page, WEEKS.weekdays, ALL_DAYS);
  const fresh = page.getByRole('group', { name: 'New date range' });
  await fresh.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('You must save the golf rate first.')).toBeVisible();
  await page.getByRole('toolbar', { name: 'Form' }).getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/manage-rate\/\d+$/);
  await fresh.getByRole('button', { name: 'Save' }).click();
  await expect(ranges(page)).toHaveCount(1);

  // The other date ranges are added by keyboard, because saving one returns the focus to New Date Range.
  const others = [
    [WEEKS.holiday, 'H'],
    [WEEKS.maintenance, 'M'],
  ] as const;
  for (const [at, [week, day]] of others.entries()) {
    await expect(page.getByRole('button', { name: 'New Date Range' })).toBeFocused();
    await page.keyboard.press('Enter');
    await typeRange(page, week, [day]);
    await page.keyboard.press('Control+s');
    await expect(ranges(page)).toHaveCount(at + 2);
  }

  await page.getByRole('button', { name: 'Copy Selected Rates to Course(s)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Select a course to copy this rate to.' });
  await expect(dialog.getByText('Select the coureses to copy rates to.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please select a course first.');
  await page.keyboard.press('Escape');
  for (const box of await page.getByLabel('Include in copy operation?').all()) await box.check();
  await page.getByRole('button', { name: 'Copy Selected Rates to Course(s)' }).click();
  await dialog.getByLabel('Arrowood').check();
  await expect(dialog.getByLabel('Arrowood')).toHaveAccessibleDescription('3 date ranges in a new rate');
  await expect(dialog.getByLabel('What will be added')).toHaveText('3 date ranges at 1 course.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Copied 3 date ranges to 1 course.')).toBeVisible();

  await page.goto(ricUrl(`/holiday/new/${arrowood}`));
  await page.getByRole('textbox', { name: 'Name' }).fill(memo);
  await days(page, WEEKS.holiday);
  await expect(page.getByRole('heading', { name: 'Holiday Rates' })).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(`Arrowood.*${memo}`) })).toContainText('$111.00');
  await page.goto(ricUrl(`/maintenance/new/${arrowood}`));
  await days(page, WEEKS.maintenance);
  await page.goto(ricUrl(`/manage-course/${arrowood}?tab=rates`));
  const listed = page.getByRole('row', { name: new RegExp(memo) });
  await expect(listed).toContainText('RIC Rate');

  for (const week of Object.values(WEEKS)) {
    await round(page, arrowood ?? 0, week + 2);
    await expect(page.getByRole('button', { name: SUGGESTED })).toBeVisible();
    await round(page, arrowood ?? 0, week + 5);
    await expect(page.getByRole('button', { name: /^Use the suggested/ })).toBeVisible();
    await expect(page.getByRole('button', { name: SUGGESTED })).toHaveCount(0);
  }
});

test('a rate is duplicated with its ranges, and a new one begins at its course', async ({ page }) => {
  const id = 1;
  await signIn(page, ADMIN);
  await page.goto(ricUrl(`/manage-rate/${id}`));
  const memo = page.getByRole('textbox', { name: 'Internal Memo' });
  const form = page.getByRole('toolbar', { name: 'Form' });
  await expect(ranges(page)).not.toHaveCount(0);
  const count = await ranges(page).count();
  const [course = ''] = ((await page.locator('h1').textContent()) ?? '').split(',');
  await form.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page).toHaveURL(/\/manage-rate\/new$/);
  await memo.fill(`Duplicate ${Date.now()}`);
  await expect(page.getByRole('group', { name: /date range/i })).toHaveCount(count);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/manage-rate\/\d+$/);
  expect(page.url()).not.toContain(`/manage-rate/${id}`);
  for (let left = count; left > 0; left -= 1) {
    const fresh = page.getByRole('group', { name: 'New date range' });
    await expect(fresh).toHaveCount(left);
    await fresh.first().getByRole('button', { name: 'Save' }).click();
  }
  await expect(ranges(page)).toHaveCount(count);
  await expect(page.locator('h1')).toContainText(course);

  await page.goto(ricUrl('/manage-course/1?tab=rates'));
  await page.getByRole('region', { name: 'Rates' }).getByRole('button', { name: 'New Rate' }).click();
  await expect(page.getByRole('combobox', { name: 'Course' })).toHaveValue('Torrey Pines South');
  await expect(page.getByRole('group', { name: 'New date range' })).toHaveCount(1);
});

test('a range that is saved before its new rate is answered for stands there', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-rate/new'));
  await choose(page, 'Course', 'Balboa Park');
  await page.getByRole('textbox', { name: 'Rate', exact: true }).fill('111');
  await page.getByLabel('Disabled?').check();
  await page.getByRole('button', { name: 'New Date Range' }).click();
  await typeRange(page, WEEKS.weekdays, ALL_DAYS);
  const saved = page.waitForResponse(/\/api\/rate_date_ranges$/);
  let asked = 0;
  let isRead = false;
  // The rate loads first, then its date ranges: the server reads the rate before the new range is saved, and its answer
  // arrives after that.
  await page.route('**/api/rates/show/*', async (route) => {
    asked += 1;
    if (asked !== 2) return route.continue();
    const response = await route.fetch();
    isRead = true;
    await saved;
    return route.fulfill({ response });
  });
  await page.getByRole('toolbar', { name: 'Form' }).getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => isRead).toBe(true);
  await page.getByRole('group', { name: 'New date range' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('group', { name: 'New date range' })).toHaveCount(0);
  await expect(ranges(page)).toHaveCount(1);
});

test('what is typed while a range is being saved stays, in the range that was saved', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-rate/6'));
  await expect(ranges(page)).not.toHaveCount(0);
  const count = await ranges(page).count();
  await page.getByRole('button', { name: 'New Date Range' }).click();
  await typeRange(page, WEEKS.weekdays, ['Sat']);
  const answer = await holdCallsBack(page, '**/api/rate_date_ranges');
  const fresh = page.getByRole('group', { name: 'New date range' });
  await fresh.getByRole('button', { name: 'Save new date range' }).click();
  await fresh.getByLabel('Start Time').fill('700');
  await page.keyboard.press('Tab');
  await fresh.getByLabel('End Time').fill('1700');
  answer();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  await expect(fresh).toHaveCount(0);
  await expect(ranges(page)).toHaveCount(count + 1);
  const typed = page.locator('.range[data-typed]');
  await expect(typed.getByLabel('Start Time')).toHaveValue('07:00');
  await expect(typed.getByLabel('End Time')).toBeFocused();
  await expect(typed.getByLabel('End Time')).toHaveValue('1700');
  await page.keyboard.press('Control+s');
  await expect(typed).toHaveCount(0);
  await page.reload();
  await expect(ranges(page)).toHaveCount(count + 1);
  const saved = page.locator('.range', { has: page.locator(`input[value="Week ${WEEKS.weekdays}"]`) });
  await expect(saved.getByLabel('Start Time')).toHaveValue('07:00');
  await expect(saved.getByLabel('End Time')).toHaveValue('17:00');
});

test('a range whose answer was lost is made once, though it is changed after it', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-rate/6'));
  await expect(ranges(page)).not.toHaveCount(0);
  const count = await ranges(page).count();
  await page.getByRole('button', { name: 'New Date Range' }).click();
  await typeRange(page, 331, ['Sun']);
  await loseAnswer(page, '/api/rate_date_ranges');
  const fresh = page.getByRole('group', { name: 'New date range' });
  await fresh.getByRole('button', { name: 'Save new date range' }).click();
  await expect(fresh.getByRole('alert')).toContainText('it is not known whether the range was saved');
  await fresh.getByLabel('Start Time').fill('700');
  await page.keyboard.press('Control+s');
  await expect(fresh).toHaveCount(0);
  await expect(ranges(page)).toHaveCount(count + 1);
  const typed = page.locator('.range[data-typed]');
  await expect(typed.getByLabel('Start Time')).toHaveValue('07:00');
  // A press of Save while the range is still being saved is ignored.
  await expect(typed).toHaveAttribute('aria-busy', 'false');
  await typed.getByLabel('Start Time').press('Control+s');
  await expect(typed).toHaveCount(0);
  await page.reload();
  await expect(ranges(page)).toHaveCount(count + 1);
});

test('a range may end at midnight, and an end that is no time is told what to type', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-rate/4'));
  await page.getByRole('button', { name: 'New Date Range' }).click();
  const range = page.getByRole('group', { name: 'New date range' });
  const end = range.getByLabel('End Time');
  for (const [typed, read] of [
    ['midnight', '24:00'],
    ['24:00', '24:00'],
    ['7 pm', '19:00'],
  ] as const) {
    await end.fill(typed);
    await end.press('Enter');
    await expect(end).toHaveValue(read);
    await expect(end).not.toHaveAttribute('aria-invalid');
  }
  await end.fill('late');
  await end.press('Enter');
  await expect(end).toHaveAccessibleDescription('must be a time like 19:00, or 24:00 for midnight');
});

test('an agent reads a rate and may change nothing of it', async ({ page }) => {
  await signIn(page, AGENT);
  await page.goto(ricUrl('/manage-rate/1'));
  await expect(page.getByRole('group', { name: 'Date range 1' })).toContainText('Mon, Tue, Wed, Thu');
  const screen = page.getByRole('region', { name: 'Rate', exact: true });
  await expect(
    screen.getByRole('button', { name: /Edit|Save|Delete|Reload|Clear|New|Copy Selected/ }),
  ).toHaveCount(0);
  await expect(screen.locator('.fields, .ranges').getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'New Rate' })).toHaveCount(0);
});

const ranges = (page: Page) => page.getByRole('group', { name: /^Date range \d+$/ });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).first().fill(option);
  await page.getByRole('option', { name: option }).click();
}

/** Types a date range of five days from the week's first day on; the focus is in the new range's start. */
async function typeRange(page: Page, week: number, chosen: string[]): Promise<void> {
  const fresh = page.getByRole('group', { name: 'New date range' });
  await expect(fresh.getByLabel('Start Date')).toBeFocused();
  const typed = [dayAhead(week), '600', dayAhead(week + 4), '1800', `Week ${week}`];
  for (const text of typed) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  for (const day of chosen) await fresh.getByLabel(day, { exact: true }).press('Space');
}

async function days(page: Page, week: number): Promise<void> {
  await page.getByLabel('Start Date').fill(dayAhead(week + 1));
  await page.getByLabel('End Date').fill(dayAhead(week + 3));
  await page.keyboard.press('Tab');
  await page.getByRole('toolbar', { name: 'Form' }).getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/\d+$/);
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
}

async function round(page: Page, course: number, day: number): Promise<void> {
  const prefill = new URLSearchParams({
    providedCourseId: String(course),
    providedDateString: dayAhead(day),
    providedTimeString: '09:10',
    providedPlayers: '4',
  });
  await page.goto(ricUrl(`/ibe?${prefill.toString()}`));
}
