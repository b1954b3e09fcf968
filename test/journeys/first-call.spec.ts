import { expect, test, type Page } from '@playwright/test';
import { address, AGENT, ask, CARDS } from './desk.ts';

const KEY_MS = 200; // five keys a second

/** A person at the keyboard: each character and each key counts, a modifier as one more. */
function keysOf(page: Page) {
  let count = 0;
  const press = async (key: string): Promise<void> => {
    count += key.includes('+') ? 2 : 1;
    await Promise.all([page.keyboard.press(key), page.waitForTimeout(KEY_MS)]);
  };
  return {
    press,
    type: async (text: string): Promise<void> => {
      for (const letter of text) await press(letter);
    },
    count: () => count,
  };
}

type Caller = { email: string; name: [string, string, string] } | { known: string };

type Keys = ReturnType<typeof keysOf>;

/** From the sign-in screen to Home. */
async function signedInBy(page: Page, keys: Keys): Promise<void> {
  await page.goto(address('/login'));
  while (!(await page.getByLabel('Email').evaluate((box) => box === document.activeElement)))
    await keys.press('Tab');
  await keys.type(AGENT.email);
  await keys.press('Tab');
  await keys.type(AGENT.password);
  await keys.press('Enter');
  await page.waitForURL(/\/home$/);
}

/** From wherever somebody is to Booked, on a card. */
async function call(page: Page, keys: Keys, caller: Caller): Promise<void> {
  await keys.press('Control+k');
  await expect(page.getByPlaceholder(/^Search customers/).last()).toBeFocused();
  // Course, day, time and players as the caller says them: the booking engine opens with them, at the suggested charge.
  await keys.type('sou sat 742 4');
  await keys.press('Enter');
  await expect(page.getByLabel('Email address', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Charge Amount')).toHaveValue(/^\$\d/);
  if ('known' in caller) {
    await keys.type(caller.known);
    await keys.press('Enter');
  } else {
    await keys.type(caller.email);
    await keys.press('Enter');
    for (const typed of caller.name) {
      await keys.type(typed);
      await keys.press('Tab');
    }
    await keys.press('Tab');
    await keys.press('Tab');
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

test('a first call is typed by keys alone, and so is the next', async ({ page, request }) => {
  test.setTimeout(120_000);
  const begun = Date.now();
  const keys = keysOf(page);
  await signedInBy(page, keys);
  await call(page, keys, { email: 'jane.doe@mail.example', name: ['Jane', 'Doe', '92037'] });
  const first = { keys: keys.count(), seconds: (Date.now() - begun) / 1000 };
  // eslint-disable-next-line no-console -- what it took is a figure that is followed
  console.log(`a first call: ${first.keys} keys, ${first.seconds.toFixed(1)} s`);
  const filters = encodeURIComponent(JSON.stringify({ email: 'jane.doe@mail.example' }));
  const found = await ask<object[]>(request, `/api/customers/index?filters=${filters}`);
  expect(found).toMatchObject([{ first_name: 'Jane', last_name: 'Doe' }]);

  // From where the outcome is said it is one key to the next.
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Play Date')).toBeFocused();

  // The next caller, who booked before, is found by what they say first.
  const next = keysOf(page);
  await call(page, next, { known: 'jane.doe' });
  // eslint-disable-next-line no-console -- as above
  console.log(`a returning caller: ${next.count()} keys`);
  const [{ tee_times: rounds } = { tee_times: 0 }] = await ask<{ tee_times: number }[]>(
    request,
    '/api/customers/match?email=jane.doe@mail.example',
  );
  expect(rounds).toBe(2);

  expect(first.keys).toBeLessThanOrEqual(120);
  expect(first.seconds).toBeLessThanOrEqual(35);
  expect(next.count()).toBeLessThanOrEqual(60);
});
