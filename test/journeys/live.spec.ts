import { expect, test, type Page, type Request } from '@playwright/test';
import {
  ricUrl,
  ADMIN,
  getFromApi,
  bookButton,
  putToApi,
  fillBookingEngine,
  CARDS,
  holdCallsBack,
  waitUntilQuiet,
  signIn,
} from './actions.ts';

// A filter for a course whose system answers; nobody waits for the times of a blocked course.
const OF_TORREY = '/tee-time-availability?filters={"course_name":"Torrey Pines North"}';
const isStream = (request: Request) => new URL(request.url()).pathname === '/api/live';

type Row = { id: number; customer: unknown; updated_at: string };
const openList = async (page: Page) => {
  await page.goto(ricUrl('/manage-tee-times'));
  await expect(page.locator('a.list-view').first()).toBeVisible();
  await page.waitForLoadState('load');
};
const newest = (page: Page) => page.locator('a.list-view').first();

test('one sees within two seconds what the other does, and no row moves before it is asked for', async ({
  page,
  browser,
  request,
}) => {
  await signIn(page);
  await openList(page);
  const shown = (await newest(page).getAttribute('href')) ?? '';
  const asked: string[] = [];
  page.on('request', (one) => {
    if (/tee_times\/(index|count)/.test(one.url())) asked.push(one.headers()['x-background'] ?? 'input');
  });

  // A focused row keeps the focus and shows its new values.
  await newest(page).focus();
  const id = Number(shown.split('/').pop());
  const { updated_at } = await getFromApi<Row>(request, `/api/tee_times/show/${id}`);
  const internal_notes = `asked twice ${Date.now()}`;
  await putToApi(request, '/api/tee_times/update', { id, tee_time: { internal_notes, updated_at } });
  await expect(page.getByRole('cell', { name: internal_notes })).toBeVisible();
  await expect(newest(page)).toBeFocused();

  const other = await (await browser.newContext()).newPage();
  await signIn(other);
  await fillBookingEngine(other, { last_name: 'Livingston', days: 30, card: CARDS.approved });
  await bookButton(other).click();
  await expect(other.getByText('Success', { exact: true })).toBeVisible();
  const show = page.getByRole('button', { name: '1 new tee time: show' });
  await expect(show).toBeVisible();
  await expect(newest(page)).toHaveAttribute('href', shown);
  await expect(newest(page)).toBeFocused();
  await show.press('Enter');
  await expect(newest(page)).toHaveAccessibleName(/Livingston/);
  await expect(page.getByRole('button', { name: /: show$/ })).toHaveCount(0);
  // The background reloads did not count as a person's input.
  expect(new Set(asked)).toEqual(new Set(['1']));
  await other.context().close();
});

test('a browser has one stream, which another tab takes over', async ({ page, context, request }) => {
  const streams: Request[] = [];
  const ended: Request[] = [];
  context.on('request', (one) => void (isStream(one) && streams.push(one)));
  context.on('requestfailed', (one) => void (isStream(one) && ended.push(one)));
  await signIn(page);
  await openList(page);
  const second = await context.newPage();
  await openList(second);
  const shown = (await newest(second).getAttribute('href')) ?? '';
  await expect.poll(() => streams.length - ended.length).toBe(1);

  const note = async (text: string) => {
    const id = Number(shown.split('/').pop());
    const { updated_at } = await getFromApi<Row>(request, `/api/tee_times/show/${id}`);
    await putToApi(request, '/api/tee_times/update', { id, tee_time: { internal_notes: text, updated_at } });
    await expect(second.getByRole('cell', { name: text })).toBeVisible();
  };
  await second.bringToFront();
  await note(`passed on ${Date.now()}`);
  const before = streams.length;
  await page.close();
  await expect.poll(() => streams.length).toBe(before + 1);
  await note(`heard itself ${Date.now()}`);
});

test('a tab that does not hear the stream itself hears what was told while its rows came', async ({
  page,
  context,
  request,
}) => {
  await signIn(page);
  const followed = page.waitForRequest(isStream);
  await openList(page);
  await followed;
  const second = await context.newPage();
  const letThrough = await holdCallsBack(second, '**/assets/follow-*.js');
  const asked = second.waitForRequest(/\/assets\/follow-/);
  await openList(second);
  await asked;
  const internal_notes = `before it followed ${Date.now()}`;
  const id = Number(((await newest(second).getAttribute('href')) ?? '').split('/').pop());
  const { updated_at } = await getFromApi<Row>(request, `/api/tee_times/show/${id}`);
  await putToApi(request, '/api/tee_times/update', { id, tee_time: { internal_notes, updated_at } });
  const told = (one: Page) => one.getByRole('cell', { name: internal_notes });
  await expect(told(page)).toBeVisible();
  await expect(told(second)).toHaveCount(0);
  letThrough();
  await expect(told(second)).toBeVisible();
});

test('a list is loaded again once the stream begins, if that was long after its rows were asked for', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page);
  const letThrough = await holdCallsBack(page, '**/api/live');
  const held = page.waitForRequest(isStream);
  await openList(page);
  await held;
  await waitUntilQuiet(page);
  // The clock moves past the period in which the server repeats recent changes to a new follower.
  await page.clock.fastForward(5_000);
  const again = page.waitForRequest('**/api/tee_times/index?*');
  letThrough();
  await again;
});

test('what is lost comes back in silence, with what was missed meanwhile', async ({
  page,
  context,
  request,
}) => {
  await signIn(page);
  const followed = page.waitForRequest(isStream);
  await openList(page);
  // The change stream starts in idle time.
  await followed;
  const shown = (await newest(page).getAttribute('href')) ?? '';
  await context.setOffline(true);
  const id = Number(shown.split('/').pop());
  const { updated_at } = await getFromApi<Row>(request, `/api/tee_times/show/${id}`);
  const internal_notes = `missed ${Date.now()}`;
  await putToApi(request, '/api/tee_times/update', { id, tee_time: { internal_notes, updated_at } });
  await expect(page.getByRole('alert')).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByRole('cell', { name: internal_notes })).toBeVisible();
});

test('whose session ends elsewhere is at the sign-in without a press', async ({ page, context }) => {
  await signIn(page);
  await openList(page);
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('authToken') ?? '{}') as Record<string, string>,
  );
  const headers = {
    'access-token': token['access-token'] ?? '',
    uid: token['uid'] ?? '',
    client: token['client'] ?? '',
  };
  await context.request.delete(ricUrl('/api/auth/sign_out'), { headers });
  await expect(page).toHaveURL(/\/login/);
});

test('one at a time books from a row: the others see who, and go on after one question', async ({
  page,
  browser,
}) => {
  await signIn(page);
  const other = await (await browser.newContext()).newPage();
  await signIn(other, ADMIN);
  for (const one of [page, other]) {
    await one.goto(ricUrl(OF_TORREY));
    await expect(one.locator('a.slot').first()).toBeVisible();
  }
  const slot = page.locator('td:has(a.slot:nth-of-type(4)) a.slot').first();
  const href = (await slot.getAttribute('href')) ?? '';
  const theirs = other.locator(`a[href="${href}"]`);
  await slot.click();
  // No scraper runs in this test: the scrape is requested, but never made.
  await expect(page.getByText('Checking whether it is still open …')).toBeVisible();

  const row = other.getByRole('row').filter({ has: theirs });
  const turn = row.getByText(/ is booking this, 4:\d\d left/);
  await expect(turn).toBeVisible();
  // The text of the claim is completely visible, above all its time left, beside as many slots as there are.
  for (const part of [turn, turn.locator('.turn-who')])
    expect(await part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  // Pressing Go on before the first request is answered must not bring the question a second time.
  const asking = await holdCallsBack(
    other,
    '**/api/turns/take',
    (route) => !route.request().postData()?.includes('"go_on":true'),
  );
  await theirs.click();
  await other.locator('.turn-strip').getByRole('button', { name: 'Go on' }).click();
  asking();
  await expect(page.getByText(/ is booking this\.$/)).toBeVisible();
  await expect(other.locator('.turn-strip')).toHaveCount(0);
  await expect(other.getByRole('dialog')).toHaveCount(0);
  await other.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(other.locator('.turn-strip')).toBeVisible();
  await other.goBack();
  await expect(turn).toBeVisible();

  await theirs.click();
  const question = other.getByRole('dialog').filter({ hasText: / is booking this\. Go on\?/ });
  await question.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText(/ is booking this\.$/)).toBeVisible();

  // The person who lost the claim may book the open time only after the same question.
  await page.getByRole('button', { name: /Use the suggested/ }).click();
  await page.getByLabel('Email address', { exact: true }).fill('taken@caller.example');
  await page.getByLabel('First name').fill('Terry');
  await page.getByLabel('Last name').fill('Taken');
  await page.getByLabel('Postal code').fill('92037');
  await page.keyboard.press('Control+Enter');
  const again = page.getByRole('dialog').filter({ hasText: / is booking this\. Go on\?/ });
  await again.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(bookButton(page)).toBeEnabled();

  // In a second tab of the same person the claim is shown as their own.
  const second = await other.context().newPage();
  await second.goto(ricUrl(OF_TORREY));
  const own = second.getByRole('row').filter({ has: second.locator(`a[href="${href}"]`) });
  await expect(own.getByText(/^You are booking this in another tab, 4:\d\d left/)).toBeVisible();
  await second.close();

  // Leaving the screen releases the claim.
  await other.goto(ricUrl('/home'));
  await expect(page.getByText(/ is booking this\.$/)).toHaveCount(0);
  // The person whose screen still shows the open time gets the claim again.
  await other.goto(ricUrl(OF_TORREY));
  await expect(row.getByText(/ is booking this, 4:\d\d left/)).toBeVisible();
  await other.context().close();
});

test('a claim ends with its page, though only half of the answer to it has come', async ({
  page,
  request,
}) => {
  await page.addInitScript(() => {
    const really = globalThis.fetch;
    globalThis.fetch = async (...asked) => {
      const answer = await really(...asked);
      return answer.url.endsWith('/api/turns/take') ? new Response(new ReadableStream()) : answer;
    };
  });
  await signIn(page);
  await page.goto(ricUrl(OF_TORREY));
  const slot = page.locator('a.slot').first();
  await expect(slot).toBeVisible();
  const taking = page.waitForResponse('**/api/turns/take');
  await slot.click();
  const { holder } = (await taking).request().postDataJSON() as { holder: string };
  const held = async () =>
    (await getFromApi<{ holder: string }[]>(request, '/api/turns/index')).filter(
      (claim) => claim.holder === holder,
    );
  expect(await held()).not.toEqual([]);
  await page.goBack();
  await expect(slot).toBeVisible();
  await page.reload();
  await expect.poll(held).toEqual([]);
});
