import { expect, test, type Page } from '@playwright/test';
import {
  ricUrl,
  ADMIN,
  getFromApi,
  bookButton,
  CARDS,
  putToApi,
  fillBookingEngine,
  waitUntilQuiet,
  signIn,
} from './actions.ts';

type Row = { id: number };
const teeTimeOf = async (request: Parameters<typeof getFromApi>[0], last_name: string): Promise<number> => {
  const filters = encodeURIComponent(JSON.stringify({ last_name }));
  const [row] = await getFromApi<Row[]>(request, `/api/tee_times/index?filters=${filters}`);
  return row?.id ?? 0;
};

/** Returns the positions of a form's labels and groups. */
const places = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, .record-bar > .btn:first-child, .record .fields > *')].map(
      (each) => {
        const { x, y, height } = each.getBoundingClientRect();
        return [x, y, height].map(Math.round).join(' ');
      },
    ),
  );

test('a tee time says who and what it is, and Edit moves nothing', async ({ page, request }) => {
  await signIn(page, ADMIN);
  await fillBookingEngine(page, { last_name: 'Recordsworth', days: 13, card: CARDS.approved });
  await bookButton(page).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  const id = await teeTimeOf(request, 'Recordsworth');
  await page.goto(ricUrl(`/manage-tee-time/${id}`));
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toContainText(/^Robin Recordsworth, \w{3} \w{3} \d+ \d{4} 09:10, Torrey Pines North/);
  await expect(title).toContainText('booked');
  await expect(page).toHaveTitle(/^Robin Recordsworth, .*Torrey Pines North · RIC$/);
  await expect(page.getByText(/last changed .* by /)).toBeVisible();
  await expect(page.getByRole('link', { name: 'recordsworth@caller.example' })).toHaveAttribute(
    'href',
    /^mailto:/,
  );
  const moved = page.getByRole('region', { name: 'Transactions' });
  await expect(moved.getByText('Card 4242 charged')).toBeInViewport();
  await expect(page.locator('[data-look="go"]:visible')).toHaveCount(1);

  // The window is so low that the form does not fit, but the page must not scroll to the form.
  await page.setViewportSize({ width: 1440, height: 600 });
  const before = await places(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Players' })).toBeVisible();
  expect(await places(page)).toEqual(before);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('textbox', { name: 'Notes', exact: true }).fill('Calls back');
  await page.keyboard.press('Control+s');
  const state = page.locator('.bar-state [role="status"]');
  await expect(state).toContainText(/Success Saved \d\d:\d\d/);

  // A play time at night is asked about as in the booking engine; answering no saves nothing.
  const time = page.getByRole('textbox', { name: 'Play Time' });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await time.fill('2:30');
  await page.keyboard.press('Control+s');
  const night = page.getByRole('dialog', { name: 'Change to 02:30 at night?' });
  await expect(night).toContainText('The afternoon is 14:30.');
  await page.keyboard.press('Escape');
  await expect(night).toHaveCount(0);
  await expect(time).toHaveValue('02:30');
  await time.fill('9:10');
  await page.getByRole('textbox', { name: 'Notes', exact: true }).fill('Calls back at noon');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Being edited')).toHaveCount(0);
  await page.getByRole('button', { name: 'Send Receipt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Receipt' }).click();
  await expect(state).toContainText('Receipt sent to recordsworth@caller.example');
  await expect(page.getByRole('button', { name: 'Send Receipt' })).toBeFocused();

  await page.getByRole('button', { name: 'Cancel Tee Time' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancelation Options' });
  await expect(dialog.getByLabel('Refund?')).toBeFocused();
  await expect(dialog.getByText(/Plays in 1[234] days/)).toBeVisible();
  await dialog.getByLabel('Refund?').check();
  await expect(dialog.getByRole('button', { name: /^Process: refund \$[\d,.]+$/ })).toBeVisible();
  await dialog.getByRole('radio', { name: 'Custom' }).check();
  await expect(dialog.getByLabel('Refund Amount')).toBeFocused();
  await page.keyboard.type('12.50');
  await dialog.getByLabel('Cancel?', { exact: true }).check();
  await expect(dialog.getByRole('button', { name: 'Process: cancel and refund $12.50' })).toBeVisible();
});

test('a booking whose card was declined says that it was not made', async ({ page, request }) => {
  await signIn(page);
  const [failed] = await getFromApi<Row[]>(
    request,
    `/api/tee_times/index?filters=${encodeURIComponent(JSON.stringify({ status: 'failed' }))}`,
  );
  await page.goto(ricUrl(`/manage-tee-time/${failed?.id ?? 0}`));
  await expect(page.getByText(/The booking was not made/)).toBeVisible();
  await expect(page.getByText('No money moved.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send |^Cancel Tee Time/ })).toHaveCount(0);
});

test('a refused form counts down as its fields are put right, and a new record says New', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/maintenance/new'));
  await expect(page).toHaveTitle('New Maintenance · RIC');
  await page.getByLabel('Description').fill('Greens');
  await page.keyboard.press('Control+s');
  const alert = page.getByRole('alert').filter({ hasText: 'One or more things are invalid.' });
  await expect(alert.getByRole('listitem')).toHaveCount(3);
  await page.getByLabel('Start Date').fill('12/1/2027');
  await page.getByLabel('Start Date').blur();
  await expect(alert.getByRole('listitem')).toHaveCount(2);
  await page.goto(ricUrl('/manage-rate/new'));
  await expect(page).toHaveTitle('New Rate · RIC');
});

test('Edit moves nothing, and no name of a field breaks where there is room', async ({ page }) => {
  await signIn(page, ADMIN);
  for (const path of ['/manage-rate/1', '/manage-course/1', '/holiday/1', '/manage-gift-certificate/1']) {
    await page.goto(ricUrl(path));
    await expect(page.locator('.record-body')).toBeVisible();
    await waitUntilQuiet(page);
    const before = await places(page);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(page.getByText('Being edited')).toBeVisible();
    expect(await places(page), path).toEqual(before);
    const heights = await page
      .locator('.field-label, .mantine-InputWrapper-label')
      .evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().height));
    expect(Math.max(...heights), path).toBeLessThan(34);
  }
  // The field groups of the rate and its date ranges end at the same right edge.
  await page.goto(ricUrl('/manage-rate/1'));
  await expect(page.locator('.record-column').last()).toBeVisible();
  const ends = await page
    .locator('.record-column:last-child, .ranges')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().right));
  expect(new Set(ends).size).toBe(1);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(ricUrl('/manage-customer/1'));
  const longest = page.getByText('Legacy System Shipping Address', { exact: true });
  await expect(longest).toBeVisible();
  expect((await longest.boundingBox())?.height).toBeLessThan(34);
});

test('Reload says what it does, and Save on an empty new record what is missing', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/helpful-link/1'));
  const asked = page.getByRole('dialog', { name: 'Reload?' });
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(asked).toContainText('It is shown as it is saved now.');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('Typed');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(asked).toContainText('Your changes since the last save will be discarded.');
  await asked.getByRole('button', { name: 'Reload' }).click();

  await page.goto(ricUrl('/helpful-link/new'));
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await page.keyboard.press('Control+s');
  const alert = page.getByRole('alert').filter({ hasText: 'One or more things are invalid.' });
  await expect(alert.getByRole('listitem')).toHaveText([/^URL/, /^Description is required/]);
  await expect(page.getByRole('textbox', { name: 'URL' })).toBeFocused();
  // The chosen course has loaded; saving by keyboard before the form is filled still makes no record.
  await page.goto(ricUrl('/holiday/new/3'));
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(alert.getByRole('listitem').first()).toContainText('is required');
  await expect(page).toHaveURL(/\/holiday\/new\/3$/);
});

test('an agent at an address for admins is told so by the tab too, and a bar knows its own screen', async ({
  page,
}) => {
  await signIn(page);
  await page.goto(ricUrl('/course/new'));
  await expect(page).toHaveTitle('New Course: admins only · RIC');
  await page.goto(ricUrl('/gift-certificate-sales'));
  const own = page.getByRole('link', { name: 'Sales Configuration' });
  await expect(own).toHaveAttribute('aria-current', 'page');
  await page.goto(ricUrl('/manage-gift-certificates'));
  await expect(own).toBeVisible();
  await expect(own).not.toHaveAttribute('aria-current', 'page');
});

test('the bar of a record is one line on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await page.goto(ricUrl('/manage-tee-time/300'));
  const bar = page.getByRole('toolbar', { name: 'Form' });
  await expect(bar.getByRole('button', { name: 'Edit' })).toBeVisible();
  expect((await bar.boundingBox())?.height).toBeLessThan(60);
  await bar.locator('summary').click();
  await expect(bar.getByRole('button', { name: 'Cancel Tee Time' })).toBeVisible();
});

test('on a phone the bar says whole what was sent, and More has the focus again', async ({
  page,
  request,
}) => {
  await signIn(page);
  const { customer } = await getFromApi<{ customer: { id: number }[] }>(request, '/api/tee_times/show/311');
  const email = 'bartholomew.featherstonehaugh@a-long-name-of-a-company.example';
  const last_name = 'Featherstonehaugh-Cholmondeley of Marjoribanks';
  const names = { first_name: 'Wilhelmina Alexandra', last_name };
  await putToApi(request, '/api/customers/update', { id: customer[0]?.id, customer: { email, ...names } });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(ricUrl('/manage-tee-time/311'));
  const bar = page.getByRole('toolbar', { name: 'Form' });
  const more = bar.locator('summary');
  await more.click();
  await bar.getByRole('button', { name: 'Send Receipt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(more).toBeFocused();
  await more.click();
  await bar.getByRole('button', { name: 'Send Receipt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Receipt' }).click();
  const said = bar.getByText(`Receipt sent to ${email}`, { exact: true });
  for (const scrolled of [0, 600]) {
    await page.locator('#screen').evaluate((screen, top) => screen.scrollTo(0, top), scrolled);
    await expect(said).toBeInViewport({ ratio: 1 });
    // No surrounding element cuts off a part of the message.
    const isWhole = await said.evaluate((text) => {
      const inner = text.getBoundingClientRect();
      for (let box = text.parentElement; box; box = box.parentElement) {
        const outer = box.getBoundingClientRect();
        const cuts = getComputedStyle(box).overflow !== 'visible';
        if (cuts && (inner.right > outer.right || inner.bottom > outer.bottom)) return false;
      }
      return inner.height > 0 && inner.right <= innerWidth;
    });
    expect(isWhole).toBe(true);
    expect((await bar.boundingBox())?.height).toBeLessThan(844 / 6);
  }
  await expect(more).toBeFocused();

  // A name as long as this one shares the toolbar's width with the message and the day.
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.locator('#screen').evaluate((screen) => screen.scrollTo(0, 600));
  const name = bar.getByText(/^[A-Z][a-z]{2} \d{1,2} \d\d:\d\d, Wilhelmina/);
  await expect(name).toBeInViewport();
  expect((await name.boundingBox())?.width).toBeGreaterThan(100);
  expect((await bar.getByRole('status').boundingBox())?.width).toBeGreaterThan(150);
});
