import type { MailKind } from './email-templates.contract.ts';

// Mail clients know tables and inline styles; anything newer is lost in one of them.
const FONT = 'font-family:Helvetica,Arial,sans-serif';
const when = (condition: string, html: string): string => `{% if ${condition} %}${html}{% endif %}`;
const line = (label: string, value: string): string =>
  `<tr><td style="padding:6px 16px 6px 0;color:#55635b;vertical-align:top">${label}</td><td style="padding:6px 0;text-align:right;vertical-align:top">${value}</td></tr>`;
const sum = (label: string, value: string): string =>
  `<tr><td style="padding:10px 16px 6px 0;border-top:1px solid #cfd8d3;font-weight:bold">${label}</td><td style="padding:10px 0 6px;border-top:1px solid #cfd8d3;text-align:right;font-weight:bold">${value}</td></tr>`;
const table = (...rows: string[]): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:0 0 20px;${FONT};font-size:14px;line-height:20px;color:#17211c">
${rows.join('\n')}
</table>`;
const paragraph = (text: string): string =>
  `<p style="margin:0 0 16px;font-size:14px;line-height:21px">${text}</p>`;
const box = (text: string): string =>
  `<p style="margin:0 0 16px;padding:12px 16px;background:#eef5f1;border-left:4px solid #1d6b47;font-size:14px;line-height:21px">${text}</p>`;
const small = (text: string): string =>
  `<p style="margin:0;font-size:12px;line-height:18px;color:#55635b">${text}</p>`;

const letter = (subject: string, heading: string, ...body: string[]): string => `Subject: ${subject}
<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:0;background:#f1f4f2">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f1f4f2"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;background:#ffffff;border:1px solid #dfe6e2">
<tr><td style="padding:16px 28px;background:#1d6b47;color:#ffffff;${FONT};font-size:16px;font-weight:bold">{{ sender }}</td></tr>
<tr><td style="padding:28px;${FONT};color:#17211c">
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px;font-weight:bold">${heading}</h1>
${body.join('\n')}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;

const dear = (person: string): string =>
  paragraph(`{% if ${person} != '' %}Dear {{ ${person} }},{% else %}Hello,{% endif %}`);
const ROUND = [
  line('Course', '<strong>{{ course.name }}</strong>'),
  when("course.address != ''", line('Address', '{{ course.address }}')),
  when("course.phone != ''", line('Phone', '{{ course.phone }}')),
  line('Date', '<strong>{{ play_date }}</strong>'),
  line('Tee time', '<strong>{{ play_time }}</strong>'),
  line('Players', '{{ players }}'),
  line('Confirmation', '<strong>{{ confirmation }}</strong>'),
];
const CLUBS = `{% for club in clubs %}${line('{{ club.name }}', '{{ club.quantity }}')}{% endfor %}`;
const CHARGED_CLUBS = `{% for club in clubs %}${line('{{ club.quantity }} x {{ club.name }}', '{{ club.charge }}')}{% endfor %}`;
const AT_THE_COURSE = when(
  'has_course_balance',
  line('Still to pay at the course, per player', '{{ course_balance }}'),
);
const REFUNDS = [
  when('has_refunded_card', line('Refunded to your card', '{{ refunded_card }}')),
  when(
    'has_refunded_certificate',
    line('Returned to gift certificate {{ gift_certificate_serial }}', '{{ refunded_certificate }}'),
  ),
];
const PRICE = [
  line('Charge', '{{ charge }}'),
  CHARGED_CLUBS,
  when('has_discount', line('Discount {{ discount_code }}', '-{{ discount }}')),
  when(
    'has_gift_certificate',
    line('Gift certificate {{ gift_certificate_serial }}', '-{{ gift_certificate }}'),
  ),
  sum('Total', '{{ total }}'),
  line(
    'Payment',
    '{% if paid_by_card %}Card payment {{ payment_id }}{% elsif has_total %}On account{% else %}Nothing to pay{% endif %}',
  ),
];
const NOTES = when("notes != ''", box('<strong>Notes:</strong> {{ notes | newline_to_br }}'));

/** The built-in templates, in use until an admin saves another version. The first line is the subject. */
export const DEFAULTS: Record<MailKind, string> = {
  receipt: letter(
    'Your tee time at {{ course.name }}, {{ play_date }} {{ play_time }}',
    'Your tee time is booked',
    dear('customer.name'),
    paragraph('Thank you for booking with {{ sender }}. Here is your round, and what it cost.'),
    table(...ROUND),
    table(...PRICE, ...REFUNDS, AT_THE_COURSE),
    NOTES,
    paragraph('Please check in at the pro shop 30 minutes before your tee time. Enjoy your round!'),
    small(
      `{% if cancel_hours > 0 %}Plans change: please call us at least {{ cancel_hours }} hours before your tee time to change or cancel it.{% else %}Plans change: please call us to change or cancel your tee time.{% endif %}`,
    ),
  ),
  course_receipt: letter(
    'Booking {{ confirmation }}: {{ play_date }} {{ play_time }}, {{ players }} players',
    'A booking for {{ course.name }}',
    paragraph('{{ sender }} has booked this tee time with you.'),
    table(
      line('Date', '<strong>{{ play_date }}</strong>'),
      line('Tee time', '<strong>{{ play_time }}</strong>'),
      line('Players', '<strong>{{ players }}</strong>'),
      line('Confirmation', '<strong>{{ confirmation }}</strong>'),
      when("customer.name != ''", line('Customer', '{{ customer.name }}')),
      when("customer.email != ''", line('Customer e-mail', '{{ customer.email }}')),
      CLUBS,
    ),
    table(
      sum('Owed to the course', '{{ cost }}'),
      line('To collect at the course, per player', '{{ course_balance }}'),
    ),
    NOTES,
    small('Booked by {{ agent }} of {{ sender }}. Please tell us at once if you can not honor this booking.'),
  ),
  voucher: letter(
    'Voucher: {{ course.name }}, {{ play_date }} {{ play_time }}',
    'Golf voucher',
    dear('customer.name'),
    paragraph('Please show this voucher at the pro shop when you check in.'),
    table(
      when("customer.name != ''", line('Name', '<strong>{{ customer.name }}</strong>')),
      ...ROUND,
      CLUBS,
      AT_THE_COURSE,
    ),
    NOTES,
    small('Issued by {{ sender }}. Good for this date, time and number of players only.'),
  ),
  cancellation: letter(
    'Canceled: your tee time at {{ course.name }}, {{ play_date }} {{ play_time }}',
    'Your tee time is canceled',
    dear('customer.name'),
    paragraph('This tee time is canceled, and there is nothing more for you to do.'),
    table(...ROUND),
    table(
      line('Total of the booking', '{{ total }}'),
      ...REFUNDS,
      when('has_refund == false', line('Refund', 'None')),
    ),
    when(
      'has_refunded_card',
      paragraph('Your bank may take a few days to show the refund of payment {{ payment_id }}.'),
    ),
    small('{{ sender }} hopes to book your next round with you soon.'),
  ),
  gift_certificate_receipt: letter(
    'Your gift certificate purchase, {{ serial }}',
    'Thank you for your purchase',
    dear('customer.name'),
    paragraph('This is your receipt for a gift certificate of {{ sender }}.'),
    table(
      line('Gift certificate', '<strong>{{ serial }}</strong>'),
      when("recipient.name != ''", line('For', '{{ recipient.name }}')),
      sum('Value', '{{ value }}'),
    ),
    small('Please keep the number: it is all that is needed to use the certificate.'),
  ),
  gift_certificate: letter(
    "A gift of golf{% if who_from != '' %} from {{ who_from }}{% endif %}",
    'A gift of golf',
    dear('recipient.name'),
    when("greeting != ''", box('{{ greeting | newline_to_br }}')),
    table(
      line('Gift certificate', '<strong>{{ serial }}</strong>'),
      when("who_from != ''", line('From', '{{ who_from }}')),
      sum('Balance', '{{ balance }}'),
    ),
    small('Call {{ sender }} and name the number of the certificate when you book your tee time.'),
  ),
};
