/** The keys of the e-mail templates and their names for people. */
export const TEMPLATES = {
  receipt: 'Receipt',
  course_receipt: 'Course receipt',
  voucher: 'Voucher',
  cancellation: 'Cancellation',
  gift_certificate_receipt: 'Gift certificate receipt',
  gift_certificate: 'Gift certificate',
} as const;
export type TemplateKey = keyof typeof TEMPLATES;

const line = (label: string, value: string, condition?: string): string => {
  const row = `<tr><td style="padding:4px 16px 4px 0;color:#55635b">${label}</td><td style="padding:4px 0;text-align:right">${value}</td></tr>`;
  return condition ? `{% if ${condition} %}${row}{% endif %}` : row;
};
const table = (...rows: string[]): string =>
  `<table role="presentation" width="100%" style="border-collapse:collapse;font-size:14px;line-height:20px">${rows.join('')}</table>`;
const letter = (subject: string, heading: string, body: string): string => `Subject: ${subject}
<!doctype html><html lang="en"><body style="margin:0;background:#f6f8f7;font-family:system-ui,Segoe UI,Roboto,sans-serif;color:#17211c">
<table role="presentation" width="600" align="center" style="max-width:600px;width:100%;margin:24px auto;background:#ffffff;border:1px solid #e2e7e4"><tr><td style="padding:24px">
<h1 style="font-size:20px;line-height:28px;margin:0 0 16px;color:#1d6b47">${heading}</h1>
${body}
</td></tr></table></body></html>
`;

const ROUND = [
  line('Course', '{{ course.name }}'),
  line('Address', '{{ course.address }}', "course.address != ''"),
  line('Phone', '{{ course.phone }}', "course.phone != ''"),
  line('Date', '{{ play_date }}'),
  line('Time', '{{ play_time }}'),
  line('Players', '{{ players }}'),
  line('Confirmation', '<strong>{{ confirmation }}</strong>'),
];
const CLUBS = `{% for club in clubs %}${line('{{ club.quantity }} x {{ club.name }}', '{{ club.charge }}')}{% endfor %}`;
const PRICE = [
  line('Charge', '{{ charge }}'),
  line('Rental clubs', '{{ rental }}', 'has_rental'),
  line('Discount {{ discount_code }}', '-{{ discount }}', 'has_discount'),
  line('Gift certificate {{ gift_certificate_serial }}', '-{{ gift_certificate }}', 'has_gift_certificate'),
  line('<strong>Total</strong>', '<strong>{{ total }}</strong>'),
  line('Paid', '{% if paid_by_card %}by card, {{ payment_id }}{% else %}on account{% endif %}'),
];
const HELLO = '<p style="font-size:14px;line-height:20px">Dear {{ customer.name }},</p>';
const NOTES = `{% if notes != '' %}<p style="font-size:14px;line-height:20px"><strong>Notes:</strong> {{ notes | newline_to_br }}</p>{% endif %}`;
const rule = '<hr style="border:0;border-top:1px solid #e2e7e4;margin:16px 0">';

/** The built-in templates, in use until an admin saves another version. The first line is the subject. */
export const DEFAULTS: Record<TemplateKey, string> = {
  receipt: letter(
    'Your tee time at {{ course.name }}, {{ play_date }} {{ play_time }}',
    'Your tee time is booked',
    `${HELLO}${table(...ROUND)}${rule}${table(CLUBS, ...PRICE)}${NOTES}
<p style="font-size:12px;color:#55635b">{% if cancel_hours > 0 %}Please call us at least {{ cancel_hours }} hours ahead to change or cancel.{% else %}Please call us to change or cancel.{% endif %}</p>`,
  ),
  course_receipt: letter(
    'Booking {{ confirmation }}: {{ play_date }} {{ play_time }}, {{ players }} players',
    'A booking for {{ course.name }}',
    `${table(...ROUND, line('Customer', '{{ customer.name }}'), line('Customer e-mail', '{{ customer.email }}'))}${rule}${table(
      CLUBS,
      line('Owed to the course', '{{ cost }}'),
      line('Collected at the course, per player', '{{ course_balance }}'),
      line('Booked by', '{{ agent }}'),
    )}${NOTES}`,
  ),
  voucher: letter(
    'Voucher: {{ course.name }}, {{ play_date }} {{ play_time }}',
    'Voucher',
    `${HELLO}<p style="font-size:14px;line-height:20px">Please show this voucher at the pro shop.</p>${table(...ROUND, CLUBS)}${NOTES}`,
  ),
  cancellation: letter(
    'Canceled: your tee time at {{ course.name }}, {{ play_date }} {{ play_time }}',
    'Your tee time is canceled',
    `${HELLO}${table(...ROUND)}${rule}${table(
      line('Total', '{{ total }}'),
      line('Refunded to your card', '{{ refunded_card }}', 'has_refunded_card'),
      line('Refunded to your gift certificate', '{{ refunded_certificate }}', 'has_refunded_certificate'),
      line('Refunded', 'nothing', 'has_refund == false'),
    )}`,
  ),
  gift_certificate_receipt: letter(
    'Your gift certificate purchase, {{ serial }}',
    'Thank you for your purchase',
    `${HELLO}${table(line('Gift certificate', '{{ serial }}'), line('Value', '{{ value }}'), line('For', '{{ recipient.name }}'))}`,
  ),
  gift_certificate: letter(
    'A gift of golf from {{ who_from }}',
    'A gift of golf',
    `<p style="font-size:14px;line-height:20px">Dear {{ recipient.name }},</p>
<p style="font-size:14px;line-height:20px">{{ greeting | newline_to_br }}</p>
${table(line('Gift certificate', '<strong>{{ serial }}</strong>'), line('Balance', '{{ balance }}'), line('From', '{{ who_from }}'))}`,
  ),
};
