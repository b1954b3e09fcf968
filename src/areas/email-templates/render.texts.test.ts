import { describe, expect, test } from 'vitest';
import type { TeeTimeEmailVariables } from '../outbox/outbox-email.queries.ts';
import { BUILT_IN_TEMPLATES } from './defaults.texts.ts';
import { TEMPLATE_KINDS, type TemplateKind } from './email-templates.contract.ts';
import { renderEmail } from './render.texts.ts';
import { minimalVariables, sampleVariables, templateVariables } from './variables.rules.ts';

const FULL: TeeTimeEmailVariables & { sender: string } = {
  sender: 'San Diego Golf',
  customer: { name: 'Pat Doe', email: 'pat@example.com' },
  course: {
    name: 'Torrey Pines South',
    address: '11480 N Torrey Pines Rd, La Jolla, CA 92037',
    phone: '858-452-3226',
  },
  play_date: 'Fri, Nov 20 2026',
  play_time: '07:42',
  players: 4,
  confirmation: 'TP-4711',
  notes: 'Two carts.\nMeet at the range.',
  agent: 'Alex Agent',
  clubs: [{ quantity: 2, name: 'Callaway Rogue', raw_charge: 5000, charge: '$100.00' }],
  charge: '$1,012.00',
  discount: '$20.00',
  discount_code: 'FALL20',
  has_discount: true,
  gift_certificate: '$80.00',
  gift_certificate_serial: 'GC-1',
  has_gift_certificate: true,
  total: '$1,012.00',
  has_total: true,
  paid_by_card: true,
  on_account: '$0.00',
  has_on_account: false,
  payment_id: 'pay_123',
  cancel_hours: 48,
  cost: '$640.00',
  course_balance: '$35.00',
  has_course_balance: true,
  refunded_card: '$900.00',
  has_refunded_card: true,
  refunded_certificate: '$80.00',
  has_refunded_certificate: true,
  has_refund: true,
};
const BARE: typeof FULL = {
  ...FULL,
  customer: { name: '', email: '' },
  course: { name: 'Balboa Park', address: '', phone: '' },
  notes: '',
  clubs: [],
  discount_code: '',
  has_discount: false,
  gift_certificate_serial: '',
  has_gift_certificate: false,
  paid_by_card: false,
  on_account: '$0.00',
  has_on_account: false,
  payment_id: '',
  cancel_hours: 0,
  has_course_balance: false,
  has_refunded_card: false,
  has_refunded_certificate: false,
  has_refund: false,
};
const GIFT = {
  sender: 'San Diego Golf',
  customer: { name: 'Pat Doe' },
  recipient: { name: 'Sam Doe' },
  serial: 'GC-77',
  value: '$150.00',
  paid: '$135.00',
  balance: '$120.00',
  who_from: 'Aunt Pat',
  greeting: 'Happy birthday!\nPlay well.',
};
const write = (key: TemplateKind, variables: Record<string, unknown>) =>
  renderEmail(BUILT_IN_TEMPLATES[key], variables);
const ROUND = [
  'Torrey Pines South',
  '11480 N Torrey Pines Rd, La Jolla, CA 92037',
  'Date: Fri, Nov 20 2026',
  'Tee time: 07:42',
  'Players: 4',
  'Confirmation: TP-4711',
];

describe('with everything there is to say', () => {
  test.each<[TemplateKind, string[]]>([
    [
      'receipt',
      [
        'Dear Pat Doe,',
        ...ROUND,
        'Charge: $1,012.00',
        '2 x Callaway Rogue: $100.00',
        'Discount FALL20: −$20.00',
        'Gift certificate GC-1: −$80.00',
        'Total: $1,012.00',
        'Payment: Card payment pay_123',
        'Refunded to your card: $900.00',
        'Still to pay at the course, per player: $35.00',
        'Notes: Two carts.\nMeet at the range.',
        'at least 48 hours before',
      ],
    ],
    [
      'course_receipt',
      [
        'A booking for Torrey Pines South',
        'Customer: Pat Doe',
        'Callaway Rogue: 2',
        'Owed to the course: $640.00',
        'To collect at the course, per player: $35.00',
        'Booked by Alex Agent of San Diego Golf.',
      ],
    ],
    ['voucher', ['Name: Pat Doe', ...ROUND, 'Callaway Rogue: 2']],
    [
      'cancellation',
      [
        'Your tee time is canceled',
        ...ROUND,
        'Refunded to your card: $900.00',
        'Returned to gift certificate GC-1: $80.00',
        'payment pay_123',
      ],
    ],
  ])('the %s says it', (key, said) => {
    const { text, html } = write(key, FULL);
    for (const part of said) expect(text).toContain(part);
    expect(html).toMatch(/^<!doctype html>/);
  });

  test('the course is told what it is owed and not what the customer paid, the customer never what the course gets', () => {
    expect(write('course_receipt', FULL).text).not.toContain('$1,012.00');
    for (const key of ['receipt', 'voucher', 'cancellation'] as const)
      expect(write(key, FULL).text).not.toContain('$640.00');
  });

  test.each<[TemplateKind, string]>([
    ['receipt', 'Your tee time at Torrey Pines South, Fri, Nov 20 2026 07:42'],
    ['course_receipt', 'Booking TP-4711: Fri, Nov 20 2026 07:42, 4 players'],
    ['voucher', 'Voucher: Torrey Pines South, Fri, Nov 20 2026 07:42'],
    ['cancellation', 'Canceled: your tee time at Torrey Pines South, Fri, Nov 20 2026 07:42'],
  ])('the subject of the %s is %j', (key, subject) => expect(write(key, FULL).subject).toBe(subject));

  test('one player, and one hour, are said as one', () => {
    expect(write('course_receipt', { ...FULL, players: 1 }).subject).toMatch(/, 1 player$/);
    expect(write('receipt', { ...FULL, cancel_hours: 1 }).text).toContain('at least 1 hour before');
  });

  test('the gift certificate and its receipt', () => {
    const gift = write('gift_certificate', GIFT);
    expect(gift.subject).toBe('A gift of golf from Aunt Pat');
    expect(gift.text).toContain('Happy birthday!\nPlay well.');
    expect(gift.text).toContain('Balance: $120.00');
    const receipt = write('gift_certificate_receipt', GIFT).text;
    expect(receipt).toContain('For: Sam Doe');
    expect(receipt).toContain('Paid: $135.00');
    expect(write('gift_certificate_receipt', { ...GIFT, paid: '$150.00' }).text).not.toContain('Paid');
  });
});

describe('with everything left out that may be', () => {
  test.each<TemplateKind>(['receipt', 'course_receipt', 'voucher', 'cancellation'])(
    'the %s has no empty line about it',
    (key) => {
      const { text } = write(key, BARE);
      expect(text).toContain('Balboa Park');
      expect(text).not.toMatch(/^[^:\n]+: *$/m);
      expect(text).not.toMatch(
        /Address|Phone|Discount|certificate|Notes|Refunded|Dear|Callaway|0 hours|e-mail/,
      );
    },
  );

  test('a cancellation without a refund says so', () =>
    expect(write('cancellation', BARE).text).toContain('Refund: None'));

  test('a receipt says on account, or that nothing is to pay', () => {
    expect(write('receipt', BARE).text).toContain('Payment: On account');
    expect(write('receipt', { ...BARE, total: '$0.00', has_total: false }).text).toContain(
      'Payment: Nothing to pay',
    );
  });

  test('a gift without a word or a name', () => {
    const bare = { ...GIFT, recipient: { name: '' }, customer: { name: '' }, who_from: '', greeting: '' };
    const gift = write('gift_certificate', bare);
    expect(gift.subject).toBe('A gift of golf');
    expect(gift.text).toContain('Hello,');
    expect(write('gift_certificate_receipt', bare).text).not.toContain('For');
  });
});

describe('the HTML of every letter', () => {
  const letters = TEMPLATE_KINDS.flatMap((kind) =>
    [sampleVariables, minimalVariables].map(
      (with_) => [kind, write(kind, with_(templateVariables(kind))).html] as const,
    ),
  );

  test.each(letters)('of the %s asks for nothing from elsewhere and runs nothing', (_, html) => {
    expect(html).not.toMatch(
      /https?:|\b(src|href|background)=|url\(|@import|<(link|script|img|form|object)\b/i,
    );
  });

  test.each(letters)(
    'of the %s has its day in line, its night in a sheet, and tables for its layout',
    (_, html) => {
      expect(html).toContain('<meta name="color-scheme" content="light dark">');
      const night = /@media \(prefers-color-scheme: dark\) \{([\s\S]*?)\n\}/.exec(html)?.[1] ?? '';
      // A light color without a class that overrides it would stay light in dark mode.
      for (const [element] of html.matchAll(/<[^>]*[^-](?:color|background):#[^>]*>/g)) {
        const classes = /class="([^"]+)"/.exec(element)?.[1]?.split(' ') ?? [];
        expect(
          classes.some((name) => night.includes(`.${name} `)),
          element,
        ).toBe(true);
      }
      for (const [element] of html.matchAll(/<table[^>]*>/g))
        expect(element).toContain('role="presentation"');
      expect(html.match(/<table/g)?.length).toBe(html.match(/<\/table>/g)?.length);
    },
  );
});

describe('what a template may do', () => {
  const one = (body: string, variables: Record<string, unknown> = {}) =>
    renderEmail(`Subject: s\n${body}`, variables);

  test('names and notes are text, whatever they hold', () => {
    const evil = '<script>alert("1")</script> & Söhne';
    const { html, text, subject } = write('receipt', {
      ...FULL,
      customer: { ...FULL.customer, name: evil },
      course: { ...FULL.course, name: 'Pins & <b>Greens</b>\r\nBcc: thief@example.com' },
      notes: `${evil}\n&lt;`,
    });
    expect(html).not.toMatch(/<script|<b>Greens/);
    expect(text).toContain(`Dear ${evil},`);
    expect(text).toContain(`Notes: ${evil}\n&lt;`);
    expect(subject).toBe(
      'Your tee time at Pins & <b>Greens</b> Bcc: thief@example.com, Fri, Nov 20 2026 07:42',
    );
  });

  test.each([
    ['an unknown variable', '{{ customer.shoe }}'],
    ['an unknown name', '{{ secret }}'],
    ['an unknown filter', '{{ "a" | shout }}'],
    ['an unclosed tag', '{% if true %}'],
    ['an include', '{% include "package.json" %}'],
    ['a file', '{% render "./package.json" %}'],
    ['a prototype', '{{ customer.constructor.name }}'],
    ['an endless loop', '{% for i in (1..99999999) %}{% for j in (1..99999999) %}x{% endfor %}{% endfor %}'],
  ])('%s is an error', (_, body) => {
    expect(() => one(body, { customer: { name: 'Pat' } })).toThrow(Error);
  });

  test('a template without a subject is an error', () =>
    expect(() => renderEmail('<p>Hello</p>', {})).toThrow('The first line must be the subject'));

  test('the text beside it has its tables and line ends, however they are written', () => {
    const { text } = one(
      '<style>p{color:red}</style><table><tr>\r\n<td>A</td>\r\n<td>1</td></tr></table>x<BR/>y',
    );
    expect(text).toBe('A: 1\n\nx\ny');
  });

  test('the text beside it has items, lower headings and quotations on lines of their own', () => {
    const { text } = one(
      '<h3>Directions</h3>Turn left<ul><li>One</li><li>Two</li></ul><blockquote>Said</blockquote>after',
    );
    expect(text.split(/\n+/)).toEqual(['Directions', 'Turn left', 'One', 'Two', 'Said', 'after']);
  });

  test.each([
    ['Don&rsquo;t &ndash; 9&euro; &mdash; &ldquo;so&rdquo;', 'Don’t – 9€ — “so”'],
    ['&#x2019;&#8217;&#X41;', '’’A'],
    ['&amp;rsquo; &shoe; &#0;.', '&rsquo; &shoe; .'],
  ])('%s is read as %s, in the subject too', (written, read) => {
    const { text, subject } = renderEmail(`Subject: ${written}\n<p>${written}</p>`, {});
    expect([subject, text]).toEqual([read, read]);
  });
});
