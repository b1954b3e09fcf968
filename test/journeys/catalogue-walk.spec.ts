import { expect, test, type Page } from '@playwright/test';
import { address, ADMIN, AGENT, quiet, signIn } from './desk.ts';

/** The columns of each list, after View. */
const LISTS: Record<string, string[]> = {
  '/manage-courses': [
    'Id',
    'Course Name',
    'Inactive?',
    'Internal only?',
    'Address',
    'City',
    'Phone',
    'Email',
  ],
  '/manage-course-groups': ['Group Name'],
  '/manage-rates': ['Course', 'Days', 'Times', 'Dates', 'Rate', 'Disabled?', 'Archived?', 'I/Memo', 'Type'],
  '/manage-rental-clubs': ['Cost', 'Rate', 'Charge', 'Brand', 'Description', 'Handed', 'Sex', 'Course'],
  '/manage-customers': ['Id', 'Type', 'First Name', 'Last Name', 'Email', 'Phone'],
  '/manage-gift-certificates': [
    'Created at',
    'First Name',
    'Last Name',
    'Email',
    'Serial',
    'Value',
    'Balance',
    'Delivery Method',
    'Internal Memo',
  ],
  '/manage-holidays': ['Name', 'Start', 'End', 'Courses'],
  '/manage-maintenances': ['Start', 'End', 'Course', 'Description'],
  '/helpful-links': ['Description', 'Order', 'Type', 'URL'],
  '/manage-partners': ['Name', 'Public site?', 'Keys', 'Last used'],
  '/webhooks': ['Happened', 'Partner', 'Event', 'Of', 'Sent to', 'State', 'Tries', 'Last try', 'Last answer'],
  '/ric-users': ['Email', 'Groups'],
};

type Form = {
  path: string;
  /** Every label of the open form. */
  fields: string[];
  /** The text field that is changed, and what is typed into it. */
  change: string;
  typed: string;
};

const FORMS: Form[] = [
  {
    path: '/manage-course/2',
    fields: [
      'Course Name',
      'Website Display Name',
      'Email',
      'Phone',
      'Address',
      'Address 2',
      'City',
      'State/Province',
      'Zip/Postcode',
      'Country',
      'Golf Cart Rate',
      'Internal only?',
      'Realtime?',
      'Inactive?',
      'Golfswitch Course ID',
      'Golfswitch Course XID',
      'Golfnow Course ID',
      'Club Prophet Course ID',
      'Days out to scrape',
      'Daily realtime round limit',
      'Quality',
      'Position',
      'Minimum Price',
      'Maximum Price',
      'Distance From Airport',
      'Image URL',
      'Description',
    ],
    change: 'Description',
    typed: ' By keys.',
  },
  { path: '/manage-course-group/3', fields: ['Group Name'], change: 'Group Name', typed: ' by keys' },
  {
    path: '/manage-rate/1',
    fields: [
      'RIC Rate',
      'API Rate',
      'Rate',
      'Deposit',
      'Wholesale Rate',
      'Max Refund',
      'Commission',
      'Service fee',
      'Is dollars?',
      'Non Refundable Amount',
      'Course Balance',
      'Cancellation Hours',
      'Max Advance Days',
      'Disabled?',
      'Archived?',
      'Course',
      'Internal Memo',
      'External Memo',
      'Rate Sheet Note',
    ],
    change: 'Rate Sheet Note',
    typed: ' By keys.',
  },
  {
    path: '/rental-club/1',
    fields: ['Cost', 'Rate', 'Charge', 'Brand', 'Description', 'Handed', 'Sex', 'Course', 'Quantity'],
    change: 'Description',
    typed: ' by keys',
  },
  {
    path: '/manage-customer/2',
    fields: [
      'First Name',
      'Last Name',
      'Email',
      'Primary Phone',
      'Mobile Phone',
      'Type',
      'Address',
      'Address 2',
      'Address 3',
      'City',
      'State/Province',
      'Zip/Postcode',
      'Country',
    ],
    change: 'Address 3',
    typed: 'By keys',
  },
  {
    path: '/manage-discount/2',
    fields: [
      'Code',
      'Start Date',
      'End Date',
      'Dollars',
      'Percent',
      'Amount',
      'Enabled?',
      'Min Discount',
      'Max Discount',
      'Min Players',
      'Max Players',
    ],
    change: 'Code',
    typed: 'K',
  },
  {
    path: '/manage-gift-certificate/2',
    fields: ['From (salutation)', 'Delivery Method', 'Greeting', 'Internal Memo'],
    change: 'Internal Memo',
    typed: ' By keys.',
  },
  { path: '/holiday/2', fields: ['Name', 'Start Date', 'End Date'], change: 'Name', typed: ' by keys' },
  {
    path: '/maintenance/2',
    fields: ['Start Date', 'End Date', 'Course', 'Description'],
    change: 'Description',
    typed: ' By keys.',
  },
  {
    path: '/helpful-link/2',
    fields: ['URL', 'Description', 'Type', 'Order'],
    change: 'Description',
    typed: ' by keys',
  },
  {
    path: '/partner/2',
    fields: ['Name', 'Public site?'],
    change: 'Name',
    typed: ' by keys',
  },
  {
    path: '/ric-user/3',
    fields: ['Email', 'Name', 'Password', 'Confirm Password', 'sdgr', 'psgr', 'hotels', 'admin'],
    change: 'Name',
    typed: ' Keys',
  },
];

/** The name of what has the focus, by its label. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const now = document.activeElement;
    if (now instanceof HTMLInputElement || now instanceof HTMLTextAreaElement)
      return now.labels?.[0]?.textContent ?? now.getAttribute('aria-label') ?? '';
    return now?.textContent ?? '';
  });

async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  for (let steps = 0; steps < 120; steps += 1) {
    await page.keyboard.press('Tab');
    const now = (await focused(page)).trim();
    if (now === name) return;
    passed.push(now);
  }
  throw new Error(`${name} is not reached with Tab, only ${passed.join(', ')}`);
}

test('the lists show the columns that they promise', async ({ page }) => {
  await signIn(page, ADMIN);
  for (const [path, columns] of Object.entries(LISTS)) {
    await page.goto(address(path));
    await expect(page.getByRole('columnheader').first()).toBeVisible();
    const heads = await page.getByRole('columnheader').allInnerTexts();
    // A sorted column's head ends with its rank and direction.
    const names = heads.map((head) => head.replace(/\s*\d?\s*[↑↓]\s*$/, '').trim()).filter(Boolean);
    expect.soft(new Set(names), path).toEqual(new Set(['View', ...columns]));
    await expect.soft(page.getByRole('button', { name: 'Search', exact: true }).last(), path).toBeVisible();
  }
});

test('every form of the catalogue has its fields and is changed by keys alone', async ({ page }) => {
  test.setTimeout(400_000);
  await signIn(page, ADMIN);
  for (const { path, fields, change, typed } of FORMS) {
    await page.goto(address(path));
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeEnabled();
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    await tabTo(page, 'Edit');
    await page.keyboard.press('Enter');
    for (const field of fields)
      await expect.soft(page.getByLabel(field, { exact: true }).first(), `${path}: ${field}`).toBeVisible();
    await tabTo(page, change);
    await page.keyboard.press('Control+End');
    await page.keyboard.type(typed);
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Success', { exact: true }), path).toBeVisible();
    await page.reload();
    await expect(page.getByRole('main').getByText(typed.trim()).first(), path).toBeVisible();
  }
});

test('what only admins may do is absent for an agent, and pages of admins lead home', async ({ page }) => {
  await signIn(page, AGENT);
  for (const path of [
    '/manage-discounts',
    '/manage-discount/1',
    '/ric-users',
    '/ric-user/1',
    '/manage-partners',
    '/partner/1',
  ]) {
    await page.goto(address(path));
    await page.waitForURL(/\/home$/);
  }
  for (const path of [
    '/manage-courses',
    '/manage-course/1',
    '/manage-rates',
    '/manage-holidays',
    '/manage-maintenances',
    '/manage-rental-clubs',
    '/manage-images',
  ]) {
    await page.goto(address(path));
    await quiet(page);
    await expect(page.getByRole('link', { name: /^New / }), path).toHaveCount(0);
  }
});
