import { expect, test, type Page } from '@playwright/test';
import { address, ADMIN, change, quiet, signIn } from './desk.ts';

const sentence = 'Whatever somebody has typed here is too long for the line that the form has for it. ';
const line = (length: number): string => sentence.repeat(12).slice(0, length).trim();
const word = (length: number): string => 'albondigas'.repeat(30).slice(0, length);
const email = `${word(60)}@${word(60)}.example`;
const lines = [line(300), 'A second line', '', line(150)].join('\n');

type Filled = { path: string; put: string; data: object };
const COURSE: Filled = {
  path: '/manage-course/21',
  put: '/api/courses/update',
  data: {
    id: 21,
    course: {
      display_name: line(140),
      email,
      phone: '+1 (619) 555-0199, extension 00010',
      address: line(190),
      address_2: word(190),
      city: line(95),
      subdivision: line(95),
      description: lines,
      image_url: `https://pictures.example/${word(280)}`,
      golfnow_course: { golfnow_id: word(60) },
    },
  },
};

/** A record of every kind that has Edit: where it stands, and how it gets texts as long as may be. */
const RECORDS: Filled[] = [
  {
    path: '/manage-tee-time/310',
    put: '/api/tee_times/update',
    data: { id: 310, tee_time: { folio: line(190), notes: lines, internal_notes: lines } },
  },
  COURSE,
  {
    path: '/manage-course-group/2',
    put: '/api/course_groups/update',
    data: { id: 2, course_group: { group_name: line(95) } },
  },
  {
    path: '/manage-rate/61',
    put: '/api/rates/update',
    data: { id: 61, rate: { internal_memo: lines, external_memo: lines, rate_sheet_note: lines } },
  },
  { path: '/manage-rate/27', put: '/api/rates/update', data: { id: 27, rate: { type: 'ApiGolfRate' } } },
  {
    path: '/rental-club/5',
    put: '/api/rental-clubs/update',
    data: { id: 5, rentalClub: { brand: line(95), description: lines } },
  },
  {
    path: '/manage-customer/150',
    put: '/api/customers/update',
    data: {
      id: 150,
      customer: {
        email,
        primary_phone: '+1 (619) 555-0199, extension 00010',
        address: line(190),
        address_2: word(190),
        city: line(95),
        subdivision: line(95),
        legacy_address: lines,
      },
    },
  },
  {
    path: '/manage-discount/3',
    put: '/api/discounts/update',
    data: { id: 3, discount: { code: word(50), courses: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => ({ id })) } },
  },
  {
    path: '/manage-gift-certificate/6',
    put: '/api/gift_certificates/update',
    data: {
      id: 6,
      gift_certificate: {
        who_from: line(95),
        greeting: lines,
        internal_memo: lines,
        course: { id: 21 },
        email_delivery: false,
      },
    },
  },
  {
    path: '/gift-certificate-sales',
    put: '/api/gift_certificates/sales/',
    data: { saleConfiguration: { discount: 12.5 } },
  },
  { path: '/holiday/3', put: '/api/holidays/update', data: { id: 3, holiday: { name: line(95) } } },
  {
    path: '/maintenance/3',
    put: '/api/maintenances/update',
    data: { id: 3, maintenance: { description: lines } },
  },
  {
    path: '/helpful-link/4',
    put: '/api/helpful_links/update',
    data: { id: 4, helpful_link: { url: `https://long.example/${word(240)}`, description: line(190) } },
  },
  { path: '/partner/3', put: '/api/partners/update', data: { id: 3, partner: { api_user_name: line(95) } } },
  { path: '/ric-user/4', put: '/api/ric_users/update', data: { ric_user: { id: 4, name: line(95) } } },
];

/** How far down each label, value, heading and button stands, by what it says. */
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
    // Edit gives way to Save, and what else Edit brings is new.
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

    /** Where the first line of what is read or typed begins: the middle of it, whatever it is drawn with. */
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
    await change(request, put, data);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.goto(address(path));
      await expect(page.locator('.record-body')).toBeVisible();
      await quiet(page);
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
  await change(request, COURSE.put, COURSE.data);
  await signIn(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(address(COURSE.path));
  for (const text of [email, line(190), `https://pictures.example/${word(280)}`]) {
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
