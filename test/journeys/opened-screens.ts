import { expect, type Page } from '@playwright/test';

/** A screen to check, and the steps to take on it before the check. */
export type CheckedScreen = {
  name: string;
  path: string;
  prepare?: (page: Page) => Promise<void>;
  isRefused?: true;
};
export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 600;
export const disclosureButton = (page: Page, label: string | RegExp) =>
  page.locator('summary').filter({ hasText: label });
/** The dialogs and panels that open over a screen; each is checked like a screen. */
export const OPENED_SCREENS: CheckedScreen[] = [
  {
    name: 'search',
    path: '/manage-holidays',
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('torrey');
      await expect(page.getByText(/^\d+ found/)).toBeVisible();
    },
  },
  {
    name: 'rounds that were found',
    path: '/manage-holidays',
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('torrey sat 742 4');
      await expect(page.getByRole('option', { name: /Torrey Pines South/ })).toBeVisible();
    },
  },
  {
    name: 'keys',
    path: '/manage-tee-times',
    prepare: async (page) => {
      const keys = page.getByRole('dialog', { name: 'Keys' });
      await expect(async () => {
        await page.keyboard.press('?');
        await expect(keys).toBeVisible({ timeout: 300 });
      }).toPass();
    },
  },
  {
    name: 'a caller',
    path: '/ibe',
    prepare: async (page) => {
      await page.getByRole('combobox', { name: 'Caller' }).fill('gutierrez');
      await expect(page.getByRole('listbox', { name: 'Callers' }).getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'a question',
    path: '/manage-customer/new',
    prepare: async (page) => {
      await page.getByLabel('First Name').fill('Kay');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toContainText('Clear?');
    },
  },
  {
    name: 'a calendar',
    path: '/maintenance/new/1',
    prepare: async (page) => {
      await page.getByLabel('Start Date').first().click();
      await expect(page.locator('.calendar').first()).toBeVisible();
    },
  },
  {
    name: 'links',
    path: '/manage-course/1',
    prepare: async (page) => {
      if (isPhone(page)) await page.locator('.top-links > .drop > summary').click();
      await disclosureButton(page, 'Helpful Links').click();
    },
  },
  {
    name: 'columns, or filters',
    path: '/manage-rates',
    prepare: (page) => disclosureButton(page, isPhone(page) ? 'Filters' : 'Columns').click(),
  },
  {
    name: 'a list that is saved as a view',
    path: '/manage-rates?filters=%7B%22course_name%22%3A%22torrey%22%7D',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Save as a view ...' }).click();
      await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
    },
  },
  {
    name: 'the order, or search',
    path: '/manage-course-groups',
    prepare: (page) =>
      isPhone(page)
        ? disclosureButton(page, 'Sort').click()
        : page.getByRole('button', { name: 'Search everything' }).click(),
  },
];
