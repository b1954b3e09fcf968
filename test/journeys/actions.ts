import { expect, type APIRequestContext, type Locator, type Page, type Route } from '@playwright/test';

export const AGENT = { email: 'agent@ric.example', password: 'fairway-agent' };
export const ADMIN = { email: 'admin@ric.example', password: 'fairway-admin' };
export const CARDS = { approved: '4242424242424242', declined: '4000000000000002' };

export const ricUrl = (path: string): string => `${process.env.RIC_URL ?? ''}${path}`;

/**
 * Returns the day this many days ahead, `YYYY-MM-DD`. The day may be a holiday or at a weekend, because the rates cover
 * every day.
 */
export const dayAhead = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

export async function signIn(page: Page, { email, password } = AGENT): Promise<void> {
  await page.goto(ricUrl('/login'));
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForURL(/\/home$/);
}

/** Presses Tab until the target has the focus, like a person without a mouse. */
export async function tabTo(page: Page, target: Locator, most = 80): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps <= most; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target.toString()} is not reached with Tab`);
}

/**
 * Waits until the page has received no answer for half a second. A page's network is never idle, because the stream of live
 * updates does not end.
 */
export async function waitUntilQuiet(page: Page): Promise<void> {
  const isQuiet = () => {
    const last = performance
      .getEntriesByType('resource')
      .reduce((at, one) => Math.max(at, one.startTime + one.duration), 0);
    return performance.now() - last > 500;
  };
  await page.waitForFunction(isQuiet, undefined, { polling: 100 });
}

type Sign = { email: string; password: string };

/** Signs in and returns the auth headers of the new session. */
export async function signInHeaders(request: APIRequestContext, { email, password }: Sign) {
  const signed = await request.post(ricUrl('/api/auth/sign_in'), { data: { email, password } });
  const { 'access-token': token = '', uid = '', client = '' } = signed.headers();
  return { 'access-token': token, uid, client };
}

/** Calls the API as a staff user, outside of the browser. */
export async function getFromApi<T>(request: APIRequestContext, path: string, who: Sign = ADMIN): Promise<T> {
  const response = await request.get(ricUrl(path), { headers: await signInHeaders(request, who) });
  expect(response.status()).toBe(200);
  const body: T = await response.json();
  return body;
}

/** Changes a record through the API as an admin, outside of the browser. */
export async function putToApi(request: APIRequestContext, path: string, data: unknown): Promise<void> {
  const response = await request.put(ricUrl(path), { headers: await signInHeaders(request, ADMIN), data });
  expect(response.status()).toBe(200);
}

/** Sends the POST call behind an admin's button through the API, outside of the browser. */
export async function postToApi(request: APIRequestContext, path: string): Promise<void> {
  const response = await request.post(ricUrl(path), { headers: await signInHeaders(request, ADMIN) });
  expect(response.status()).toBe(200);
}

/**
 * Holds HTTP calls back before they reach the server, until the returned function is called; `isHeld` selects the calls.
 */
export async function holdCallsBack(
  page: Page,
  path: string,
  isHeld: (route: Route) => boolean = () => true,
): Promise<() => void> {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(path, async (route) => {
    if (isHeld(route)) await held;
    await route.continue();
  });
  return () => answer();
}

/**
 * Lets the next HTTP call with this path reach the server once `isRead`, and holds its answer back until `letThrough` is
 * called.
 */
export async function holdAnswer(page: Page, path: RegExp) {
  let read = (): void => undefined;
  let letThrough = (): void => undefined;
  const isRead = new Promise<void>((resolve) => (read = resolve));
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  let isFirst = true;
  await page.route(path, async (route) => {
    if (!isFirst) return route.fallback();
    isFirst = false;
    const response = await route.fetch();
    read();
    await held;
    return route.fulfill({ response });
  });
  return { isRead, letThrough: () => letThrough() };
}

/** Lets the next write with this path reach the server, and drops the server's answer. */
export async function loseAnswer(page: Page, path: string): Promise<void> {
  let isLost = false;
  await page.route(`**${path}`, async (route) => {
    if (isLost || route.request().method() === 'GET') return route.fallback();
    isLost = true;
    await route.fetch();
    // The route is not removed, because removing it now could leave the page's next request without an answer for ever.
    await route.abort();
  });
}

type Round = { last_name: string; days: number; card?: string; confirmation?: string };

/** Fills the booking engine's form for four players at Torrey Pines North, with the suggested charge. */
export async function fillBookingEngine(
  page: Page,
  { last_name, days, card, confirmation }: Round,
): Promise<void> {
  const prefill = new URLSearchParams({
    providedCourseId: '2',
    providedDateString: dayAhead(days),
    providedTimeString: '09:10',
    providedPlayers: '4',
  });
  await page.goto(ricUrl(`/ibe?${prefill.toString()}`));
  await page.getByRole('button', { name: /Use the suggested/ }).click();
  // The suggested charge may still be on its way: Book refuses a total that is higher than the one on the screen when it
  // was pressed.
  await expect(page.locator('#field-charge')).not.toHaveValue('');
  await page.getByLabel('Email address', { exact: true }).fill(`${last_name.toLowerCase()}@caller.example`);
  await page.getByLabel('First name').fill('Robin');
  await page.getByLabel('Last name').fill(last_name);
  await page.getByLabel('Postal code').fill('92037');
  if (confirmation) await page.getByLabel('Confirmation Number').fill(confirmation);
  if (!card) return;
  await page.getByLabel('Credit card number').fill(card);
  await page.getByLabel('Exp Mo').fill('12');
  await page.getByLabel('Exp Yr').fill('30');
  await page.getByLabel('CVV').fill('123');
}

export const bookButton = (page: Page) => page.getByRole('button', { name: 'Book', exact: true });

/** Returns the total beside the Book button, in cents. */
export const shownTotal = async (page: Page): Promise<number> =>
  parseShownCents((await page.locator('.pay-total b').textContent()) ?? '');

/** Returns the cents of a displayed amount, `−$1,012.00`. */
export const parseShownCents = (shown: string): number =>
  Math.round(Number(shown.replace('−', '-').replace(/[$,]/g, '')) * 100);
