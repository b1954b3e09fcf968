import type { TemplateKind } from './email-templates.contract.ts';
import {
  salutation,
  largeValueRow,
  emailTemplate,
  labelRow,
  boxHeadingRow,
  highlightedNote,
  numberHtml,
  subjectBox,
  paragraphHtml,
  smallPrint,
  totalRow,
  rowsTable,
  counterBox,
  headingDetail,
  htmlIf,
} from './layout.texts.ts';

const COURSE = boxHeadingRow(
  '{{ course.name }}',
  htmlIf("course.address != ''", headingDetail('{{ course.address }}')),
  htmlIf("course.phone != ''", headingDetail('{{ course.phone }}')),
);
const WHEN = [
  labelRow('Date', '<strong style="white-space:nowrap">{{ play_date }}</strong>'),
  labelRow('Tee time', '<strong>{{ play_time }}</strong>'),
  labelRow('Players', '<strong>{{ players }}</strong>'),
  labelRow('Confirmation', numberHtml('{{ confirmation }}')),
];
const CLUBS = `{% for club in clubs %}${labelRow('{{ club.name }}', '{{ club.quantity }}')}{% endfor %}`;
const CHARGED_CLUBS = `{% for club in clubs %}${labelRow('{{ club.quantity }} x {{ club.name }}', '{{ club.charge }}')}{% endfor %}`;
const AT_THE_COURSE = htmlIf(
  'has_course_balance',
  labelRow('Still to pay at the course, per player', '{{ course_balance }}'),
);
const REFUNDS = [
  htmlIf('has_refunded_card', labelRow('Refunded to your card', '{{ refunded_card }}')),
  htmlIf(
    'has_refunded_certificate',
    labelRow('Returned to gift certificate {{ gift_certificate_serial }}', '{{ refunded_certificate }}'),
  ),
];
const PRICE = [
  labelRow('Charge', '{{ charge }}'),
  CHARGED_CLUBS,
  htmlIf('has_discount', labelRow('Discount {{ discount_code }}', '−{{ discount }}')),
  htmlIf(
    'has_gift_certificate',
    labelRow('Gift certificate {{ gift_certificate_serial }}', '−{{ gift_certificate }}'),
  ),
  totalRow('Total', '{{ total }}'),
  labelRow(
    'Payment',
    '{% if paid_by_card %}Card payment {{ payment_id }}{% if has_on_account %}, {{ on_account }} on account{% endif %}{% elsif has_total %}On account{% else %}Nothing to pay{% endif %}',
  ),
];
const NOTES = htmlIf("notes != ''", highlightedNote('<strong>Notes:</strong> {{ notes | newline_to_br }}'));

/** The built-in templates, used until an admin saves another version. The first line of each is the subject. */
export const BUILT_IN_TEMPLATES: Record<TemplateKind, string> = {
  receipt: emailTemplate(
    'Your tee time at {{ course.name }}, {{ play_date }} {{ play_time }}',
    'Your tee time is booked',
    salutation('customer.name'),
    paragraphHtml('Thank you for booking with {{ sender }}. Here is your round, and what it cost.'),
    subjectBox(COURSE, ...WHEN),
    rowsTable(...PRICE, ...REFUNDS, AT_THE_COURSE),
    NOTES,
    paragraphHtml('Please check in at the pro shop 30 minutes before your tee time. Enjoy your round!'),
    smallPrint(
      `{% if cancel_hours > 0 %}Plans change: please call us at least {{ cancel_hours }} hour{% if cancel_hours != 1 %}s{% endif %} before your tee time to change or cancel it.{% else %}Plans change: please call us to change or cancel your tee time.{% endif %}`,
    ),
  ),
  course_receipt: emailTemplate(
    'Booking {{ confirmation }}: {{ play_date }} {{ play_time }}, {{ players }} player{% if players != 1 %}s{% endif %}',
    'A booking for {{ course.name }}',
    paragraphHtml('{{ sender }} has booked this tee time with you.'),
    subjectBox(
      ...WHEN,
      htmlIf("customer.name != ''", labelRow('Customer', '{{ customer.name }}')),
      htmlIf("customer.email != ''", labelRow('Customer e-mail', '{{ customer.email }}')),
      CLUBS,
    ),
    rowsTable(
      totalRow('Owed to the course', '{{ cost }}'),
      labelRow('To collect at the course, per player', '{{ course_balance }}'),
    ),
    NOTES,
    smallPrint(
      'Booked by {{ agent }} of {{ sender }}. Please tell us at once if you cannot honor this booking.',
    ),
  ),
  voucher: emailTemplate(
    'Voucher: {{ course.name }}, {{ play_date }} {{ play_time }}',
    'Golf voucher',
    salutation('customer.name'),
    paragraphHtml('Please show this voucher at the pro shop when you check in.'),
    counterBox(
      COURSE,
      htmlIf("customer.name != ''", labelRow('Name', '<strong>{{ customer.name }}</strong>')),
      ...WHEN,
      CLUBS,
      AT_THE_COURSE,
    ),
    NOTES,
    smallPrint('Issued by {{ sender }}. Good for this date, time and number of players only.'),
  ),
  cancellation: emailTemplate(
    'Canceled: your tee time at {{ course.name }}, {{ play_date }} {{ play_time }}',
    'Your tee time is canceled',
    salutation('customer.name'),
    paragraphHtml('This tee time is canceled, and there is nothing more for you to do.'),
    subjectBox(COURSE, ...WHEN),
    rowsTable(
      labelRow('Total of the booking', '{{ total }}'),
      ...REFUNDS,
      htmlIf('has_refund == false', labelRow('Refund', 'None')),
    ),
    htmlIf(
      'has_refunded_card',
      paragraphHtml('Your bank may take a few days to show the refund of payment {{ payment_id }}.'),
    ),
    smallPrint('{{ sender }} hopes to book your next round with you soon.'),
  ),
  gift_certificate_receipt: emailTemplate(
    'Your gift certificate purchase, {{ serial }}',
    'Thank you for your purchase',
    salutation('customer.name'),
    paragraphHtml('This is your receipt for a gift certificate of {{ sender }}.'),
    subjectBox(
      labelRow('Gift certificate', numberHtml('{{ serial }}')),
      htmlIf("recipient.name != ''", labelRow('For', '{{ recipient.name }}')),
      totalRow('Value', '{{ value }}'),
      htmlIf('paid != value', labelRow('Paid', '{{ paid }}')),
    ),
    smallPrint('Please keep the number: it is all that is needed to use the certificate.'),
  ),
  gift_certificate: emailTemplate(
    "A gift of golf{% if who_from != '' %} from {{ who_from }}{% endif %}",
    'A gift of golf',
    salutation('recipient.name'),
    htmlIf("greeting != ''", highlightedNote('{{ greeting | newline_to_br }}')),
    counterBox(
      largeValueRow('Balance', '{{ balance }}'),
      labelRow('Gift certificate', numberHtml('{{ serial }}')),
      htmlIf("who_from != ''", labelRow('From', '{{ who_from }}')),
    ),
    smallPrint('Call {{ sender }} and name the number of the certificate when you book your tee time.'),
  ),
};
