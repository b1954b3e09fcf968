import { expect, test, type Page } from '@playwright/test';
import {
  getFromApi,
  bookButton,
  CARDS,
  parseShownCents,
  fillBookingEngine,
  shownTotal,
  signIn,
} from './actions.ts';

type Outbox = { kind: string; recipient: string; state: string; tee_time_id: number }[];
type TeeTime = {
  id: number;
  paid: string;
  status: string;
  transaction_record: { total: string; transaction_items: { total: string }[] };
};

const line = async (page: Page, label: string): Promise<number> => {
  const row = page.getByRole('definition').and(page.locator(`dt:text-is("${label}") + dd`));
  return parseShownCents((await row.textContent()) ?? '');
};

test('an agent books four players, finds the tee time, changes it, refunds a part and cancels it', async ({
  page,
  request,
}) => {
  await signIn(page);
  await fillBookingEngine(page, {
    last_name: 'Quillfeather',
    days: 12,
    card: CARDS.approved,
    confirmation: 'TP-70001',
  });
  await page.getByLabel(/^Qty of Callaway/).fill('1');
  await page.getByLabel('Discount code', { exact: true }).fill('FALL50');
  await page.getByRole('button', { name: 'Apply discount code' }).click();
  await expect(page.getByText('FALL50: $50.00 off')).toBeVisible();
  await page.getByLabel('Gift certificate', { exact: true }).fill('GC-DEMO-1000');
  await page.getByRole('button', { name: 'Apply gift certificate' }).click();
  await expect(page.getByText('GC-DEMO-1000: $100.00 available')).toBeVisible();

  const charge = await line(page, 'Charge amount');
  expect(charge).toBeGreaterThan(0);
  expect(await line(page, 'Rental club amount')).toBe(65_00);
  expect(await line(page, 'Discount amount')).toBe(-50_00);
  expect(await line(page, 'Gift certificate amount')).toBe(-100_00);
  const total = await line(page, 'Total');
  expect(total).toBe(charge + 65_00 - 50_00 - 100_00);
  expect(await shownTotal(page)).toBe(total);
  await bookButton(page).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  await expect(page.getByText('TP-70001')).toBeVisible();

  await page.goto(`${process.env.RIC_URL ?? ''}/manage-tee-times`);
  await page.getByLabel('Filter by Last Name').fill('quillf');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^1 tee time with Last Name/)).toBeVisible();
  await page.getByRole('link', { name: /^View/ }).first().click();
  await expect(page.getByRole('heading', { name: /^Robin Quillfeather, /, level: 1 })).toBeVisible();
  const id = Number(/manage-tee-time\/(\d+)/.exec(page.url())?.[1]);

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Players' }).fill('3');
  await page.getByRole('textbox', { name: 'Notes', exact: true }).fill('One player less');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();

  await cancelation(page, async () => {
    await page.getByLabel('Refund?').check();
    await page.getByRole('radio', { name: 'Custom' }).check();
    await page.getByLabel('Refund Amount').fill('25.50');
  });
  await expect(page.getByText('$25.50 goes back to the card.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();

  await cancelation(page, () => page.getByLabel('Cancel?', { exact: true }).check());
  await expect(page.getByText(/The tee time is canceled\./)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('canceled');
  // The canceled tee time still has a paid amount, which the red button refunds.
  const refund = page.getByRole('button', { name: 'Refund ...' });
  await expect(refund).toHaveAttribute('data-look', 'danger');
  await expect(page.getByRole('button', { name: 'Cancel Tee Time' })).not.toHaveAttribute('data-look');
  await refund.click();
  const options = page.getByRole('dialog', { name: 'Cancelation Options' });
  await expect(options.getByLabel('Refund?')).toBeVisible();
  await expect(options.getByLabel('Cancel?', { exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Send Cancelation Email' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Cancelation Email' }).click();
  await expect(page.getByRole('toolbar', { name: 'Form' }).getByText('Success')).toBeVisible();

  const teeTime = await getFromApi<TeeTime>(request, `/api/tee_times/show/${id}`);
  expect(teeTime.status).toBe('canceled');
  expect(parseShownCents(teeTime.paid)).toBe(total - 25_50);
  expect(parseShownCents(teeTime.transaction_record.total)).toBe(total - 25_50);
  const items = teeTime.transaction_record.transaction_items.map((item) => parseShownCents(item.total));
  expect(items).toEqual([charge + 65_00, -50_00, -100_00, -25_50]);

  const kinds = async () => {
    const mails = await getFromApi<Outbox>(
      request,
      `/api/outbox/index?filters=${encodeURIComponent(JSON.stringify({ tee_time_id: id }))}`,
    );
    return mails.map(({ kind, recipient, state }) => `${state} ${kind} to ${recipient}`).toSorted();
  };
  await expect
    .poll(kinds)
    .toEqual([
      'sent cancellation to quillfeather@caller.example',
      'sent course_receipt to proshop@torrey-pines-north.example',
      'sent receipt to quillfeather@caller.example',
    ]);
});

async function cancelation(page: Page, choose: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Cancel Tee Time' }).click();
  await expect(page.getByRole('dialog', { name: 'Cancelation Options' })).toBeVisible();
  await choose();
  await page.getByRole('button', { name: 'Process' }).click();
  await expect(page.getByText(/Success\./)).toBeVisible();
}
