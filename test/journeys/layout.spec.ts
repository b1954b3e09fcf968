import { expect, test, type Locator, type Page } from '@playwright/test';
import { ricUrl, ADMIN, getFromApi, signInHeaders, waitUntilQuiet, signIn } from './actions.ts';

const MOST_SHIFT = 0.05;
const SCREENS = [
  '/home',
  '/manage-tee-times',
  '/manage-tee-time/300',
  '/lost-leads',
  '/sources',
  '/manage-rates',
  '/manage-rate/4',
  '/manage-customer/1',
  '/manage-gift-certificate/1',
  '/manage-discount/1',
  '/holiday/1',
  '/reports',
  '/reports/sales_report',
  '/reports/ap_monthly',
  '/ibe',
  '/tee-time-availability',
  '/partner/1',
  '/password',
];
/**
 * Returns the screens to measure, each with the button that opens a further part; the given customer's data may be erased.
 */
const openedWith = (customer: number) => [
  { path: '/manage-course-group/1', button: 'Edit', opened: '.check-find' },
  { path: `/manage-customer/${customer}`, button: 'Erase personal data ...', opened: '.dialog form' },
  { path: '/manage-rate/4', button: 'Edit', opened: '.mantine-Input-input' },
];

/** Sums the layout shifts since the page loaded, except those after a person's input. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const root = document.documentElement;
    const note = (list: PerformanceObserverEntryList): void => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput)
          root.dataset['shift'] = String(Number(root.dataset['shift'] ?? 0) + entry.value);
    };
    new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true });
  });

/** Lists the elements of a page that are too small to hit, look alike, or have no name. */
const faultsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seen = <E extends Element>(selector: string): E[] =>
      [...document.querySelectorAll<E>(selector)].filter((each) => each.checkVisibility());
    const nameOf = (element: HTMLElement): string =>
      (element.ariaLabel ?? element.innerText).trim().replaceAll(/\s+/g, ' ');
    const unnamed = seen<HTMLTableElement>('table').filter((one) => !one.caption && !one.ariaLabel);
    const isInSentence = (link: Element): boolean =>
      getComputedStyle(link).display === 'inline' &&
      link.parentElement?.textContent?.trim() !== link.textContent?.trim();
    const sizeOf = (element: Element): [number, number] => {
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
      const boxes = [element, label ?? element].map((each) => each.getBoundingClientRect());
      const reach = (from: 'left' | 'top', to: 'right' | 'bottom'): number =>
        Math.max(...boxes.map((box) => box[to])) - Math.min(...boxes.map((box) => box[from]));
      return [reach('left', 'right'), reach('top', 'bottom')];
    };
    const small = seen<HTMLElement>(
      ':is(main, .dialog) :is(a[href], button, input, select, textarea, summary)',
    ).filter(
      // Elements in a column's head are left out, because the whole head can be pressed.
      (each) => !each.closest('th') && !isInSentence(each) && sizeOf(each).some((length) => length < 23.5),
    );
    const names = seen<HTMLElement>('button, summary').map(nameOf);
    return [
      ...unnamed.map((one) => `a table without a name: ${one.innerText.slice(0, 40)}`),
      ...small.map((each) => `${sizeOf(each).join(' by ')}: ${each.tagName} ${nameOf(each)}`),
      ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `two buttons: ${name}`),
    ];
  });

test('screens move nothing while they load, and what is on them can be hit, told apart and heard', async ({
  page,
  request,
}) => {
  await signIn(page, ADMIN);
  // The staff message is shown at once, because this browser has shown it before.
  await expect(page.getByRole('complementary', { name: 'Staff message' })).toBeVisible();
  await watchShifts(page);
  const faults: string[] = [];
  for (const path of SCREENS) {
    await page.goto(ricUrl(path));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await waitUntilQuiet(page);
    const shift = Number((await page.locator('html').getAttribute('data-shift')) ?? 0);
    if (shift > MOST_SHIFT) faults.push(`${path} moves by ${shift}`);
    faults.push(...(await faultsOn(page)).map((fault) => `${path}: ${fault}`));
  }
  const made = await request.post(ricUrl('/api/customers'), {
    headers: await signInHeaders(request, ADMIN),
    data: { customer: { first_name: 'Ilse', last_name: 'Hitable', email: 'ilse@hitable.example' } },
  });
  const { id }: { id: number } = await made.json();
  for (const { path, button, opened } of openedWith(id)) {
    await page.goto(ricUrl(path));
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.locator(opened).first()).toBeVisible();
    faults.push(...(await faultsOn(page)).map((fault) => `${button} on ${path}: ${fault}`));
  }
  expect(faults).toEqual([]);
});

const isWhole = (cell: Element): boolean => cell.scrollWidth <= cell.clientWidth;

test('Rates and the queue show whole names, and rates both dates', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-rates?per_page=50&page=1'));
  const rows = page.locator('tbody tr:has(.list-view)');
  await expect(rows).toHaveCount(50);
  for (const column of [1, 2, 4]) {
    const cells = await rows.locator(`td:nth-child(${column + 1})`).all();
    for (const cell of cells) expect(await cell.evaluate(isWhole), await cell.innerText()).toBe(true);
  }
  const queues = await getFromApi<{ id: number; waiting: number }[]>(
    page.request,
    '/api/fore_up_availability/wait_list_queues',
  );
  const longest = queues.toSorted((one, other) => other.waiting - one.waiting)[0];
  await page.goto(ricUrl(`/queue-management?fupId=${longest?.id ?? 0}`));
  const names = page.locator('.callers td.who');
  await expect(names.first()).toBeVisible();
  for (const name of await names.all())
    expect(await name.evaluate((cell) => cell.getBoundingClientRect().height)).toBeLessThan(60);
  const heads = page.locator('.callers th');
  expect(await heads.evaluateAll((all) => all.map((head) => head.clientHeight))).toEqual(
    (await heads.all()).map(() => 32),
  );
  // An e-mail address on two lines breaks before its domain, and the domain is not cut off.
  const email = page.locator('.callers .email .two-lines').first();
  await email.evaluate((shown) =>
    shown.replaceChildren(
      'bartholomew.featherstone',
      document.createElement('wbr'),
      '@northcountygolfers.example',
    ),
  );
  expect(await email.evaluate((shown) => shown.scrollHeight <= shown.clientHeight)).toBe(true);
});

test('fields begin at one line, a tag follows a long name, and a phone dials a lead', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto(ricUrl('/manage-customer/new'));
  const boxes = page.getByRole('region', { name: 'Address' }).locator('.mantine-Input-wrapper');
  await expect(boxes).toHaveCount(8);
  const lefts = await boxes.evaluateAll((all) => all.map((box) => box.getBoundingClientRect().left));
  expect(new Set(lefts).size).toBe(1);

  await page.goto(ricUrl('/manage-rate/6'));
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText('$');
  await heading.evaluate((title) => title.prepend('A memo of several lines '.repeat(12)));
  const beside = await heading.evaluate((title) => {
    const words = document.createRange();
    words.selectNodeContents(title);
    const tag = title.querySelector('.tag');
    if (tag) words.setEndBefore(tag);
    const last = [...words.getClientRects()].at(-1);
    const at = tag?.getBoundingClientRect();
    return last !== undefined && at !== undefined && at.top < last.bottom && at.left >= last.right;
  });
  expect(beside).toBe(true);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(ricUrl('/lost-leads?all=true'));
  await expect(page.locator('.cards a[href^="tel:"]').first()).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the mark of an unsaved course stays in sight on its other tabs', async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto(ricUrl('/manage-course/4'));
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Website Display Name').fill('By the sea');
    const tabs = page.getByRole('navigation', { name: 'Course', exact: true });
    await tabs.getByRole('link', { name: 'Image' }).click();
    await expect(tabs.getByRole('link', { name: 'Image' })).toBeInViewport({ ratio: 1 });
    await expect(tabs.getByRole('link', { name: 'Course •' })).toBeInViewport({ ratio: 1 });
  });

  test('a customer is chosen from cards whose Select stands beside the name, over one row of pages', async ({
    page,
  }) => {
    await signIn(page, ADMIN);
    await page.goto(ricUrl('/manage-customer/5'));
    const more = page.getByRole('toolbar', { name: 'Form' }).locator('summary');
    await more.click();
    await page.getByRole('button', { name: 'Merge ...' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge with which customer?' });
    const first = dialog
      .getByRole('listitem')
      .filter({ has: page.getByRole('button') })
      .first();
    const tops = async (...parts: Locator[]) =>
      Promise.all(parts.map(async (part) => Math.round((await part.boundingBox())?.y ?? -1)));
    const [name = 0, select = 99] = await tops(first.locator('strong'), first.getByRole('button'));
    expect(Math.abs(name - select)).toBeLessThan(12);
    const pages = dialog.getByRole('navigation', { name: 'Pages' });
    const [before, after] = await tops(
      pages.getByRole('button', { name: 'Previous page' }),
      pages.getByRole('button', { name: 'Next page' }),
    );
    expect(before).toBe(after);
  });
});
