import type { MailKind } from './email-templates.contract.ts';
import {
  dear,
  large,
  emailLayout,
  line,
  named,
  note,
  number,
  panel,
  paragraph,
  small,
  sum,
  table,
  ticket,
  under,
  when,
} from './layout.texts.ts';

const COURSE = named(
  '{{ course.name }}',
  when("course.address != ''", under('{{ course.address }}')),
  when("course.phone != ''", under('{{ course.phone }}')),
);
const WHEN = [
  line('Date', '<strong style="white-space:nowrap">{{ play_date }}</strong>'),
  line('Tee time', '<strong>{{ play_time }}</strong>'),
  line('Players', '<strong>{{ players }}</strong>'),
  line('Confirmation', number('{{ confirmation }}')),
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
  when('has_discount', line('Discount {{ discount_code }}', '−{{ discount }}')),
  when(
    'has_gift_certificate',
    line('Gift certificate {{ gift_certificate_serial }}', '−{{ gift_certificate }}'),
  ),
  sum('Total', '{{ total }}'),
  line(
    'Payment',
    '{% if paid_by_card %}Card payment {{ payment_id }}{% if has_on_account %}, {{ on_account }} on account{% endif %}{% elsif has_total %}On account{% else %}Nothing to pay{% endif %}',
  ),
];
const NOTES = when("notes != ''", note('<strong>Notes:</strong> {{ notes | newline_to_br }}'));

/** The built-in templates, used until an admin saves another version. The first line of each is the subject. */
export const DEFAULTS: Record<MailKind, string> = {
  receipt: emailLayout(
    'Your tee time at {{ course.name }}, {{ play_date }} {{ play_time }}',
    'Your tee time is booked',
    dear('customer.name'),
    paragraph('Thank you for booking with {{ sender }}. Here is your round, and what it cost.'),
    panel(COURSE, ...WHEN),
    table(...PRICE, ...REFUNDS, AT_THE_COURSE),
    NOTES,
    paragraph('Please check in at the pro shop 30 minutes before your tee time. Enjoy your round!'),
    small(
      `{% if cancel_hours > 0 %}Plans change: please call us at least {{ cancel_hours }} hour{% if cancel_hours != 1 %}s{% endif %} before your tee time to change or cancel it.{% else %}Plans change: please call us to change or cancel your tee time.{% endif %}`,
    ),
  ),
  course_receipt: emailLayout(
    'Booking {{ confirmation }}: {{ play_date }} {{ play_time }}, {{ players }} player{% if players != 1 %}s{% endif %}',
    'A booking for {{ course.name }}',
    paragraph('{{ sender }} has booked this tee time with you.'),
    panel(
      ...WHEN,
      when("customer.name != ''", line('Customer', '{{ customer.name }}')),
      when("customer.email != ''", line('Customer e-mail', '{{ customer.email }}')),
      CLUBS,
    ),
    table(
      sum('Owed to the course', '{{ cost }}'),
      line('To collect at the course, per player', '{{ course_balance }}'),
    ),
    NOTES,
    small('Booked by {{ agent }} of {{ sender }}. Please tell us at once if you cannot honor this booking.'),
  ),
  voucher: emailLayout(
    'Voucher: {{ course.name }}, {{ play_date }} {{ play_time }}',
    'Golf voucher',
    dear('customer.name'),
    paragraph('Please show this voucher at the pro shop when you check in.'),
    ticket(
      COURSE,
      when("customer.name != ''", line('Name', '<strong>{{ customer.name }}</strong>')),
      ...WHEN,
      CLUBS,
      AT_THE_COURSE,
    ),
    NOTES,
    small('Issued by {{ sender }}. Good for this date, time and number of players only.'),
  ),
  cancellation: emailLayout(
    'Canceled: your tee time at {{ course.name }}, {{ play_date }} {{ play_time }}',
    'Your tee time is canceled',
    dear('customer.name'),
    paragraph('This tee time is canceled, and there is nothing more for you to do.'),
    panel(COURSE, ...WHEN),
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
  gift_certificate_receipt: emailLayout(
    'Your gift certificate purchase, {{ serial }}',
    'Thank you for your purchase',
    dear('customer.name'),
    paragraph('This is your receipt for a gift certificate of {{ sender }}.'),
    panel(
      line('Gift certificate', number('{{ serial }}')),
      when("recipient.name != ''", line('For', '{{ recipient.name }}')),
      sum('Value', '{{ value }}'),
      when('paid != value', line('Paid', '{{ paid }}')),
    ),
    small('Please keep the number: it is all that is needed to use the certificate.'),
  ),
  gift_certificate: emailLayout(
    "A gift of golf{% if who_from != '' %} from {{ who_from }}{% endif %}",
    'A gift of golf',
    dear('recipient.name'),
    when("greeting != ''", note('{{ greeting | newline_to_br }}')),
    ticket(
      large('Balance', '{{ balance }}'),
      line('Gift certificate', number('{{ serial }}')),
      when("who_from != ''", line('From', '{{ who_from }}')),
    ),
    small('Call {{ sender }} and name the number of the certificate when you book your tee time.'),
  ),
};
