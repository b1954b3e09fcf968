import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { ricUrl, ADMIN, signInHeaders, dayAhead } from './actions.ts';

type Caller = { id: number; call_rank: number | null; last_call: { outcome: string } | null };
export type Queue = { id: number; availability_queues: Caller[] };

// A day far enough ahead that only the tests of queues and of the wait list use it, and near enough that it has open times.
export const QUEUE_DAY = dayAhead(11);
const CALLERS = ['Ada', 'Bo', 'Cy'];

/** Adds waiting callers through the booking engine; returns the queue of the open time nearest to their wish. */
export async function addWaitingCallers(page: Page, family: string): Promise<number> {
  for (const [at, first] of CALLERS.entries()) {
    const round = {
      providedCourseId: '2',
      providedDateString: QUEUE_DAY,
      providedTime: `101${at}`,
      providedPlayers: '1',
    };
    const name = { providedFirstName: first, providedLastName: family };
    const email = { providedEmail: `${first}.${family}@caller.example`.toLowerCase() };
    await page.goto(ricUrl(`/ibe?${new URLSearchParams({ ...round, ...name, ...email }).toString()}`));
    // The button is pressed by keyboard, because content that still loads above may move it away from the mouse.
    await page.getByRole('button', { name: 'Wait for this' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Wait for this' });
    await expect(dialog.getByText(/^Torrey Pines North, 1 player, /)).toBeVisible();
    await dialog.getByLabel('Phone').fill('619-555-0143');
    await page.keyboard.press('Enter');
    await expect(page.getByText(new RegExp(`${first} ${family} waits: .* open times? match`))).toBeVisible();
  }
  await page.getByRole('link', { name: 'See the queue' }).click();
  await expect(page.getByRole('heading', { name: 'Next to call' })).toBeVisible();
  return Number(new URL(page.url()).searchParams.get('fupId'));
}
export const nextCallerName = (page: Page) => page.locator('.caller-name');
export const callMessage = (page: Page) => page.locator('.call-said');
// Advances the clock past the moment in which a second press would still mean the same caller.
export const passDoublePressTime = (page: Page) => page.clock.fastForward(800);
/** Sends a POST call as another person, outside of the browser. */
export const postAsOtherPerson = async (
  request: APIRequestContext,
  path: string,
  data: unknown,
): Promise<void> =>
  expect(
    (await request.post(ricUrl(path), { headers: await signInHeaders(request, ADMIN), data })).status(),
  ).toBe(200);
