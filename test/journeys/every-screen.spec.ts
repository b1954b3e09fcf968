import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { address, ADMIN, quiet, signIn } from './desk.ts';
import { SCREENS } from './looked-at.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const SCHEMES = ['light', 'dark'] as const;

for (const viewport of SIZES) {
  for (const colorScheme of SCHEMES) {
    test.describe(`${viewport.width} wide, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });

      test('every screen is accessible, fits and says nothing to the console', async ({ page }) => {
        test.setTimeout(900_000);
        const complaints: string[] = [];
        // The browser itself speaks of a refused call.
        let isRefused = false;
        page.on('console', (message) => {
          const isCall = isRefused && message.text().includes('status of 422');
          if (message.type() === 'error' && !isCall) complaints.push(message.text());
        });
        page.on('pageerror', (error) => complaints.push(error.message));
        await page.goto(address('/login'));
        await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
        complaints.push(...(await look(page, 'sign-in')));
        await signIn(page, ADMIN);
        for (const screen of SCREENS) {
          isRefused = screen.isRefused ?? false;
          await page.goto(address(screen.path));
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await quiet(page);
          await screen.prepare?.(page);
          complaints.push(...(await look(page, screen.name)));
        }
        expect(complaints).toEqual([]);
      });
    });
  }
}

/** What is wrong with a screen, a line each. */
async function look(page: Page, name: string): Promise<string[]> {
  // No frames of other sites are here to be followed, and what passes need not be told: a third of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, nodes }) => `${name}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  if (isWide) found.push(`${name}: the page scrolls sideways`);
  if (!(await page.title()).endsWith('· RIC')) found.push(`${name}: its title is ${await page.title()}`);
  return found;
}
