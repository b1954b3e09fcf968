// npm run pictures: takes the screenshots of the README again, from a new demonstration company in a real browser.
import './require-node.cjs';
import { chromium } from '@playwright/test';
import { join } from 'node:path';
import startServer from '../test/journeys/server.ts';
import { ricUrl, AGENT, bookButton, CARDS, dayAhead, signIn } from '../test/journeys/actions.ts';
import config from '../playwright.config.ts';
import { projectFolder } from './freshness.mjs';
import { pinnedBrowser } from './test-browser.mjs';

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const folder = join(projectFolder, 'docs', 'screens');

/** Fills the booking engine up to just before Book: a returning caller, a discount, a gift certificate, rental clubs. */
async function fillBookingForm(page) {
  const round = new URLSearchParams({
    providedCourseId: '1',
    providedDateString: dayAhead(12),
    providedTimeString: '07:42',
    providedPlayers: '4',
    providedEmail: 'maxi@example.com',
    providedFirstName: 'Maximiliano',
    providedLastName: 'Alvarez-Whitcombe',
    providedPostCode: '92037',
  });
  await page.goto(ricUrl(`/ibe?${round.toString()}`));
  await page.getByRole('button', { name: /Use the suggested/ }).click();
  await page.getByLabel('Internal Notes').fill('Wants to walk, no cart');
  await page.getByRole('textbox', { name: 'Discount code' }).fill('FALL50');
  await page.getByRole('button', { name: 'Apply discount code' }).click();
  await page.getByRole('textbox', { name: 'Gift certificate' }).fill('GC-DEMO-1000');
  await page.getByRole('button', { name: 'Apply gift certificate' }).click();
  // On a busy machine the answers may come after the page has seemed quiet.
  await page.getByText('applied', { exact: true }).nth(1).waitFor();
  const clubs = page.getByLabel(/^Qty of /).first();
  if (await clubs.isVisible()) await clubs.fill('1');
  await page.locator('main').evaluate((screen) => screen.scrollTo(0, 0));
  await quiet(page);
}

async function bookIt(page) {
  await page.getByLabel('Credit card number').fill(CARDS.approved);
  await page.getByLabel('Exp Mo').fill('12');
  await page.getByLabel('Exp Yr').fill('30');
  await page.getByLabel('CVV').fill('123');
  await bookButton(page).click();
  await page.getByRole('link', { name: 'View the tee time' }).click();
  await page.getByText('Card 4242 charged').waitFor();
  await page.getByText('receipt to maxi@example.com').waitFor();
}

/** Waits until the page has received no answer for half a second, because the stream of live updates never ends. */
const quiet = (page) =>
  page.waitForFunction(() => {
    const ended = performance.getEntriesByType('resource').map((one) => one.startTime + one.duration);
    return performance.now() - Math.max(0, ...ended) > 500;
  });

async function take(page, name) {
  await quiet(page);
  // Colors change over a tenth of a second, so the screenshot waits.
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

Object.assign(process.env, await pinnedBrowser());
const stop = await startServer();
const browser = await chromium.launch({
  ...config.use?.launchOptions,
  executablePath: process.env.CHROMIUM_PATH,
});
try {
  const page = await browser.newPage({ viewport: DESK, colorScheme: 'light' });
  await signIn(page, AGENT);
  await fillBookingForm(page);
  await take(page, 'ibe-light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await take(page, 'ibe-dark');
  await bookIt(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await take(page, 'detail-light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(ricUrl('/manage-tee-times'));
  await page.getByRole('row').nth(5).waitFor();
  await take(page, 'list-dark');
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(ricUrl('/manage-tee-times'));
  await take(page, 'phone-light');
} finally {
  await browser.close();
  await stop();
}
