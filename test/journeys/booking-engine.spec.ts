import { expect, test, type Page } from '@playwright/test';
import {
  ADMIN,
  ricUrl,
  getFromApi,
  bookButton,
  putToApi,
  fillBookingEngine,
  dayAhead,
  shownTotal,
  signIn,
} from './actions.ts';
import { field, link } from './booking-engine.ts';

const amount = (page: Page, label: string) => page.locator(`dt:text-is("${label}") + dd`);

async function typeCode(page: Page, label: string, code: string): Promise<void> {
  await field(page, label).fill(code);
  await page.keyboard.press('Tab');
}

test('a refused code takes no applied one away, and stops Book with its sentence', async ({
  page,
  request,
}) => {
  const filters = encodeURIComponent(JSON.stringify({ serial: 'GC-DEMO-1000' }));
  const [found] = await getFromApi<{ id: number }[]>(
    request,
    `/api/gift_certificates/index?filters=${filters}`,
  );
  await putToApi(request, '/api/gift_certificates/update', {
    id: found?.id,
    gift_certificate: { balance: '100.00' },
  });
  const asked: string[] = [];
  page.on('request', (each) => /validate_/.test(each.url()) && asked.push(each.url().replace(/.*\//, '')));
  await signIn(page);
  await fillBookingEngine(page, { last_name: 'Codesworth', days: 18 });
  const charge = await shownTotal(page);
  const discount = field(page, 'Discount code');
  const certificate = field(page, 'Gift certificate');

  // On leaving the field, without Apply.
  await typeCode(page, 'Discount code', 'FALL50');
  await expect(page.getByText('FALL50: $50.00 off')).toBeVisible();
  expect(await shownTotal(page)).toBe(charge - 50_00);
  await typeCode(page, 'Gift certificate', 'GC-NOPE');
  await expect(certificate).toHaveAccessibleDescription('There is no gift certificate with this serial.');
  await expect(page.getByText('FALL50: $50.00 off')).toBeVisible();
  expect(await shownTotal(page)).toBe(charge - 50_00);
  expect(asked).toEqual(['validate_discount', 'validate_discount', 'validate_gift_cert']);

  await certificate.fill('GC-DEMO-1000');
  await page.getByRole('button', { name: 'Apply gift certificate' }).click();
  await expect(amount(page, 'Gift certificate amount')).toHaveText('−$100.00');
  await typeCode(page, 'Discount code', 'NOPE');
  await expect(discount).toHaveAccessibleDescription('There is no discount with this code.');
  await expect(amount(page, 'Gift certificate amount')).toHaveText('−$100.00');
  await expect(amount(page, 'Discount amount')).toHaveText('−$50.00');
  expect(await shownTotal(page)).toBe(charge - 150_00);

  await bookButton(page).click();
  const alert = page.getByRole('alert').filter({ hasText: 'One or more validation errors are present.' });
  await expect(alert.getByRole('link', { name: 'Discount code' })).toBeVisible();
  await expect(discount).toBeFocused();

  // A change of the round checks both codes again, the applied one and the rejected one.
  await field(page, 'Players').fill('3');
  await expect.poll(() => shownTotal(page)).toBeLessThan(charge - 150_00);
  await expect(amount(page, 'Discount amount')).toHaveText('−$50.00');
  await expect(discount).toHaveAccessibleDescription('There is no discount with this code.');

  // Clearing and applying it removes it, and the certificate stays.
  await discount.fill('');
  await page.getByRole('button', { name: 'Apply discount code' }).click();
  await expect(amount(page, 'Discount amount')).toHaveText('$0.00');
  await expect(amount(page, 'Gift certificate amount')).toHaveText('−$100.00');
  await expect(alert).toHaveCount(0);

  // Book waits for a code that is still being checked, and books the result.
  await discount.fill('FALL50');
  const total = (await shownTotal(page)) - 50_00;
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Continue to book' }).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  const [row] = await getFromApi<{ id: number }[]>(
    request,
    `/api/tee_times/index?filters=${encodeURIComponent(JSON.stringify({ last_name: 'Codesworth' }))}`,
  );
  type Shown = { discount_amount: string; gift_certificate_amount: string };
  const shown = await getFromApi<Shown>(request, `/api/tee_times/show/${row?.id}`);
  expect(shown).toMatchObject({ discount_amount: '50.00', gift_certificate_amount: '100.00' });
  await expect(page.getByRole('status').filter({ hasText: 'Success' })).toContainText(
    `$${(total / 100).toFixed(2)}`,
  );
});

test('the newest rejection decides the sentence of the summary', async ({ page }) => {
  await signIn(page);
  await page.goto(link());
  await bookButton(page).click();
  const sentence = page.getByRole('alert').locator('strong');
  await expect(sentence).toHaveText('One or more validation errors are present.');
  await typeCode(page, 'Discount code', 'NOPE');
  await expect(field(page, 'Discount code')).toHaveAccessibleDescription(
    'There is no discount with this code.',
  );
  await expect(sentence).toHaveText('One or more things are invalid.');
  await bookButton(page).click();
  await expect(sentence).toHaveText('One or more validation errors are present.');
});

test('a charge from the suggestion follows the round until another is typed', async ({ page }) => {
  await signIn(page);
  await page.goto(link());
  const charge = field(page, 'Charge Amount');
  await expect(charge).toBeFocused();
  await page.getByRole('button', { name: /Use the suggested/ }).click();
  await expect(field(page, 'Email address')).toBeFocused();
  const four = await shownTotal(page);
  await field(page, 'Players').fill('3');
  await expect.poll(() => shownTotal(page)).toBe((four / 4) * 3);
  await field(page, 'Play Date').fill('1/1/2060');
  await page.keyboard.press('Tab');
  await expect(page.getByText('No rates found')).toBeVisible();
  await expect(charge).toHaveValue('');
  await field(page, 'Play Date').fill(dayAhead(17));
  await page.keyboard.press('Tab');
  await expect.poll(() => shownTotal(page)).toBe((four / 4) * 3);

  await charge.fill('100');
  await field(page, 'Players').fill('4');
  const offer = page.locator('.offer').filter({ hasText: 'Not the suggested charge.' });
  await expect(offer).toHaveAttribute('data-tone', 'waiting');
  await expect(charge).toHaveValue('$100.00');
  await offer.getByRole('button', { name: /Use the suggested/ }).click();
  await expect.poll(() => shownTotal(page)).toBe(four);
});

test('an expiry typed into its month goes on in its year', async ({ page }) => {
  await signIn(page);
  await page.goto(ricUrl('/ibe'));
  await expect(field(page, 'Play Date')).toBeFocused();
  const [month, year, cvv] = [field(page, 'Exp Mo'), field(page, 'Exp Yr'), field(page, 'CVV')];
  for (const typed of ['12/30', '1230']) {
    await month.fill('');
    await year.fill('');
    await month.pressSequentially(typed);
    await expect(month).toHaveValue('12');
    await expect(year).toHaveValue('30');
    await expect(year).toBeFocused();
  }
  await month.fill('11/2031');
  await expect(month).toHaveValue('11');
  await expect(year).toHaveValue('31');
  // A digit too many in the month replaces no year.
  await month.press('End');
  await month.press('3');
  await expect(month).toHaveValue('11');
  await expect(year).toHaveValue('31');
  await cvv.fill(' 1234');
  await expect(cvv).toHaveValue('1234');
});

test('what is wrong is listed by its label, and goes as it is put right; Clear asks', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/ibe'));
  await expect(field(page, 'Play Date')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  const alert = page.getByRole('alert').filter({ hasText: 'One or more validation errors are present.' });
  await expect(alert.getByRole('link')).toHaveText([
    'Play Date',
    'Play Time (24-Hour)',
    'Players',
    'Charge Amount',
    'Email address',
    'First name',
    'Last name',
  ]);
  await expect(alert).toContainText('You must charge more than $0.');
  await expect(field(page, 'Play Date')).toBeFocused();
  await alert.getByRole('link', { name: 'Last name' }).click();
  await expect(field(page, 'Last name')).toBeFocused();
  await page.keyboard.type('Doe');
  await expect(alert.getByRole('link')).toHaveCount(6);

  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByRole('dialog')).toContainText('Clear?');
  await page.keyboard.press('Escape');
  await expect(field(page, 'Last name')).toHaveValue('Doe');
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
  await expect(field(page, 'Last name')).toHaveValue('');
  await expect(alert).toHaveCount(0);
  // Without changes there is no question.
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('what is wrong with the players has one line', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page);
  await page.goto(ricUrl('/ibe?providedPlayers=four'));
  const said = page.getByText(/^must be a whole number/);
  await expect(said).toBeVisible();
  expect((await said.boundingBox())?.height).toBeLessThan(20);
});
