import { expect, test, type Page } from '@playwright/test';
import { ricUrl, AGENT, getFromApi, CARDS, signIn } from './actions.ts';

const KEY_MS = 200; // one key per 200 ms, five keys a second
// Matches the characters that need the Shift key on a US keyboard.
const WITH_SHIFT = /[A-Z~!@#$%^&*()_+{}|:"<>?]/;

/**
 * Returns a person at the keyboard whose key presses are counted: each character and each key counts one, Shift or Ctrl one
 * more.
 */
function keysOf(page: Page) {
  let count = 0;
  const pressed = async (key: string, keys: number): Promise<void> => {
    count += keys;
    await Promise.all([page.keyboard.press(key), page.waitForTimeout(KEY_MS)]);
  };
  return {
    press: (key: string): Promise<void> => pressed(key, key.split('+').length),
    type: async (text: string): Promise<void> => {
      for (const letter of text) await pressed(letter, WITH_SHIFT.test(letter) ? 2 : 1);
    },
    count: () => count,
  };
}

type Keys = ReturnType<typeof keysOf>;
type Caller = { email: string; names: [first: string, last: string, postcode: string] } | { phone: string };

/** Signs in by keyboard, from the sign-in screen to Home. */
async function signedInBy(page: Page, keys: Keys): Promise<void> {
  await page.goto(ricUrl('/login'));
  while (!(await page.getByLabel('Email').evaluate((box) => box === document.activeElement)))
    await keys.press('Tab');
  await keys.type(AGENT.email);
  await keys.press('Tab');
  await keys.type(AGENT.password);
  await keys.press('Enter');
  await page.waitForURL(/\/home$/);
}

/** Books a caller's tee time by keyboard, from any screen to the message that it is booked, by card. */
async function call(page: Page, keys: Keys, caller: Caller): Promise<void> {
  await keys.press('Control+k');
  await expect(page.getByPlaceholder(/^Search customers/).last()).toBeFocused();
  // The search palette accepts course, day, time and players in the caller's words; the booking engine opens with these
  // values at the suggested charge.
  await keys.type('tor so sat 742 4');
  await expect(page.getByRole('option', { selected: true })).toContainText('Torrey Pines South');
  await keys.press('Enter');
  await expect(page.getByLabel('Email address', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Charge Amount')).toHaveValue(/^\$\d/);
  await expect(page.getByRole('combobox', { name: 'Course' })).toHaveValue('Torrey Pines South');
  if ('phone' in caller) {
    await keys.type(caller.phone);
    await keys.press('Enter');
  } else {
    await keys.type(caller.email);
    await keys.press('Enter');
    const [first, last, postcode] = caller.names;
    for (const typed of [first, last]) {
      await keys.type(typed);
      await keys.press('Tab');
    }
    // Enter moves to the next empty field, past the fields that are rarely used.
    await keys.type(postcode);
    await keys.press('Enter');
  }
  await expect(page.getByLabel('Credit card number')).toBeFocused();
  for (const typed of [CARDS.approved, '12', '30']) {
    await keys.type(typed);
    await keys.press('Tab');
  }
  await keys.type('123');
  await keys.press('Control+Enter');
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
}

/** Prints the number of key presses, which must not grow. */
function counted(what: string, keys: Keys, most: number): void {
  // eslint-disable-next-line no-console -- what it took is a figure that is followed
  console.log(`${what}: ${keys.count()} keys`);
  expect(keys.count()).toBeLessThanOrEqual(most);
}

test('a first call is typed by keys alone, from the sign-in on', async ({ page, request }) => {
  const begun = Date.now();
  const keys = keysOf(page);
  await signedInBy(page, keys);
  await call(page, keys, { email: 'jane.doe@mail.example', names: ['Jane', 'Doe', '92037'] });
  const seconds = (Date.now() - begun) / 1000;
  // eslint-disable-next-line no-console -- as above
  console.log(`a first call from the sign-in on: ${seconds.toFixed(1)} s`);
  const filters = encodeURIComponent(JSON.stringify({ email: 'jane.doe@mail.example' }));
  const found = await getFromApi<object[]>(request, `/api/customers/index?filters=${filters}`);
  expect(found).toMatchObject([{ first_name: 'Jane', last_name: 'Doe' }]);
  counted('a first call from the sign-in on', keys, 120);
  expect(seconds).toBeLessThanOrEqual(35);

  // Enter on the message of the outcome starts the next booking.
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Play Date')).toBeFocused();
});

test('a caller is typed in no more, whatever they are called, and a returning one in half of it', async ({
  page,
  request,
}) => {
  await signIn(page);
  const first = keysOf(page);
  const names: [string, string, string] = ['Margaret', 'Hollingsworth', '92130'];
  await call(page, first, { email: 'margaret.hollingsworth@mail.example', names });
  counted('a first call', first, 120);

  // A known customer is found by the first thing they say, here their phone number.
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Play Date')).toBeFocused();
  type Known = { id: number; email: string; primary_phone: string | null };
  const known = await getFromApi<Known[]>(
    request,
    '/api/customers/index?filters={"type":"Customer"}&per_page=60',
  );
  const digits = (of: Known) => (of.primary_phone ?? '').replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  const caller = known.find((one) => digits(one).length === 10 && one.email !== '');
  if (!caller) throw new Error('the demonstration has nobody with a phone');
  const bookings = async () => {
    const address = `/api/customers/match?email=${encodeURIComponent(caller.email)}`;
    const [match] = await getFromApi<{ tee_times: number }[]>(request, address);
    return match?.tee_times ?? 0;
  };
  const before = await bookings();
  const next = keysOf(page);
  await call(page, next, { phone: digits(caller) });
  counted('a returning caller', next, 60);
  expect(await bookings()).toBe(before + 1);
});
