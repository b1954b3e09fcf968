import { expect, test, type Page } from '@playwright/test';
import { ricUrl, ADMIN, getFromApi, signIn } from './actions.ts';

type Row = { id: number; course_id: number; course_name: string; play_date: string };
const encoded = (filters: object): string => encodeURIComponent(JSON.stringify(filters));

/** Returns a tee time that is still to be played, and the number of tee times that the list has with the given filters. */
const bookedOne = async (page: Page): Promise<Row> => {
  const path = `/api/tee_times/index?filters=${encoded({ status: 'booked' })}&sort_fields=["play_date"]&sort_desc=[true]`;
  const [row] = await getFromApi<Row[]>(page.request, path);
  if (!row) throw new Error('No tee time is booked.');
  return row;
};
const counted = (page: Page, filters: object) =>
  getFromApi<number>(
    page.request,
    `/api/tee_times/count?filters=${encoded({ status: 'booked', ...filters })}`,
  );

const save = (page: Page) =>
  page.getByRole('toolbar', { name: 'Form' }).getByRole('button', { name: 'Save' }).click();
const notice = (page: Page, how: string) =>
  page.getByText(new RegExp(`tee times? (is|are) booked ${how}\\.`));

/** Expects that the notice states this number of tee times, and that its link leads to a list of as many. */
async function leadsTo(page: Page, count: number, how: string): Promise<void> {
  const said = notice(page, how);
  await expect(said).toContainText(count === 1 ? '1 tee time is booked' : `${count} tee times are booked`);
  await said.getByRole('link', { name: /^Show (it|them)$/ }).click();
  await page.waitForURL(/\/manage-tee-times\?/);
  const rows = count === 1 ? '1 tee time ' : `${count.toLocaleString('en-US')} tee times `;
  await expect(page.locator('.page-head')).toContainText(rows);
}

const day = (date: string): string => date.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1');

test('a maintenance that is saved over tee times says how many, and leads to them', async ({ page }) => {
  await signIn(page, ADMIN);
  const { course_id, play_date } = await bookedOne(page);
  const fill = async (start: string, end: string) => {
    await page.getByLabel('Start Date').fill(start);
    await page.getByLabel('End Date').fill(end);
    await page.getByLabel('End Date').blur();
    await save(page);
    await page.waitForURL(/\/maintenance\/\d+$/);
    await expect(page.getByText('Success', { exact: true })).toBeVisible();
  };
  await page.goto(ricUrl(`/maintenance/new/${course_id}`));
  await fill(day(play_date), day(play_date));
  await expect(notice(page, 'in it')).toBeVisible();
  const path = new URL(page.url()).pathname;
  await leadsTo(page, await counted(page, { course_id, play_date }), 'in it');
  // A reload shows no notice, and neither does saving the record with days on which no tee time is played.
  await page.goto(ricUrl(path));
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(notice(page, 'in it')).toHaveCount(0);
  const counts = page.waitForResponse(/\/api\/tee_times\/count/);
  await fill('1/1/2039', '1/2/2039');
  expect(await (await counts).json()).toBe(0);
  await expect(notice(page, 'in it')).toHaveCount(0);
});

test('a holiday of several courses counts the tee times of all of them', async ({ page }) => {
  await signIn(page, ADMIN);
  const { course_name, play_date } = await bookedOne(page);
  await page.goto(ricUrl('/holiday/new'));
  await page.getByLabel('Name', { exact: true }).fill('Founders Day');
  await page.getByLabel('Start Date').fill('1/1/2026');
  await page.getByLabel('End Date').fill(day(play_date));
  await page.getByLabel(course_name, { exact: true }).check();
  await page.getByLabel('Riverwalk', { exact: true }).check();
  await save(page);
  await page.waitForURL(/\/holiday\/\d+$/);
  const holiday_id = Number(/\d+$/.exec(page.url())?.[0]);
  await expect(notice(page, 'in it')).toBeVisible();
  await leadsTo(page, await counted(page, { holiday_id, play_date: `2026-01-01..${play_date}` }), 'in it');
});

test('a course and a rate that are made inactive say what is booked there', async ({ page }) => {
  await signIn(page, ADMIN);
  const { id, course_id } = await bookedOne(page);
  type TeeTime = { golf_rate: { id: number } | null };
  const { golf_rate } = await getFromApi<TeeTime>(page.request, `/api/tee_times/show/${id}`);
  const cases = [
    { path: `/manage-course/${course_id}`, tick: 'Inactive?', how: 'at it', filters: { course_id } },
    {
      path: `/manage-rate/${golf_rate?.id ?? 0}`,
      tick: 'Disabled?',
      how: 'with it',
      filters: { golf_rate_id: golf_rate?.id },
    },
  ];
  for (const { path, tick, how, filters } of cases) {
    const setTo = async (on: boolean) => {
      await page.goto(ricUrl(path));
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByLabel(tick).setChecked(on);
      await save(page);
      await expect(page.getByText('Success', { exact: true })).toBeVisible();
    };
    await setTo(true);
    await expect(notice(page, how)).toBeVisible();
    await leadsTo(page, await counted(page, filters), how);
    await setTo(false);
    await expect(notice(page, how)).toHaveCount(0);
  }
});
