import { expect, test, type Locator } from '@playwright/test';
import { ricUrl, ADMIN, waitUntilQuiet, signIn } from './actions.ts';

test('the tabs of a course by keys and by address; what is typed in its form stays', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-course/4'));
  const tabs = page.getByRole('navigation', { name: 'Course', exact: true });
  const tab = (name: string) => tabs.getByRole('link', { name });
  const selected = (name: string) => expect(tab(name)).toHaveAttribute('aria-current', 'page');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Website Display Name').fill('By the bay');
  await tab('Course').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(tab('Groups')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(/tab=groups$/);
  await selected('Groups');
  await expect(page.getByRole('region', { name: 'Course Groups' })).toContainText('Coast courses');
  // The list belongs to one course, so it has no filter for the course.
  await expect(page.getByLabel('Filter by Course')).toHaveCount(0);
  await tab('Image').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/tab=image$/);
  await page.goBack();
  await selected('Groups');
  await page.goBack();
  await selected('Course');
  await expect(page.getByLabel('Website Display Name')).toHaveValue('By the bay');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  await page.goto(ricUrl('/manage-course/4?tab=maintenance'));
  await page.reload();
  await selected('Maintenance');
  await tab('Course').click();
  await expect(
    page.getByRole('group', { name: 'Website Display Name' }).getByText('By the bay'),
  ).toBeVisible();
});

test('a tab’s acts stand in one row beside its title, and a new rate is for the course', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-course/4?tab=rates'));
  const rates = page.getByRole('region', { name: 'Rates' });
  const fresh = rates.getByRole('button', { name: 'New Rate' });
  const middle = async (of: Locator): Promise<number> => {
    const { y, height } = (await of.boundingBox()) ?? { y: -1, height: 0 };
    return y + height / 2;
  };
  await expect(fresh).toBeVisible();
  // The staff message moves the whole page down when it arrives.
  await waitUntilQuiet(page);
  const at = await middle(fresh);
  for (const other of [
    rates.getByRole('button', { name: 'Export' }),
    rates.getByRole('heading', { name: 'Rates' }),
  ])
    expect(Math.abs((await middle(other)) - at)).toBeLessThanOrEqual(3);
  await fresh.press('Enter');
  await page.waitForURL(/manage-rate\/new$/);
  await expect(page.getByRole('combobox', { name: 'Course', exact: true })).toHaveValue('Coronado Municipal');
});

test('a course gets its main picture in its form; another takes its place, and it is removed', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-course/7'));
  const part = page.getByRole('region', { name: 'Main picture' });
  await expect(part).toContainText('This course has no picture yet.');
  const picture = (height: number) =>
    page.screenshot({ type: 'png', clip: { x: 0, y: 0, width: 300, height } });
  const dialog = page.getByRole('dialog', { name: /^Main picture of / });
  const file = dialog.locator('input[type=file]');
  const pick = async (height: number, alt: string) => {
    const buffer = await picture(height);
    await part.getByRole('button', { name: /^(Add|Change) picture$/ }).focus();
    await page.keyboard.press('Enter');
    await file.setInputFiles({ name: 'course.png', mimeType: 'image/png', buffer });
    await dialog.getByLabel('Alternative Text').fill(alt);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const shown = part.getByRole('img', { name: alt });
    await expect(shown).toBeVisible();
    expect(await shown.evaluate((img: HTMLImageElement) => img.naturalHeight)).toBe(height);
  };
  await part.getByRole('button', { name: 'Add picture' }).click();
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expect(dialog.getByText('is required')).toBeVisible();
  await page.keyboard.press('Escape');
  await pick(200, 'The eighteenth green');
  await pick(150, 'The clubhouse at dusk');
  // If no other file is chosen, saving changes only the image's texts.
  await part.getByRole('button', { name: 'Change picture' }).click();
  await dialog.getByLabel('Alternative Text').fill('The clubhouse at dawn');
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expect(part.getByRole('img', { name: 'The clubhouse at dawn' })).toBeVisible();

  // Both pictures are among the course's images, with the main picture marked; then the other one becomes the main picture
  // again.
  await page.goto(ricUrl('/manage-course/7?tab=image'));
  const rows = page.getByRole('row').filter({ has: page.getByRole('img') });
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'dawn' })).toContainText('main');
  await rows
    .filter({ hasText: 'eighteenth' })
    .getByRole('button', { name: /^Make image/ })
    .click();
  await expect(rows.filter({ hasText: 'eighteenth' }).getByText('main', { exact: true })).toBeVisible();
  await expect(rows.filter({ hasText: 'dawn' }).getByText('main', { exact: true })).toHaveCount(0);

  // The booking engine shows a small version of the picture, without moving any other element.
  await page.goto(ricUrl('/ibe?providedCourseId=7'));
  const round = page.getByRole('region', { name: 'Tee time' });
  const thumb = round.getByRole('img', { name: 'The eighteenth green' });
  await expect(thumb).toBeVisible();
  const course = await round.getByLabel('Course').boundingBox();
  const small = await thumb.boundingBox();
  expect((small?.y ?? 0) + (small?.height ?? 0)).toBeLessThanOrEqual(course?.y ?? 0);
  await page.goto(ricUrl('/ibe?providedCourseId=8'));
  await expect(round.getByLabel('Course')).not.toHaveValue('');
  await expect(round.locator('.course-thumb')).toHaveCount(0);
  expect((await round.getByLabel('Course').boundingBox())?.y).toBe(course?.y);

  await page.goto(ricUrl('/manage-course/7'));
  await part.getByRole('button', { name: 'Remove picture' }).click();
  await page.getByRole('dialog', { name: 'Remove?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(part).toContainText('None of its images is the main one');
});

test('Delete says what goes with a course, or by what it is kept', async ({ page }) => {
  await signIn(page, ADMIN);
  const asked = page.getByRole('dialog', { name: 'Delete?' });
  await page.goto(ricUrl('/manage-course/1'));
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(asked).toContainText(/it is used by .+\. Tick Inactive\? instead/);
  await expect(asked.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(asked).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete' })).toBeFocused();

  await page.goto(ricUrl('/course/new'));
  await page.getByRole('button', { name: 'Save' }).isDisabled();
  await page.getByLabel('Course Name').fill('Torrey Pines South');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('link', { name: 'Course Name' })).toBeVisible();
  await expect(page.getByLabel('Course Name')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('A course for a day');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/manage-course\/\d+$/);
  const course = Number(/\d+$/.exec(page.url())?.[0]);
  await page.goto(ricUrl(`/maintenance/new/${course}`));
  await page.getByLabel('Start Date').fill('12/1/2027');
  await page.getByLabel('End Date').fill('12/2/2027');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/maintenance\/\d+$/);
  await page.goto(ricUrl(`/holiday/new/${course}`));
  await page.getByRole('textbox', { name: 'Name' }).fill('A holiday for a day');
  await page.getByLabel('Start Date').fill('12/1/2027');
  await page.getByLabel('End Date').fill('12/2/2027');
  const nothing = page.getByText('Without a course it does nothing yet.');
  const ticked = page.getByRole('checkbox', { name: 'A course for a day' });
  await expect(ticked).toBeChecked();
  await expect(nothing).toHaveCount(0);
  await ticked.uncheck();
  await expect(nothing).toBeVisible();
  await ticked.check();
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/holiday\/\d+$/);
  const holiday = page.url();

  await page.goto(ricUrl(`/manage-course/${course}`));
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(asked).toContainText(
    '1 maintenance window goes with it. It leaves 1 holiday. This cannot be undone.',
  );
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await asked.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(/\/manage-courses$/);
  await expect(page.getByRole('heading', { name: 'Course Management' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'A course for a day', exact: true })).toHaveCount(0);
  await page.goto(holiday);
  await expect(nothing).toBeVisible();
});

test('course groups are found by course, made with their panels, and deleted to their list', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-course-groups'));
  await page.getByLabel('Filter by Course').selectOption('Classic Club');
  await expect(page.getByRole('cell', { name: 'Coast courses', exact: true })).toHaveCount(0);
  await expect(page.getByRole('cell', { name: 'Desert courses', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Remove filter Course: Classic Club' })).toBeVisible();
  await page.getByRole('link', { name: 'New Course Group' }).click();
  await page.getByRole('textbox', { name: 'Group Name' }).fill('For a day');
  for (const choice of ['Search tee times', 'Golf Pacific Tours', 'Classic Club'])
    await page.getByLabel(choice, { exact: true }).check();
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/manage-course-group\/\d+$/);
  await page.reload();
  for (const kept of ['Search tee times', 'Golf Pacific Tours', 'Classic Club'])
    await expect(page.getByText(kept, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(/\/manage-course-groups$/);
});

test('a time zone that there is none stays as it was typed, with what is wrong beneath it', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-course/4'));
  await expect(page.getByText('The business zone, America/Los Angeles')).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const zone = page.getByLabel('Time Zone');
  await zone.fill('Mars/Olympus');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Nothing matches “Mars/Olympus”. Choose one of the list.')).toBeVisible();
  await expect(zone).toHaveValue('Mars/Olympus');
  await zone.fill('denver');
  await page.keyboard.press('Tab');
  await expect(zone).toHaveValue('America/Denver');
});
