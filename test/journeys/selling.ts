import { expect, type Page } from '@playwright/test';
import { ricUrl } from './actions.ts';

export const regionNamed = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const soldSerial = (page: Page) => page.getByRole('region', { name: 'Sold' }).locator('output');

/** Types a card into RIC's own card fields. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Credit card number').fill(number);
  await page.getByLabel('Exp Mo').fill('12');
  await page.getByLabel('Exp Yr').fill('35');
  await page.getByLabel('CVV').fill('123');
}

/** Fills the form of a gift certificate sale of $200.00 from the list, for a new purchaser and recipient. */
export async function fillCertificateSale(page: Page, last_name: string, price = '$180.00'): Promise<void> {
  await page.goto(ricUrl('/manage-gift-certificates'));
  await page.getByRole('link', { name: 'New Gift Certificate' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New Gift Certificate' })).toBeVisible();
  for (const [side, first] of [
    ['Purchaser', 'Ines'],
    ['Recipient', 'Theo'],
  ] as const) {
    await regionNamed(page, side).getByLabel('First name').fill(first);
    await regionNamed(page, side).getByLabel('Last name').fill(last_name);
    await regionNamed(page, side)
      .getByLabel('Email address')
      .fill(`${first}@${last_name}.example`.toLowerCase());
  }
  await page.getByLabel('Value', { exact: true }).fill('200');
  await page.getByLabel('Greeting').fill('Play well.');
  await expect(regionNamed(page, 'Price')).toContainText(price);
}
