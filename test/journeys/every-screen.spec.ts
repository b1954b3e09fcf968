import { expect, test, type Page } from '@playwright/test';
import { violationsOn } from './accessibility.ts';
import { ricUrl, ADMIN, waitUntilQuiet, signIn } from './actions.ts';
import { CHECKED_SCREENS } from './all-screens.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
/** The accessibility rules that another color scheme can break. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
/** The rows of a list are alike, so only the first of hundreds are checked. */
const MORE_ROWS = ['tbody tr:nth-child(n + 25)', '.cards > li:nth-child(n + 25)'];

for (const viewport of SIZES) {
  test.describe(`${viewport.width} wide`, () => {
    test.use({ viewport });

    test('every screen is accessible, light and dark, fits and says nothing to the console', async ({
      page,
    }) => {
      test.setTimeout(1_800_000);
      const complaints: string[] = [];
      // The browser itself writes a rejected HTTP call to its log.
      let isRefused = false;
      page.on('console', (message) => {
        const isCall = isRefused && message.text().includes('status of 422');
        if (message.type() === 'error' && !isCall) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(ricUrl('/login'));
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
      complaints.push(...(await look(page, 'sign-in')));
      await signIn(page, ADMIN);
      for (const screen of CHECKED_SCREENS) {
        isRefused = screen.isRefused ?? false;
        await page.goto(ricUrl(screen.path));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await waitUntilQuiet(page);
        await screen.prepare?.(page);
        complaints.push(...(await look(page, screen.name)));
      }
      expect(complaints).toEqual([]);
    });
  });
}

/**
 * Returns the problems of a screen, one per line. The screen is opened once and then switched to dark, where only colors
 * differ.
 */
async function look(page: Page, name: string): Promise<string[]> {
  const found = await violationsOn(page, { without: MORE_ROWS });
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  if (isWide) found.push('the page scrolls sideways');
  if (!(await page.title()).endsWith('· RIC')) found.push(`its title is ${await page.title()}`);
  const light = await background(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => background(page), `${name} dark`).not.toBe(light);
  await faded(page);
  const inDark = await violationsOn(page, { without: MORE_ROWS, rules: OF_COLOURS });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...found.map((one) => `${name}, light: ${one}`), ...inDark.map((one) => `${name}, dark: ${one}`)];
}

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** Waits until no color transition is running. */
async function faded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(moving.map((one) => one.finished));
  });
}
