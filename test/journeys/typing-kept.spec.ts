import { expect, test, type Page } from '@playwright/test';
import { ADMIN, ricUrl, getFromApi, holdCallsBack, signIn } from './actions.ts';

const status = (page: Page) => page.getByText('Success', { exact: true });

test('what is typed while a save is under way is not lost', async ({ page, request }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-gift-certificate/3'));
  await page.getByRole('button', { name: 'Edit' }).click();
  const save = await holdCallsBack(page, '**/api/gift_certificates/update');
  const memo = page.getByRole('textbox', { name: 'Internal Memo' });
  await memo.fill('Called');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Please wait...')).toBeVisible();
  await page.getByRole('textbox', { name: 'Greeting' }).fill('Many happy returns');
  save();
  await expect(status(page)).toBeVisible();
  await expect(page.getByText('Changed, not saved yet')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Greeting' })).toHaveValue('Many happy returns');
  await expect(memo).toHaveValue('Called');
  const shown = () => getFromApi<Record<string, string>>(request, '/api/gift_certificates/show/3');
  expect((await shown())['greeting']).not.toBe('Many happy returns');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changed, not saved yet')).toHaveCount(0);
  await expect(status(page)).toBeVisible();
  expect(await shown()).toMatchObject({ internal_memo: 'Called', greeting: 'Many happy returns' });
});

test('a key that bounces saves once', async ({ page, request }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/maintenance/new/2'));
  await page.getByLabel('Description').fill('Pressed twice');
  await page.getByLabel('Start Date').fill('12/1/2027');
  await page.getByLabel('End Date').fill('12/2/2027');
  await page.evaluate(() => {
    for (let n = 0; n < 2; n += 1)
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true }),
      );
  });
  await expect(status(page)).toBeVisible();
  const filters = encodeURIComponent(JSON.stringify({ description: 'Pressed twice' }));
  expect(await getFromApi<object[]>(request, `/api/maintenances/index?filters=${filters}`)).toHaveLength(1);
});

test('Clear takes the refusal away', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/maintenance/new'));
  await page.getByLabel('Description').fill('No course yet');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('One or more things are invalid.')).toBeVisible();
  await expect(page.getByRole('alert').getByRole('listitem').filter({ hasText: 'is required' })).toHaveCount(
    3,
  );
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('One or more things are invalid.')).toHaveCount(0);
});

test('a form that is left keeps nothing of itself for the next record', async ({ page, request }) => {
  await signIn(page);
  const shown = await getFromApi<Record<string, string>>(request, '/api/customers/show/5');
  await page.goto(ricUrl('/manage-customer/5'));
  await expect(page.getByText(shown['last_name'] ?? '?', { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'New Customer' }).click();
  await page.getByLabel('First Name').fill('Somebody');
  await page.getByLabel('Last Name').fill('Else');
  await page.goBack();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/manage-customer\/5$/);
  await expect(page.getByText(/Customer number 5/)).toBeVisible();
  await expect(page.getByText(shown['last_name'] ?? '?', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('First Name').fill('Changed');
  await page.getByRole('link', { name: 'New Customer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'New Customer' })).toBeVisible();
  await expect(page.getByLabel('First Name')).toHaveValue('');
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))),
  ).toEqual(['draft:recent records']);
});

test('what was typed survives a reload, and does not come back once the browser was told to leave', async ({
  page,
}) => {
  await signIn(page);
  const box = page.getByRole('textbox', { name: 'First Name' });
  // The browser asks before each of these ways of leaving, and the test answers yes.
  page.on('dialog', (question) => void question.accept());
  for (const path of ['/manage-customer/new', '/manage-customer/5']) {
    const open = async (): Promise<void> => {
      await page.goto(ricUrl(path));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (!path.endsWith('new')) await page.getByRole('button', { name: 'Edit' }).click();
    };
    await open();
    const before = await box.inputValue();
    await box.fill('Typed');
    await page.reload();
    await expect(box).toHaveValue('Typed');
    await page.reload();
    await expect(box).toHaveValue('Typed');
    await page.goto(ricUrl('/manage-customers'));
    await page.reload();
    await open();
    await expect(box).toHaveValue(before);
    await page.reload();
  }
});

test('going to the new form from the new form begins a fresh one', async ({ page }) => {
  await signIn(page, ADMIN);
  for (const [path, link, field] of [
    ['/manage-rate/new', 'New Rate', 'Internal Memo'],
    ['/manage-customer/new', 'New Customer', 'First Name'],
  ] as const) {
    await page.goto(ricUrl(path));
    const box = page.getByRole('textbox', { name: field });
    await box.fill('Typed');
    await page.getByRole('link', { name: link }).click();
    await expect(page.getByText('Leave without saving?')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(box).toHaveValue('Typed');
    await page.getByRole('link', { name: link }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await expect(box).toHaveValue('');
    await expect(page.getByText('Not saved yet', { exact: true })).toBeVisible();
  }
});

test('Back out of a new record asks once, and Cancel keeps what was typed', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-customers'));
  await page.getByRole('link', { name: 'New Customer' }).click();
  const box = page.getByRole('textbox', { name: 'First Name' });
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
  await box.fill('Typed');
  // Every question is counted, because a second question could come after the last check.
  await page.evaluate(() => {
    const isQuestion = (node: Node) => node instanceof Element && node.matches('.dialog-layer');
    const count = (changes: MutationRecord[]): void => {
      const asked = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter(isQuestion).length;
      document.body.dataset['asked'] = String(Number(document.body.dataset['asked'] ?? 0) + asked);
    };
    new MutationObserver(count).observe(document.body, { childList: true });
  });
  for (const asked of ['1', '2']) {
    await page.goBack();
    await leave.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/manage-customer\/new$/);
    // Hovering over another link gives the router time to finish its own reload of the screen.
    await page.getByRole('link', { name: 'New Customer' }).hover();
    await expect(leave).toHaveCount(0);
    await expect(box).toHaveValue('Typed');
    await expect(page.locator('body')).toHaveAttribute('data-asked', asked);
  }
  await page.goBack();
  await leave.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/manage-customers$/);
  await page.getByRole('link', { name: 'New Customer' }).click();
  await expect(box).toHaveValue('');
});

test('a form that is locked with changes in it can be edited again', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-rate/4'));
  const bar = page.getByRole('toolbar', { name: 'Form' });
  const memo = page.getByRole('textbox', { name: 'Internal Memo' });
  await bar.getByRole('button', { name: 'Edit' }).click();
  await memo.fill('Not saved');
  await bar.getByRole('button', { name: 'Lock' }).click();
  await expect(memo).toHaveCount(0);
  await expect(bar.getByRole('button', { name: 'Save' })).toBeVisible();
  await bar.getByRole('button', { name: 'Edit' }).click();
  await expect(memo).toHaveValue('Not saved');
});

test('a saved date range says so, and the keyboard stays where it was', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-rate/4'));
  const range = page.getByRole('group', { name: 'Date range 1' });
  await range.getByLabel('Description').fill('By keys');
  const save = range.getByRole('button', { name: 'Save' });
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Date Ranges' }).getByRole('status')).toHaveText('Success');
  await expect(save).toBeFocused();
  await expect(save).toHaveAttribute('aria-disabled', 'true');
});

test('a changed rate with a changed range is left with one question', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-rate/4'));
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Internal Memo' }).fill('Changed');
  await page.getByRole('group', { name: 'Date range 1' }).getByLabel('Description').fill('Changed');
  await page.getByRole('link', { name: 'Holidays' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/manage-holidays/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
