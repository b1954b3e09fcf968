import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import {
  ADMIN,
  ricUrl,
  getFromApi,
  bookButton,
  CARDS,
  putToApi,
  fillBookingEngine,
  signInHeaders,
  loseAnswer,
  signIn,
} from './actions.ts';

type Rows = { id: number; paid: string; status: string }[];
const booked = (last_name: string) =>
  `/api/tee_times/index?filters=${encodeURIComponent(JSON.stringify({ last_name }))}`;
const success = (page: Page) => page.getByText('Success', { exact: true });

test.beforeEach(({ page }) => signIn(page, ADMIN));

test('a record whose save was not answered is saved once, and what is typed after it goes over it', async ({
  page,
  request,
}) => {
  const headers = await signInHeaders(request, ADMIN);
  const name = { first_name: 'Ann', last_name: 'Recordlost', email: 'ann@recordlost.example' };
  const data = { customer: { ...name, ignore_duplicate: true } };
  const made = await request.post(ricUrl('/api/customers'), { headers, data });
  const { id }: { id: number } = await made.json();
  const saved = () =>
    getFromApi<{ city: string | null; address: string | null }>(request, `/api/customers/show/${id}`);
  await page.goto(ricUrl(`/manage-customer/${id}`));
  const city = page.getByLabel('City', { exact: true });
  const save = () => page.keyboard.press('Control+s');
  const losing = async (typed: string) => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await city.fill(typed);
    await loseAnswer(page, '/api/customers/update');
    await save();
    await expect(page.getByText('Undefined response.')).toBeVisible();
    await expect(page.getByText('Debug data')).toHaveCount(0);
    expect(await saved()).toMatchObject({ city: typed });
  };
  await losing('Vista');
  await save();
  await expect(success(page)).toBeVisible();

  await losing('Encinitas');
  await city.fill('Carlsbad');
  await save();
  await expect(success(page)).toBeVisible();
  expect(await saved()).toMatchObject({ city: 'Carlsbad' });

  // A change by anybody between the two saves, even by the same person in another tab, is not overwritten unseen.
  await losing('Oceanside');
  await putToApi(request, '/api/customers/update', { id, customer: { address: '1 Fairway' } });
  await city.fill('Escondido');
  await save();
  await expect(page.getByRole('alert')).toContainText(
    /(?:^|\s)You changed this on .*, perhaps in another tab, .* What you typed is still here/,
  );
  expect(await saved()).toMatchObject({ city: 'Oceanside', address: '1 Fairway' });
});

test('another customer is chosen beneath what is being typed', async ({ page, request }) => {
  const [row] = await getFromApi<Rows>(request, '/api/tee_times/index?per_page=1');
  await page.goto(ricUrl(`/manage-tee-time/${row?.id ?? 0}`));
  await page.getByRole('button', { name: 'Edit' }).click();
  const notes = page.getByRole('textbox', { name: 'Internal Notes' });
  await notes.fill('Typed before the change');
  await page.getByRole('button', { name: /^Change(?! Round)/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Select / })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(notes).toHaveValue('Typed before the change');
  await page.keyboard.press('Control+s');
  await expect(success(page)).toBeVisible();
});

test('the clubs of one course do not stand in the way of another', async ({ page, request }) => {
  await fillBookingEngine(page, { last_name: 'Clubswitch', days: 15, card: CARDS.approved });
  const quantity = page.getByRole('textbox', { name: /^(Qty|Quantity)/ }).first();
  await quantity.fill('2');
  await quantity.blur();
  const charge = page.getByLabel('Charge Amount');
  const suggested = await charge.inputValue();
  await page.getByRole('combobox', { name: 'Course' }).fill('Balboa');
  await page.getByRole('option', { name: 'Balboa Park' }).click();
  await expect(page.getByRole('combobox', { name: 'Course' })).toHaveValue('Balboa Park');
  // The other course's suggested charge replaces the earlier one, so the test types only after that.
  await expect(charge).not.toHaveValue(suggested);
  await charge.fill('200');
  await bookButton(page).click();
  await expect(success(page)).toBeVisible();
  expect(await getFromApi<Rows>(request, booked('Clubswitch'))).toHaveLength(1);
});

type Link = { url: string; description: string };
const linksTo = (request: APIRequestContext, host: string) =>
  getFromApi<Link[]>(
    request,
    `/api/helpful_links/index?filters=${encodeURIComponent(JSON.stringify({ url: host }))}&limit=30`,
  );
/** Saves a new link whose answer is lost. */
async function linkUnheardOf(page: Page, url: string): Promise<void> {
  await page.goto(ricUrl('/helpful-link/new'));
  await page.getByLabel('URL').fill(url);
  await page.getByLabel('Description').fill('As it was sent');
  await loseAnswer(page, '/api/helpful_links');
  await page.getByRole('button', { name: 'Save' }).click();
  const again = 'Undefined response. Pressing Save again is safe: it is saved once.';
  await expect(page.getByText(again)).toBeVisible();
}
const aSavedLink = /\/helpful-link\/\d+$/;

test('a record whose answer was lost is there once, after a reload too', async ({ page, request }) => {
  const url = 'https://made-once.example/';
  await linkUnheardOf(page, url);
  await page.reload();
  await expect(page.getByLabel('URL')).toHaveValue(url);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(aSavedLink);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(await linksTo(request, 'made-once.example')).toHaveLength(1);
});

test('what is changed after a lost answer goes on over the record that was made', async ({
  page,
  request,
}) => {
  await linkUnheardOf(page, 'https://changed-since.example/');
  await page.getByLabel('Description').fill('Changed since');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(aSavedLink);
  await expect(page.getByLabel('Description')).toHaveValue('Changed since');
  const found = () => linksTo(request, 'changed-since.example');
  expect(await found()).toMatchObject([{ description: 'As it was sent' }]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(found).toMatchObject([{ description: 'Changed since' }]);
});

test('a save that is answered with anything but 200 is an error, and is pressed again safely', async ({
  page,
  request,
}) => {
  await page.goto(ricUrl('/helpful-link/new'));
  await page.getByLabel('URL').fill('https://answered-201.example/');
  await page.getByLabel('Description').fill('Accepted by a proxy');
  await page.route('**/api/helpful_links', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, status: 201 });
    await page.unroute('**/api/helpful_links');
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('A fatal error occured. Please escalate.')).toBeVisible();
  await expect(page.getByText('Saved', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(aSavedLink);
  expect(await linksTo(request, 'answered-201.example')).toHaveLength(1);
});

test('a form that was cleared after a lost answer makes another record', async ({ page, request }) => {
  await linkUnheardOf(page, 'https://before-clear.example/');
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
  await page.getByLabel('URL').fill('https://after-clear.example/');
  await page.getByLabel('Description').fill('Another');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(aSavedLink);
  expect(await linksTo(request, 'before-clear.example')).toHaveLength(1);
  expect(await linksTo(request, 'after-clear.example')).toHaveLength(1);
});
