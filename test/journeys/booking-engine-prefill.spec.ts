import { expect, test } from '@playwright/test';
import { AGENT, bookButton, holdCallsBack, signIn } from './actions.ts';
import { field, link } from './booking-engine.ts';

test('a prefill is taken once, out of the address, and what was typed wins over it', async ({ page }) => {
  await signIn(page);
  await page.goto(link({ providedLastName: 'Prefilled', providedEmail: 'prefilled@caller.example' }));
  await expect(field(page, 'Last name')).toHaveValue('Prefilled');
  await expect(page).toHaveURL(/\/ibe$/);
  await field(page, 'First name').fill('Typed');
  await field(page, 'Discount code').fill('FALL50');
  await field(page, 'Credit card number').fill('4242');
  await page.reload();
  await expect(field(page, 'Last name')).toHaveValue('Prefilled');
  await expect(field(page, 'First name')).toHaveValue('Typed');
  await expect(field(page, 'Credit card number')).toHaveValue('');
  await expect(page.getByText('FALL50: $50.00 off')).toBeVisible();

  // Another link starts another booking; the first link keeps its typed values.
  await page.goto(link({ providedLastName: 'Another' }));
  await expect(field(page, 'Last name')).toHaveValue('Another');
  await expect(field(page, 'First name')).toHaveValue('');
  await page.goBack();
  await expect(field(page, 'Last name')).toHaveValue('Prefilled');
  await expect(field(page, 'First name')).toHaveValue('Typed');

  // After a new sign-in all of it is restored.
  await page.evaluate(() => {
    localStorage.setItem('authToken', '{"access-token":"x","uid":"x","client":"x"}');
    // Typed in the same moment: any next request leads to the sign-in.
    const box = document.querySelector<HTMLInputElement>('#field-players');
    box?.select();
    document.execCommand('insertText', false, '2');
  });
  await field(page, 'Password').fill(AGENT.password);
  await field(page, 'Email').fill(AGENT.email);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(field(page, 'Last name')).toHaveValue('Prefilled');
  await expect(field(page, 'First name')).toHaveValue('Typed');
  await expect(field(page, 'Players')).toHaveValue('2');

  // After Success a reload shows a form that is empty except for the course, and the same link prefills it again.
  await page.getByRole('button', { name: /Use the suggested/ }).click();
  // A person never pays more than the total on the screen when they pressed; here a new total is on its way.
  const newTotal = await holdCallsBack(page, '**/api/ibe/rate');
  await field(page, 'Discount code').fill('');
  await page.keyboard.press('Control+Enter');
  await expect(
    page.getByText(/^The total is \$.* now\. Please look at the price and book again\.$/),
  ).toBeVisible();
  newTotal();
  // A press before the new total is on the screen gets the same message.
  const goOn = page.getByRole('button', { name: 'Continue to book' });
  await expect(async () => {
    await page.keyboard.press('Control+Enter');
    await expect(goOn).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await goOn.click();
  await expect(page.getByRole('button', { name: /^Next booking/ })).toBeFocused();
  await expect(page.getByRole('button', { name: /^Use / })).toHaveCount(0);
  await page.reload();
  await expect(field(page, 'Course')).toHaveValue('Torrey Pines North');
  await expect(field(page, 'Play Date')).toBeFocused();
  await expect(field(page, 'Last name')).toHaveValue('');
  await page.goto(link({ providedLastName: 'Prefilled', providedEmail: 'prefilled@caller.example' }));
  await expect(field(page, 'Last name')).toHaveValue('Prefilled');
});

test('dates, times and players of a prefill are read as people write them, or said', async ({ page }) => {
  await signIn(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(link({ providedDateString: '12/05/2031', providedTimeString: '07:42:00' }));
  await expect(field(page, 'Play Date')).toHaveValue('Fri, Dec 5 2031');
  // The year is not cut off, and neither is the largest total beside Book.
  const isCut = await field(page, 'Play Date').evaluate((box) => box.scrollWidth > box.clientWidth);
  expect(isCut).toBe(false);
  await field(page, 'Charge Amount').fill('999999.99');
  await bookButton(page).scrollIntoViewIfNeeded();
  const isWhole = await page.locator('.pay-total b').evaluate((total) => {
    const { right, top } = total.getBoundingClientRect();
    return document.elementFromPoint(right - 2, top + 9) === total;
  });
  expect(isWhole).toBe(true);
  await expect(field(page, 'Play Time (24-Hour)')).toHaveValue('07:42');
  await field(page, 'Play Date').fill('Sat, Dec 5 2031');
  await field(page, 'Play Date').blur();
  await expect(field(page, 'Play Date')).toHaveAccessibleDescription('Dec 5 2031 is a Friday.');
  await page.goto(
    link({ providedDateString: '32/13/2026', providedTimeString: 'noonish', providedPlayers: 'four' }),
  );
  await expect(field(page, 'Play Date')).toHaveValue('32/13/2026');
  await expect(field(page, 'Play Date')).toHaveAccessibleDescription(/must be a date like/);
  await expect(field(page, 'Play Time (24-Hour)')).toHaveValue('noonish');
  await expect(field(page, 'Play Time (24-Hour)')).toHaveAccessibleDescription('must be a time like 07:42');
  await expect(field(page, 'Players')).toHaveValue('four');
  await expect(field(page, 'Players')).toHaveAccessibleDescription('must be a whole number above 0');
});
