import { expect, test } from '@playwright/test';
import { ricUrl, getFromApi, signIn } from './actions.ts';
import { QUEUE_DAY, postAsOtherPerson, addWaitingCallers, type Queue } from './queues.ts';

test.beforeEach(({ page }) => page.clock.install());

test('the wait list is searched by words, kept in the address, and shows who waits', async ({ page }) => {
  await signIn(page);
  await addWaitingCallers(page, 'Seeker');
  await page.goto(ricUrl('/wait-list-queue'));
  await page.getByLabel('Search the wait list').fill(`${QUEUE_DAY} north`);
  await expect(page.getByText(/with “/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Search the wait list')).toHaveValue(`${QUEUE_DAY} north`);
  const rows = page.getByRole('link', { name: /^Queue of/ });
  for (const name of await rows.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label'))))
    expect(name).toContain('Torrey Pines North');
  await page
    .getByRole('button', { name: /waiting for/ })
    .first()
    .click();
  await expect(page.getByText('Ada Seeker')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('j');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Next to call' })).toBeVisible();
});

test('what is missing to wait for is said beside its field', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/ibe'));
  // Until the courses have loaded, the missing course is reported before the missing play date.
  await expect(page.getByRole('combobox', { name: 'Course' })).not.toHaveValue('');
  await page.getByRole('button', { name: 'Wait for this' }).click();
  await expect(page.getByLabel('Play Date')).toBeFocused();
  await expect(page.getByText('is required').first()).toBeVisible();
  await page.getByLabel('Play Date').fill('2020-01-01');
  await page.getByLabel('Play Time (24-Hour)').fill('742');
  await page.getByLabel('Players').fill('2');
  // A second press of the button does not close the dialog.
  await page.getByRole('button', { name: 'Wait for this' }).dblclick();
  const dialog = page.getByRole('dialog', { name: 'Wait for this' });
  await dialog.getByRole('button', { name: 'Wait for this' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Play Date: must not be in the past');
  await expect(dialog.getByText('is required').first()).toBeVisible();
});

type Queued = { id: number };
type OpenTime = {
  id: number;
  available_time: number;
  waiting: number;
  spots: number[];
  holes: number | null;
};

test('no row of the wait list comes or goes before it is asked for, and a search says what is there now', async ({
  page,
  request,
}) => {
  await signIn(page);
  await page.goto(ricUrl('/wait-list-queue'));
  const links = page.getByRole('link', { name: /^Queue of/ });
  await expect(links.first()).toBeVisible();
  const names = () => links.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
  const before = await names();
  // A customer begins to wait for an open time that nobody waited for.
  const filters = encodeURIComponent(
    JSON.stringify({ course_name: 'Torrey Pines North', available_date: QUEUE_DAY }),
  );
  const times = await getFromApi<OpenTime[]>(request, `/api/fore_up_availability/index?filters=${filters}`);
  const free = times.filter(
    ({ waiting, spots, holes }) => waiting === 0 && spots.includes(1) && holes === 18,
  );
  const clock = String(free.at(-1)?.available_time ?? 0).padStart(4, '0');
  const lead = {
    course: { id: 2 },
    lead_date: QUEUE_DAY,
    play_time: `${clock.slice(0, 2)}:${clock.slice(2)}`,
    players: 1,
    customer: {
      first_name: 'Nell',
      last_name: 'Newcome',
      email: '',
      postcode: '',
      primary_phone: '619-555-0177',
    },
  };
  await postAsOtherPerson(request, '/api/lost_leads', { lost_lead: lead });
  const pill = page.getByRole('button', { name: /: show$/ });
  await expect(pill).toHaveText(/^\d+ new queues?: show$/);
  expect(await names()).toEqual(before);
  // The first queue is closed: its row stays in its place until the changes are shown.
  const [first] = await getFromApi<Queued[]>(request, '/api/fore_up_availability/wait_list_queues');
  await getFromApi(request, `/api/availability_queue/close?id=${first?.id}`);
  await expect(pill).toHaveText(/^\d+ new queues?, 1 gone: show$/);
  expect(await names()).toEqual(before);
  await pill.click();
  await expect(pill).toHaveCount(0);
  await expect(page.locator(`a[href="/queue-management?fupId=${first?.id}"]`)).toHaveCount(0);
  expect((await names()).length).toBeGreaterThan(before.length - 1);
  await postAsOtherPerson(request, '/api/availability_queue/reopen', { id: first?.id });
  await expect(pill).toHaveText('1 new queue: show');

  // If the callers cannot be loaded, the search must not claim that no queue has the name.
  await page.route('**/wait_list_callers', (route) => route.abort());
  await page.getByLabel('Search the wait list').fill('Nell Newcome');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByText(/^No queue with/)).toHaveCount(0);
  await page.unroute('**/wait_list_callers');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(links.first()).toBeVisible();
  // A change outside the filter is not announced.
  await expect(pill).toHaveCount(0);
});

test('who waits stays under the mouse, whatever others take down', async ({ page, request }) => {
  await signIn(page);
  const fupId = await addWaitingCallers(page, 'Still');
  const rows = page.locator('.callers tbody tr');
  const first = rows.first();
  const name = (await first.locator('td').nth(1).textContent()) ?? '';
  const { availability_queues: callers } = await getFromApi<Queue>(
    request,
    `/api/availability_queue/index?id=${fupId}`,
  );
  await first.hover();
  await postAsOtherPerson(request, '/api/availability_queue/outcome', {
    id: callers[0]?.id,
    outcome: 'no_answer',
    seen_call_id: null,
  });
  await expect(first).toContainText('no answer, Ruth');
  await expect(first).toContainText(name);
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(rows.last()).toContainText(name);
});

test('on a phone a queue says all of who waits beneath its card', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await addWaitingCallers(page, 'Small');
  await page.goto(ricUrl('/wait-list-queue?q=Ada+Small'));
  await page
    .getByRole('button', { name: /waiting for/ })
    .first()
    .click();
  const ada = page
    .getByRole('list', { name: 'Waiting customers' })
    .getByRole('listitem')
    .filter({ hasText: 'Ada Small' });
  for (const said of [
    'Ada Small',
    '619-555-0143',
    'ada.small@caller.example',
    'Queue position',
    'not booked',
  ])
    await expect(ada).toContainText(said);
  await expect(ada.getByRole('link', { name: 'Book Ada Small' })).toBeVisible();
});
