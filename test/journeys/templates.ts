import { expect, type Page } from '@playwright/test';
import { ricUrl } from './actions.ts';

export const text = (page: Page) => page.getByRole('textbox', { name: 'Template text' });
export const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
export const plain = (page: Page) => page.getByRole('region', { name: 'Plain text of the letter' });

export async function open(page: Page, name: string): Promise<void> {
  await page.goto(ricUrl('/email-templates'));
  await page.getByRole('combobox', { name: 'Template name' }).click();
  await page.getByRole('option', { name, exact: true }).click();
  await expect(text(page)).toContainText('Subject:');
}
