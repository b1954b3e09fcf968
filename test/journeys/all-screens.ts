import { expect, type Page } from '@playwright/test';
import { ricUrl, getFromApi, dayAhead } from './actions.ts';
import { AREA_SCREENS } from './area-screens.ts';
import { isPhone, OPENED_SCREENS, disclosureButton, type CheckedScreen } from './opened-screens.ts';

const PREFILLED =
  '/ibe?providedPlayers=4&providedCourseId=2&providedDateString=2030-01-08&providedTime=742&providedEmail=maxi@example.com';
/** The paid rounds of the demonstration differ from day to day. */
async function somePaidRound(page: Page): Promise<string> {
  const filters = encodeURIComponent(JSON.stringify({ status: 'booked' }));
  const rounds = await getFromApi<{ id: number; paid: string }[]>(
    page.request,
    `/api/tee_times/index?filters=${filters}&per_page=100`,
  );
  const paid = rounds.find((round) => Number(round.paid) > 0);
  if (!paid) throw new Error('No round that is booked was paid.');
  return `/manage-tee-time/${paid.id}`;
}
export const CHECKED_SCREENS: CheckedScreen[] = [
  ...OPENED_SCREENS,
  { name: 'home', path: '/home' },
  { name: 'home of a day without anything', path: '/home?date=2020-01-05' },
  { name: 'home of no day', path: '/home?date=nope' },
  { name: 'sources', path: '/sources' },
  { name: 'booking engine', path: '/ibe' },
  { name: 'booking engine with a round', path: PREFILLED },
  {
    name: 'booking engine with its courses open',
    path: '/ibe',
    prepare: async (page) => {
      await page.getByRole('combobox', { name: 'Course' }).click();
      await page.keyboard.type('torrey');
      await expect(page.getByRole('option', { name: 'Torrey Pines South' })).toBeVisible();
    },
  },
  {
    name: 'booking engine with its calendar open',
    path: PREFILLED,
    prepare: async (page) => {
      await page.getByLabel('Play Date').press('ArrowDown');
      await expect(page.getByRole('button', { name: 'Tue, Jan 8 2030' })).toBeFocused();
    },
  },
  {
    name: 'booking engine with a code and Book refused, at another charge than the suggested',
    path: PREFILLED.replace('2030-01-08', dayAhead(17)),
    isRefused: true,
    prepare: async (page) => {
      await page.getByLabel('Charge Amount').fill('1');
      await page.getByLabel('Discount code', { exact: true }).fill('NOPE');
      await page.keyboard.press('Control+Enter');
      await expect(page.getByRole('alert').getByRole('link', { name: 'Discount code' })).toBeVisible();
      await expect(page.getByText('Not the suggested charge.')).toBeVisible();
    },
  },
  { name: 'tee times', path: '/manage-tee-times' },
  { name: 'tee times of a course', path: '/manage-tee-times?filters=%7B%22course_name%22%3A%22torrey%22%7D' },
  { name: 'no tee times', path: '/manage-tee-times?filters=%7B%22last_name%22%3A%22nobody-at-all%22%7D' },
  // 300 is a tee time of the demonstration company; its dialog and its form are checked as well.
  { name: 'tee time', path: '/manage-tee-time/300' },
  {
    name: 'tee time being edited',
    path: '/manage-tee-time/300',
    prepare: (page) => page.getByRole('button', { name: 'Edit' }).click(),
  },
  {
    name: 'cancelation options',
    path: '/manage-tee-time/300',
    prepare: async (page) => {
      const more = page.getByRole('toolbar', { name: 'Form' }).locator('summary');
      if (await more.isVisible()) await more.click();
      await page.getByRole('button', { name: 'Cancel Tee Time' }).click();
      await expect(page.getByRole('button', { name: 'Process' }).or(page.getByRole('alert'))).toBeVisible();
    },
  },
  {
    name: 'change of a round',
    path: '/manage-tee-times?filters=%7B%22status%22%3A%22booked%22%7D',
    prepare: async (page) => {
      await page.locator('a.list-view').first().click();
      const more = page.getByRole('toolbar', { name: 'Form' }).locator('summary');
      const change = page.getByRole('button', { name: 'Change Round' });
      await expect(change.or(more).first()).toBeVisible();
      if (await more.isVisible()) await more.click();
      await change.click();
      const dialog = page.getByRole('dialog', { name: 'Change Round' });
      await dialog.getByLabel('Players').fill('9');
      await expect(dialog.getByRole('row', { name: /^Round/ })).toContainText('9 players');
    },
  },
  {
    name: 'a refund, explained',
    path: '/manage-tee-times',
    prepare: async (page) => {
      await page.goto(ricUrl(await somePaidRound(page)));
      const more = page.getByRole('toolbar', { name: 'Form' }).locator('summary');
      if (await more.isVisible()) await more.click();
      await page.getByRole('button', { name: 'Cancel Tee Time' }).click();
      await page.getByLabel('Refund?').check();
      await expect(page.getByRole('table', { name: 'What goes back' })).toBeVisible();
    },
  },
  { name: 'wait list', path: '/wait-list-queue' },
  {
    name: 'wait list with who waits',
    path: '/wait-list-queue',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /waiting for/ })
        .first()
        .click();
      await expect(page.getByText(/^Queue position/i).first()).toBeVisible();
    },
  },
  { name: 'nothing found on the wait list', path: '/wait-list-queue?q=nowhere-at-all' },
  {
    name: 'queue',
    path: '/wait-list-queue',
    prepare: async (page) => {
      await page
        .getByRole('link', { name: /^Queue of/ })
        .first()
        .click();
      await expect(page.getByRole('heading', { name: 'Next to call' })).toBeVisible();
    },
  },
  { name: 'no queue', path: '/queue-management?fupId=0' },
  { name: 'holidays', path: '/manage-holidays' },
  { name: 'holiday', path: '/holiday/1' },
  { name: 'mailbox', path: '/mailbox' },
  { name: 'audit', path: '/audit' },
  { name: 'imports', path: '/imports' },
  { name: 'new import', path: '/import/new' },
  { name: 'staff message', path: '/ric-messages' },
  {
    name: 'e-mail templates, none chosen',
    path: '/email-templates',
    isRefused: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Please select a template before saving.').first()).toBeVisible();
    },
  },
  {
    name: 'e-mail template',
    path: '/email-templates?template=receipt',
    prepare: async (page) => {
      await expect(page.getByRole('textbox', { name: 'Template text' })).toContainText('Subject:');
      await expect(page.getByRole('region', { name: 'Plain text of the letter' })).toBeVisible();
    },
  },
  {
    name: 'e-mail template that cannot be used',
    path: '/email-templates?template=voucher',
    isRefused: true,
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Template text' }).press('Control+Home');
      await page.keyboard.type('Subject: {{ shoe }}');
      await expect(page.getByText('the voucher has no variable shoe')).toBeVisible();
    },
  },
  {
    name: 'versions of an e-mail template',
    path: '/email-templates?template=receipt',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Versions' }).click();
      await page.getByRole('button', { name: 'The built-in template' }).click();
      await expect(page.getByRole('dialog').getByText('They are the same.')).toBeVisible();
    },
  },
  { name: 'API document', path: '/api-document' },
  { name: 'customers', path: '/manage-customers' },
  { name: 'customer', path: '/manage-customer/1' },
  {
    name: 'customer being edited',
    path: '/manage-customer/1',
    prepare: (page) => page.getByRole('button', { name: 'Edit' }).click(),
  },
  {
    name: 'two customers to merge',
    path: '/manage-customer/1',
    prepare: async (page) => {
      if (isPhone(page)) await page.getByRole('toolbar', { name: 'Form' }).locator('summary').click();
      await page.getByRole('button', { name: 'Merge ...' }).click();
      const others = page.getByRole('button', { name: /^Select (?!Maximiliano)/ });
      await others.first().click();
      await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible();
    },
  },
  { name: 'new customer', path: '/manage-customer/new' },
  { name: 'gift certificates', path: '/manage-gift-certificates' },
  { name: 'gift certificates of this month', path: '/manage-gift-certificates?monthly=true' },
  { name: 'gift certificate', path: '/manage-gift-certificate/1' },
  {
    name: 'gift certificate being edited',
    path: '/manage-gift-certificate/1',
    prepare: (page) => page.getByRole('button', { name: 'Edit' }).click(),
  },
  {
    name: 'choice of a purchaser',
    path: '/manage-gift-certificate/1',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Change purchaser' }).click();
      await expect(page.getByRole('button', { name: /^Select / }).first()).toBeVisible();
    },
  },
  {
    name: 'a new purchaser',
    path: '/manage-gift-certificate/1',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Change purchaser' }).click();
      await page.getByRole('button', { name: 'New customer' }).click();
      await expect(page.getByRole('button', { name: /^Create and select/ })).toBeVisible();
    },
  },
  {
    name: 'gift certificate sales',
    path: '/gift-certificate-sales',
    prepare: (page) => page.getByRole('button', { name: 'Edit' }).click(),
  },
  ...AREA_SCREENS,
  ...['rates', 'groups', 'holidays', 'clubs', 'maintenance', 'image'].map((tab) => ({
    name: `${tab} of a course`,
    path: `/manage-course/1?tab=${tab}`,
  })),
  { name: 'webhooks', path: '/webhooks' },
  { name: 'own password', path: '/password' },
  { name: 'given password', path: '/password?from=%2Fhome' },
  {
    name: 'the main picture of a course',
    path: '/manage-course/1',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Change picture' }).click();
      await expect(page.getByRole('button', { name: 'Save picture' })).toBeVisible();
    },
  },
  { name: 'images', path: '/manage-images' },
  { name: 'image', path: '/image/1' },
  { name: 'new image', path: '/image/new/1' },
  {
    name: 'rate being edited, with a new range',
    path: '/manage-rate/6',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('button', { name: 'New Date Range' }).click();
      const fresh = page.getByRole('group', { name: 'New date range' });
      await fresh.getByRole('button', { name: 'Delete' }).focus();
    },
  },
  {
    name: 'courses to copy a rate to',
    path: '/manage-rate/1',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Copy Selected Rates to Course(s)' }).click();
      await expect(page.getByRole('dialog').getByLabel('Arrowood')).toBeVisible();
    },
  },
  { name: 'availability', path: '/tee-time-availability' },
  { name: 'availability of all courses', path: '/tee-time-availability?filters=%7B%7D' },
  {
    name: 'availability with its calendar open',
    path: '/tee-time-availability',
    prepare: async (page) => {
      if (isPhone(page)) await disclosureButton(page, 'Filters').click();
      await page.getByRole('button', { name: 'Filter by Start = ?: calendar' }).click();
      await expect(page.locator('.calendar')).toBeVisible();
    },
  },
  { name: 'lost leads', path: '/lost-leads' },
  { name: 'all lost leads', path: '/lost-leads?all=true' },
  { name: 'reports', path: '/reports' },
  { name: 'a report that asks for days', path: '/reports/weekly' },
  { name: 'weekly', path: `/reports/weekly?start_date=${dayAhead(-60)}&end_date=${dayAhead(0)}` },
  {
    name: 'revenue comparison',
    path: `/reports/revenue-comparison?start_date=${dayAhead(-60)}&end_date=${dayAhead(-31)}&compare_start_date=${dayAhead(-425)}&compare_end_date=${dayAhead(-396)}`,
  },
  {
    name: 'revenue comparison by week',
    path: `/reports/revenue-comparison?start_date=${dayAhead(-60)}&end_date=${dayAhead(-31)}&compare_start_date=${dayAhead(-425)}&compare_end_date=${dayAhead(-396)}&sheet=Weeks`,
  },
  {
    name: 'accounts payable',
    path: `/reports/ap_monthly?start_date=${dayAhead(-20)}&end_date=${dayAhead(0)}`,
  },
  { name: 'sales report', path: '/reports/sales_report' },
  { name: 'gift certificates report', path: '/reports/gift-certificate?all_dates=true' },
  { name: 'rate sheet', path: '/reports/rate-sheet' },
  {
    name: 'a report that is to be mailed',
    path: '/reports/revenue-comparison',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Mail this ...' }).click();
      await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible();
    },
  },
  { name: 'no screen', path: '/nothing-here' },
];

export const CHECKED_PATHS: string[] = CHECKED_SCREENS.map(({ path }) => path);
