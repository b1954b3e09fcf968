import { expect, test, type Page } from '@playwright/test';
import { ADMIN, ricUrl, getFromApi, bookButton, dayAhead, signIn } from './actions.ts';

const SOUTH = 'Torrey Pines South';
const NOTHING = 'Nothing matches “nowhere at all”. Choose one of the list.';
const course = (page: Page) => page.getByRole('combobox', { name: 'Course' });
const saved = (page: Page) => expect(page.getByText('Success', { exact: true })).toBeVisible();
/** Types far faster than a person; no key press may be lost. */
const type = (page: Page, text: string) => page.keyboard.type(text, { delay: 10 });

type Named = { course: { course_name: string } };
const courseOf = async (request: Parameters<typeof getFromApi>[0], path: string): Promise<string> =>
  (await getFromApi<Named>(request, path)).course.course_name;

test('what is typed is the course that is booked, and what names none is not booked', async ({
  page,
  request,
}) => {
  await signIn(page);
  const prefill = `providedCourseId=2&providedPlayers=2&providedDateString=${dayAhead(17)}&providedTime=742`;
  await page.goto(ricUrl(`/ibe?${prefill}&providedEmail=selects@caller.example`));
  await page.getByLabel('First name').fill('Sel');
  await page.getByLabel('Last name').fill('Selects');
  await page.getByLabel('Postal code').fill('92037');
  await expect(course(page)).toHaveValue('Torrey Pines North');
  await page.getByLabel('Charge Amount').fill('150');

  await course(page).focus();
  await type(page, 'nowhere at all');
  await page.keyboard.press('Tab');
  await expect(page.getByText(NOTHING).first()).toBeVisible();
  await expect(course(page)).toHaveValue('nowhere at all');
  await bookButton(page).click();
  await expect(course(page)).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('One or more validation errors are present.')).toBeVisible();

  // The whole text of the input is selected, so that typing replaces it.
  await type(page, 'torrey so');
  await expect(page.getByRole('option', { selected: true })).toHaveText(SOUTH);
  await page.keyboard.press('Tab');
  await expect(course(page)).toHaveValue(SOUTH);
  await expect(page.getByText(NOTHING)).toHaveCount(0);
  await expect(page.getByLabel('Play Date')).toBeFocused();
  await bookButton(page).click();
  await page.getByRole('button', { name: 'Continue to book' }).click();
  await saved(page);
  const filters = encodeURIComponent(JSON.stringify({ last_name: 'Selects' }));
  const [row, another] = await getFromApi<{ id: number }[]>(
    request,
    `/api/tee_times/index?filters=${filters}`,
  );
  expect(another).toBeUndefined();
  const shown = `/api/tee_times/show/${row?.id ?? 0}`;
  expect(await courseOf(request, shown)).toBe(SOUTH);

  // The record's screen behaves alike: Save is rejected while an unknown text is in the input, and a choice made by Enter
  // can be saved.
  await page.goto(ricUrl(`/manage-tee-time/${row?.id ?? 0}`));
  await page.getByRole('button', { name: 'Edit' }).click();
  await course(page).fill('nowhere at all');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert')).toContainText(`Course ${NOTHING}`);
  await expect(page.getByText(NOTHING).first()).toBeVisible();
  expect(await courseOf(request, shown)).toBe(SOUTH);
  await course(page).click();
  await type(page, 'park balb');
  await page.keyboard.press('Enter');
  await expect(course(page)).toHaveValue(/Balboa Park/);
  await page.keyboard.press('Control+s');
  await saved(page);
  expect(await courseOf(request, shown)).toMatch(/Balboa Park/);
});

test('a course is chosen by Tab, Ctrl+S and a click elsewhere, and Escape takes the typing back', async ({
  page,
  request,
}) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-rate/new'));
  await page.getByRole('textbox', { name: 'Rate', exact: true }).fill('111');
  await course(page).click();
  await type(page, 'so torrey');
  await page.keyboard.press('Control+s');
  await saved(page);
  await page.waitForURL(/\/manage-rate\/\d+$/);
  const shown = `/api/rates/show/${/\d+$/.exec(page.url())?.[0] ?? ''}`;
  expect(await courseOf(request, shown)).toBe(SOUTH);

  await page.getByRole('button', { name: 'Edit' }).click();
  await course(page).click();
  await type(page, 'balboa');
  await page.keyboard.press('Escape');
  await expect(course(page)).toHaveValue(SOUTH);
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The course is selected as text again, so one key press empties the input, and an empty input does not mean the old
  // course.
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Tab');
  await expect(page.getByText('is required')).toBeVisible();

  const heading = page.getByRole('heading', { level: 1 });
  await course(page).click();
  await type(page, 'torrey');
  await heading.click();
  await expect(page.getByText('“torrey” matches 2. Choose one of them.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Course “torrey” matches 2. Choose one of them.');
  await course(page).click();
  await type(page, 'Torrey Pines North');
  await heading.click();
  await expect(course(page)).toHaveValue('Torrey Pines North');
  await page.getByRole('button', { name: 'Save' }).click();
  await saved(page);
  expect(await courseOf(request, shown)).toBe('Torrey Pines North');
});

test('what is typed before the choices are there is chosen when they are', async ({ page }) => {
  await signIn(page, ADMIN);
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/api/courses/list', async (route) => {
    await arrived;
    await route.continue();
  });
  // While the courses load, a read-only record shows its course's name, never the course's number.
  const group = page.getByRole('group', { name: 'Course', exact: true });
  for (const record of ['/manage-tee-time/300', '/maintenance/1']) {
    await page.goto(ricUrl(record));
    await expect(group).toHaveText(/^Course[A-Z][a-z]/);
  }
  await page.goto(ricUrl('/maintenance/new'));
  await course(page).focus();
  await type(page, 'torrey so');
  await expect(page.getByText('Please wait...')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(course(page)).toHaveValue('torrey so');
  arrive();
  await expect(course(page)).toHaveValue(SOUTH);
});

test('a day is typed as it is said, or picked by keys; the calendar covers nothing that is typed into', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/maintenance/new'));
  const [start, end] = [page.getByLabel('Start Date'), page.getByLabel('End Date')];
  const calendar = page.getByRole('group', { name: 'Calendar' });
  await start.focus();
  await type(page, '5 dec 2027');
  await expect(calendar).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(start).toHaveValue('Sun, Dec 5 2027');
  await expect(start).toBeFocused();
  await end.click();
  await expect(calendar).toBeVisible();
  const [covers, below] = [
    await calendar.boundingBox(),
    await page.getByLabel('Description', { exact: true }).boundingBox(),
  ];
  if (!covers || !below) throw new Error('The calendar and the field below it are there.');
  expect(covers.x).toBeGreaterThanOrEqual(below.x + below.width);
  await page.keyboard.press('Shift+Tab');
  await expect(calendar).toHaveCount(0);

  await page.keyboard.press('ArrowDown');
  const day = (name: string) => calendar.getByRole('button', { name });
  await expect(day('Sun, Dec 5 2027')).toBeFocused();
  const size = await day('Sun, Dec 5 2027').boundingBox();
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(36);
  for (const name of ['Previous month', 'Next month', 'December 2027']) await expect(day(name)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(calendar).toHaveCount(0);
  await expect(start).toBeFocused();
  await expect(start).toHaveValue('Mon, Dec 6 2027');

  await end.focus();
  await type(page, 'someday');
  await page.keyboard.press('Tab');
  await expect(
    page.getByText('must be a date like Sat, Dec 5 2026 or 12/05/2026 (MM/DD/YYYY)'),
  ).toBeVisible();
  await expect(end).toHaveValue('someday');
});
