import { expect, test, type Page } from '@playwright/test';
import { AREAS } from './areas.ts';
import { LONG_COURSE } from './course-areas.ts';
import { longEmail, longLine, longLines, longWord } from './long-texts.ts';
import { ricUrl, ADMIN, putToApi, waitUntilQuiet, signIn } from './actions.ts';

/** One record of every kind that has an Edit button. */
const RECORDS = [
  {
    path: '/manage-tee-time/310',
    put: '/api/tee_times/update',
    data: { id: 310, tee_time: { folio: longLine(190), notes: longLines, internal_notes: longLines } },
  },
  {
    path: '/gift-certificate-sales',
    put: '/api/gift_certificates/sales/',
    data: { saleConfiguration: { discount: 12.5 } },
  },
  ...AREAS.flatMap(({ longest = [] }) => longest),
];

/** Returns the vertical position of each label, value, heading and button, by its text. */
const places = (page: Page) =>
  page.evaluate(() => {
    const found: Record<string, number> = {};
    const keep = (name: string, y: number): void => {
      let key = name.trim();
      while (key in found) key += ' (again)';
      found[key] = y;
    };
    const topOf = (of: Element): number => of.getBoundingClientRect().top;
    for (const each of document.querySelectorAll('main :is(h1, h2, h3, th, .page-head p)'))
      keep(`heading ${each.textContent}`, topOf(each));
    // The Save button replaces the Edit button, and editing adds only new elements.
    const MAIN = '.record-bar > .btn:first-child';
    for (const each of document.querySelectorAll(MAIN)) keep('button Edit or Save', topOf(each));
    for (const each of document.querySelectorAll(`main :is(button, summary):not(.copy, ${MAIN})`))
      if (!each.closest('.fields > *') || each.matches('.field-value *'))
        keep(`button ${each.getAttribute('aria-label') ?? each.textContent}`, topOf(each));
    const FIELD = '.fields :is(.field, .mantine-InputWrapper-root, .mantine-Checkbox-root)';
    for (const field of document.querySelectorAll(FIELD)) {
      const label = field.querySelector('.field-label, .mantine-InputWrapper-label, .mantine-Checkbox-label');
      const name = label?.textContent ?? '';
      if (!label) continue;
      keep(`label ${name}`, topOf(label));
      keep(`field ${name}`, topOf(field));
      keep(`height of ${name}`, field.getBoundingClientRect().height);
      const value = field.querySelector(
        '.field-value, .check-read, .check-find, .check-box, .mantine-Checkbox-inner, input, textarea',
      );
      if (value) keep(`value ${name}`, topOfText(value));
    }
    return found;

    /** Returns the vertical middle of a value's first line, shown as text or in an input. */
    function topOfText(of: Element): number {
      const { top, height } = of.getBoundingClientRect();
      if (of.matches('input, .mantine-Checkbox-inner')) return top + height / 2;
      const { paddingTop, borderTopWidth } = getComputedStyle(of);
      return top + parseFloat(paddingTop) + parseFloat(borderTopWidth) + 10;
    }
  });

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
];

test('Edit moves nothing in a record of any kind, however long its texts', async ({ page, request }) => {
  test.setTimeout(240_000);
  await signIn(page, ADMIN);
  for (const { path, put, data } of RECORDS) {
    await putToApi(request, put, data);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.goto(ricUrl(path));
      await expect(page.locator('.record-body')).toBeVisible();
      await waitUntilQuiet(page);
      const before = await places(page);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await expect(page.getByText('Being edited')).toBeVisible();
      const after = await places(page);
      const moved = Object.entries(before)
        .map(([name, y]) => ({ name, y, now: after[name] }))
        .filter(({ y, now }) => now === undefined || Math.abs(now - y) > 1);
      expect.soft(moved, `${path} at ${size.width}`).toEqual([]);
      expect(Object.keys(before).filter((name) => name.startsWith('value ')).length, path).toBeGreaterThan(0);
    }
  }
});

test('what is too long for its line is whole in its title, and whole when it is copied', async ({
  page,
  request,
}) => {
  await putToApi(request, LONG_COURSE.put, LONG_COURSE.data);
  await signIn(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(ricUrl(LONG_COURSE.path));
  for (const text of [longEmail, longLine(190), `https://pictures.example/${longWord(280)}`]) {
    const value = page.getByRole('main').getByText(text, { exact: true }).first();
    await expect(value).toHaveAttribute('title', text);
    const { isCut, copied } = await value.evaluate((shown) => {
      getSelection()?.selectAllChildren(shown);
      return { isCut: shown.scrollWidth > shown.clientWidth, copied: String(getSelection()) };
    });
    expect({ isCut, copied }).toEqual({ isCut: true, copied: text });
  }
  await expect(page.getByRole('button', { name: 'Copy Email' })).toBeInViewport();
});
