import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { violationsOn } from './accessibility.ts';
import {
  ricUrl,
  getFromApi,
  bookButton,
  CARDS,
  fillBookingEngine,
  holdCallsBack,
  dayAhead,
  loseAnswer,
  signIn,
} from './actions.ts';

type Rows = { players: number; status: string }[];
const booked = (request: APIRequestContext, last_name: string) =>
  getFromApi<Rows>(
    request,
    `/api/tee_times/index?filters=${encodeURIComponent(JSON.stringify({ last_name }))}`,
  );
const success = (page: Page) => page.getByText('Success', { exact: true });
const players = (page: Page) => page.getByLabel('Players', { exact: true });
const charge = (page: Page) => page.locator('#field-charge');
const NO_CARD = 'No credit card information entered. Continue to book?';

/** Changes the number of players, and waits for the charge that is suggested for them. */
async function fillPlayers(page: Page, count: string): Promise<void> {
  const before = await charge(page).inputValue();
  await players(page).fill(count);
  await expect(charge(page)).not.toHaveValue(before);
}

test.beforeEach(({ page }) => signIn(page));

test('questions before Book are the lines of one dialog, and that of no card comes last', async ({
  page,
  request,
}) => {
  await fillBookingEngine(page, { last_name: 'Severalasks', days: 12 });
  await fillPlayers(page, '99');
  await charge(page).fill('99000');
  await bookButton(page).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Book anyway?' });
  const lines = dialog.getByRole('list').getByRole('listitem');
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText('Charge $99,000.00?');
  await expect(lines.last()).toHaveText(
    'Book for 99 players? That is more than any tee time takes: 8 players at most.',
  );
  expect(await violationsOn(page, { within: '.dialog' })).toEqual([]);
  await expect(dialog.getByRole('button', { name: 'Book anyway' })).toBeFocused();

  // Escape returns to the first field that the question is about, and no typed value is lost.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(charge(page)).toBeFocused();
  await expect(players(page)).toHaveValue('99');
  await expect(page.getByLabel('Last name')).toHaveValue('Severalasks');
  expect(await booked(request, 'Severalasks')).toHaveLength(0);

  await bookButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Enter');
  const last = page.getByRole('dialog', { name: NO_CARD });
  await expect(last.getByRole('button', { name: 'Continue to book' })).toBeFocused();
  await last.getByRole('button', { name: 'Cancel' }).click();
  await expect(bookButton(page)).toBeFocused();
  expect(await booked(request, 'Severalasks')).toHaveLength(0);

  // No request went out, so both questions are asked again.
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Book anyway' }).click();
  await last.getByRole('button', { name: 'Continue to book' }).click();
  await expect(success(page)).toBeVisible();
  expect(await booked(request, 'Severalasks')).toMatchObject([{ players: 99 }]);
});

test('Book waits for the amount from which charges are asked about', async ({ page, request }) => {
  const letThrough = await holdCallsBack(page, '**/api/desk/settings');
  const [asked] = await Promise.all([
    page.waitForRequest('**/api/ibe/minute?*'),
    fillBookingEngine(page, { last_name: 'Slowsettings', days: 12 }),
  ]);
  // The request must not count as background, because an overloaded server answers those last and a caller waits for this
  // answer.
  expect(asked.headers()).not.toHaveProperty('x-background');
  await fillPlayers(page, '99');
  // The typed charge is below three times the suggested one, because from there on another question is asked.
  await charge(page).fill('20000');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Booking…')).toBeVisible();
  letThrough();
  const dialog = page.getByRole('dialog', { name: 'Book anyway?' });
  await expect(dialog.getByRole('listitem').first()).toContainText('Charge $20,000.00?');
  await page.keyboard.press('Escape');
  expect(await booked(request, 'Slowsettings')).toHaveLength(0);
});

type OpenTime = { available_date: string; available_time: number; course_id: number; spots: number[] };

test('a suggested charge that arrives late changes no text under who is in the field', async ({ page }) => {
  await fillBookingEngine(page, { last_name: 'Typesover', days: 12 });
  const before = await charge(page).inputValue();
  const answer = await holdCallsBack(page, '**/api/ibe/rate**');
  await players(page).fill('2');
  await charge(page).focus();
  await charge(page).selectText();
  const arrived = page.waitForResponse('**/api/ibe/rate**');
  answer();
  await arrived;
  const suggestion = page.getByRole('button', { name: /Use the suggested/ });
  await expect(suggestion).toBeVisible();
  await expect(charge(page)).toHaveValue(before);
  await page.keyboard.type('99');
  await expect(charge(page)).toHaveValue('99');

  // After the suggested charge is accepted, the charge follows the suggestion again.
  await suggestion.click();
  const answerAgain = await holdCallsBack(page, '**/api/ibe/rate**');
  await players(page).fill('3');
  await charge(page).focus();
  answerAgain();
  await expect(suggestion).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(suggestion).toHaveCount(0);
});

test('what is typed while Book still waits for the price is not booked in its place', async ({
  page,
  request,
}) => {
  await fillBookingEngine(page, { last_name: 'Pressedfirst', days: 12 });
  const answer = await holdCallsBack(page, '**/api/ibe/rate**');
  await players(page).fill('2');
  await bookButton(page).click();
  await page.getByLabel('Last name').fill('Typedsecond');
  answer();
  await expect(page.getByText('Not booked: the form was changed after Book was pressed.')).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveValue('Typedsecond');
  expect(await booked(request, 'Pressedfirst')).toHaveLength(0);
  expect(await booked(request, 'Typedsecond')).toHaveLength(0);
});

test('a party above what the open times of its minute take is asked about', async ({ page, request }) => {
  const filters = JSON.stringify({ course_name: 'Torrey Pines South', available_date: dayAhead(4) });
  const path = `/api/fore_up_availability/index?per_page=100&filters=${encodeURIComponent(filters)}`;
  const times = await getFromApi<OpenTime[]>(request, path);
  const [open] = times;
  if (!open) throw new Error('The demonstration has an open time in four days.');
  const most = Math.max(
    ...times.filter((time) => time.available_time === open.available_time).flatMap((time) => time.spots),
  );
  const clock = String(open.available_time).padStart(4, '0');
  const time = `${clock.slice(0, 2)}:${clock.slice(2)}`;
  const round = new URLSearchParams({
    providedCourseId: String(open.course_id),
    providedDateString: open.available_date,
    providedTimeString: time,
    providedPlayers: String(most + 1),
  });
  await page.goto(ricUrl(`/ibe?${round.toString()}`));
  await page.getByRole('button', { name: /Use the suggested/ }).click();
  await expect(charge(page)).not.toHaveValue('');
  await page.getByLabel('Email address', { exact: true }).fill('toomany@caller.example');
  await page.getByLabel('First name').fill('Robin');
  await page.getByLabel('Last name').fill('Toomany');
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: `Book for ${most + 1} players?` });
  await expect(dialog).toContainText(`The open times at ${time} take ${most} player`);
  await page.keyboard.press('Escape');
  await expect(players(page)).toBeFocused();
  await players(page).fill(String(most));
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog', { name: NO_CARD })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await booked(request, 'Toomany')).toHaveLength(0);
});

test('a booking under another name than the typed one is asked about, and names its customer', async ({
  page,
  request,
}) => {
  const confirmNoCard = () => page.getByRole('button', { name: 'Continue to book' }).click();
  await fillBookingEngine(page, { last_name: 'Firstnamed', days: 14 });
  await bookButton(page).click();
  await confirmNoCard();
  await expect(page.getByRole('status').filter({ has: success(page) })).toContainText('Robin Firstnamed: ');

  await fillBookingEngine(page, { last_name: 'Secondnamed', days: 15 });
  const email = page.getByLabel('Email address', { exact: true });
  await email.fill('Firstnamed@caller.example');
  // Book waits for the look-up of the customer, however soon it is pressed.
  await bookButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Book for Robin Firstnamed?' });
  await expect(dialog).toContainText(
    'Firstnamed@caller.example is the e-mail address of Robin Firstnamed. The typed name, Robin Secondnamed, is not saved.',
  );
  await page.keyboard.press('Escape');
  await expect(email).toBeFocused();
  expect(await booked(request, 'Firstnamed')).toHaveLength(1);
  await bookButton(page).click();
  await dialog.getByRole('button', { name: 'Book for Robin Firstnamed' }).click();
  await confirmNoCard();
  await expect(page.getByRole('status').filter({ has: success(page) })).toContainText('Robin Firstnamed: ');
  expect(await booked(request, 'Firstnamed')).toHaveLength(2);

  // A failed look-up of the customer stops no booking.
  await page.route('**/api/customers/match?*', (route) => route.abort());
  await fillBookingEngine(page, { last_name: 'Thirdnamed', days: 16 });
  await bookButton(page).click();
  await confirmNoCard();
  await expect(success(page)).toBeVisible();
  expect(await booked(request, 'Thirdnamed')).toHaveLength(1);
});

test('a booking whose answer was lost is pressed again without a question, another one is not', async ({
  page,
  request,
}) => {
  await fillBookingEngine(page, { last_name: 'Askedonce', days: 13, card: CARDS.approved });
  await fillPlayers(page, '12');
  const dialog = page.getByRole('dialog', { name: 'Book for 12 players?' });
  // The booking request itself is lost: no tee time was booked, and the next press of Book has the same idempotency key.
  await page.route('**/api/ibe/book', (route) => route.abort(), { times: 1 });
  await bookButton(page).click();
  await dialog.getByRole('button', { name: 'Book for 12 players' }).click();
  await expect(page.getByText('Undefined response.')).toBeVisible();
  await page.getByLabel('Internal Notes').fill('Typed after it');
  await bookButton(page).click();
  await expect(dialog).toBeVisible();
  await loseAnswer(page, '/api/ibe/book');
  await dialog.getByRole('button', { name: 'Book for 12 players' }).click();
  await expect(page.getByText('Undefined response.')).toBeVisible();
  await bookButton(page).click();
  await expect(success(page)).toBeVisible();
  expect(await booked(request, 'Askedonce')).toMatchObject([{ players: 12, status: 'booked' }]);

  // The booking of the next caller is another submission.
  await fillBookingEngine(page, { last_name: 'Askedagain', days: 13, card: CARDS.approved });
  await fillPlayers(page, '12');
  await bookButton(page).click();
  await expect(dialog).toBeVisible();
});

test('a round at night is asked about, and the afternoon is named', async ({ page, request }) => {
  await fillBookingEngine(page, { last_name: 'Nightowl', days: 12, card: CARDS.approved });
  const time = page.getByLabel('Play Time (24-Hour)');
  await time.fill('130');
  await page.keyboard.press('Tab');
  await expect(time).toHaveValue('01:30');
  await bookButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Book for 01:30 at night?' });
  await expect(dialog).toContainText('The afternoon is 13:30.');
  await page.keyboard.press('Escape');
  await expect(time).toBeFocused();
  expect(await booked(request, 'Nightowl')).toHaveLength(0);
});

test('a button that is pressed while the screen opens keeps the focus', async ({ page }) => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  const round = new URLSearchParams({
    providedCourseId: '2',
    providedDateString: dayAhead(12),
    providedTimeString: '09:10',
    providedPlayers: '1',
  });
  await page.goto(ricUrl(`/ibe?${round.toString()}`));
  const wait = page.getByRole('button', { name: 'Wait for this' });
  await wait.focus();
  await page.clock.runFor(100);
  await expect(wait).toBeFocused();
});

test('a second tee time of one customer for one minute is asked about, and a no books nothing', async ({
  page,
  request,
}) => {
  const round = { last_name: 'Secondtime', days: 23, card: CARDS.approved };
  await fillBookingEngine(page, round);
  await bookButton(page).click();
  await expect(success(page)).toBeVisible();
  await fillBookingEngine(page, round);
  await bookButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Book Robin Secondtime a second time?' });
  await expect(dialog).toContainText(/^.*has 4 players here at 09:10 already: tee time \d+\./);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Play Time (24-Hour)')).toBeFocused();
  expect(await booked(request, 'Secondtime')).toHaveLength(1);
});
