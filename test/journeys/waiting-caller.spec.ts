import { expect, test, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import {
  ADMIN,
  ricUrl,
  AGENT,
  getFromApi,
  bookButton,
  CARDS,
  putToApi,
  dayAhead,
  postToApi,
  signIn,
} from './actions.ts';
import { startServer } from './server.ts';

// A separate server whose open times come and go.
let server: Awaited<ReturnType<typeof startServer>>;
let shared: string | undefined;
test.beforeAll(async () => {
  server = await startServer({ GATHER: 'on' });
  shared = process.env.RIC_URL;
  process.env.RIC_URL = server.url;
});
test.afterAll(async () => {
  process.env.RIC_URL = shared;
  await server.stop();
});

const COURSE = { id: 1, course_name: 'Torrey Pines South' };
const DAY = dayAhead(6);
type Row = { id: number; available_time: number; spots: number[]; holes: number | null };

const rowsOf = (request: APIRequestContext): Promise<Row[]> => {
  const filters = JSON.stringify({ course_name: COURSE.course_name, available_date: DAY });
  return getFromApi(
    request,
    `/api/fore_up_availability/index?per_page=100&filters=${encodeURIComponent(filters)}`,
  );
};

/** Changes how the course's simulator sells its times, by a suffix of the course's id; resolves once that was scraped. */
async function soldAs(request: APIRequestContext, fore_up_id: string, isRead: (rows: Row[]) => boolean) {
  const { updated_at } = await getFromApi<{ updated_at: string }>(request, `/api/courses/show/${COURSE.id}`);
  await putToApi(request, '/api/courses/update', {
    id: COURSE.id,
    course: { fore_up_course: { fore_up_id }, updated_at },
  });
  // The course is scraped twice, because an open time is gone once two scrapes have missed it.
  const isReadNow = async (): Promise<boolean> => {
    await postToApi(request, `/api/sources/gather/${COURSE.id}`);
    return isRead(await rowsOf(request));
  };
  await expect.poll(isReadNow, { timeout: 90_000, intervals: [5000] }).toBe(true);
}

async function opened(browser: Browser, who: { email: string; password: string }): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signIn(page, who);
  return page;
}

test('a time that comes free is offered to who waits for it, booked from the queue, and everybody sees it', async ({
  browser,
  request,
}) => {
  test.setTimeout(240_000);
  const [maria, ben] = await Promise.all([opened(browser, AGENT), opened(browser, ADMIN)]);

  // Live updates change the shown open times.
  await maria.goto(ricUrl('/tee-time-availability'));
  await expect(maria.getByText(/open times with Course Name/)).toBeVisible();

  const day = JSON.stringify({ course_name: COURSE.course_name, available_date: DAY });
  await ben.goto(ricUrl(`/tee-time-availability?filters=${day}`));
  const slots = ben.getByRole('link', { name: /^Book \d player/ });
  await expect(slots.first()).toBeVisible();
  const pill = ben.getByRole('button', { name: /: show$/ });

  // The course sells to parties of two and four only, so a caller for three must wait, and leaves a card.
  await soldAs(
    request,
    '19000-pairs',
    // Open times for an uneven number of players are gone too.
    (rows) => rows.length > 0 && rows.every(({ spots }) => spots.every((size) => size % 2 === 0)),
  );
  // An open time that is gone is counted, and stays in its row until the person asks for the changes.
  await expect(pill).toHaveText(/\b\d+ (times? )?gone: show$/);
  await pill.click();
  await expect(pill).toHaveCount(0);

  const wanted = new URLSearchParams({
    providedCourseId: String(COURSE.id),
    providedDateString: DAY,
    providedTimeString: '08:00',
    providedPlayers: '3',
  });
  await maria.goto(ricUrl(`/ibe?${wanted.toString()}`));
  await maria.getByLabel('Email address', { exact: true }).fill('wanda.waits@caller.example');
  await maria.getByLabel('First name').fill('Wanda');
  await maria.getByLabel('Last name').fill('Waits');
  await maria.getByLabel('Postal code').fill('92037');
  await maria.getByLabel('Credit card number').fill(CARDS.approved);
  await maria.getByLabel('Exp Mo').fill('12');
  await maria.getByLabel('Exp Yr').fill('30');
  await maria.getByLabel('CVV').fill('123');
  await maria.getByRole('button', { name: 'Wait for this' }).click();
  const dialog = maria.getByRole('dialog');
  await dialog.getByLabel('Phone').fill('619-555-0188');
  await dialog.getByRole('button', { name: 'Wait for this' }).click();
  await expect(maria.getByText('Wanda Waits waits: no open time matches now.')).toBeVisible();

  // The course sells to parties of three again, and the wait list shows that without a reload.
  await ben.goto(ricUrl('/wait-list-queue'));
  await expect(ben.getByRole('heading', { name: 'Wait List' })).toBeVisible();
  await ben.getByLabel('Search the wait list').fill('Wanda Waits');
  await expect(ben.getByText('No queue with “Wanda Waits”.')).toBeVisible();
  await soldAs(request, '19000', (rows) => rows.some(({ spots }) => spots.includes(3)));
  await ben
    .getByRole('link', { name: /^Queue of/ })
    .first()
    .click();

  // The waiting customer is called and booked with her stored card, while the other agent watches. Other customers of the
  // demonstration company may come before her.
  await ben.getByRole('button', { name: /^Call Wanda Waits/ }).click();
  await expect(ben.locator('.caller-name')).toHaveText('Wanda Waits');
  await expect(ben.getByRole('row').filter({ hasText: 'Waits' })).toContainText('card left');
  await maria.goto(ben.url());
  const hers = maria.getByRole('row').filter({ hasText: 'Waits' });
  await expect(hers).toContainText('Not booked');
  await ben.locator('body').press('b');
  await expect(ben.getByLabel('Credit card number')).toHaveValue('************4242');
  await expect(hers.getByText(/is booking this/)).toBeVisible();
  await ben.getByRole('button', { name: /Use the suggested/ }).click();
  await bookButton(ben).click();
  await expect(ben.getByText('Success').first()).toBeVisible();

  // After the booking, no screen shows the customer as waiting any more.
  await expect(hers.getByText(/is booking this/)).toHaveCount(0);
  await expect(hers.getByRole('link', { name: 'View' })).toBeVisible();
  await maria.goto(ricUrl('/wait-list-queue'));
  await maria.getByLabel('Search the wait list').fill('Wanda Waits');
  await expect(maria.getByText('No queue with “Wanda Waits”.')).toBeVisible();

  // The admin sees that the course systems still send every field that RIC reads.
  await maria.goto(ricUrl('/sources'));
  await expect(maria.getByText(/foreUP sends all that RIC reads \(checked at /)).toBeVisible();
});
