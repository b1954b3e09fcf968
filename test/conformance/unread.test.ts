import { expect, test } from 'vitest';
import { booking } from '../../src/areas/booking/booking.contract.ts';
import { courses } from '../../src/areas/courses/courses.contract.ts';
import { customers } from '../../src/areas/customers/customers.contract.ts';
import { giftCertificates } from '../../src/areas/gift-certificates/gift-certificates.contract.ts';
import { images } from '../../src/areas/images/images.contract.ts';
import { maintenances } from '../../src/areas/maintenances/maintenances.contract.ts';
import { rates } from '../../src/areas/rates/rates.contract.ts';
import { rentalClubs } from '../../src/areas/rental-clubs/rental-clubs.contract.ts';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import { NOT_IN_LIST_TEXT, type UnrecognizedChoice } from '../../src/contract/forms/unread.ts';
import { formErrorsInBody } from '../../src/server/records/forms.ts';

// A text of digits is an id for most calls, but digits typed into the input for a course must choose none.
const unread: UnrecognizedChoice = { typed: '2' };
const course = { id: unread };

test.each([
  ['booking', booking.book.body, { booking: { tee_time: { course } } }],
  ['tee time', teeTimes.update.body, { tee_time: { course } }],
  ['rate', rates.update.body, { rate: { course } }],
  ['maintenance', maintenances.update.body, { maintenance: { course } }],
  ['rental club', rentalClubs.update.body, { rentalClub: { course } }],
  ['certificate', giftCertificates.update.body, { gift_certificate: { course } }],
  ['image', images.create.body, { image: { course_id: unread } }],
  ['handed', rentalClubs.update.body, { rentalClub: { handed: unread } }],
  ['sex', rentalClubs.update.body, { rentalClub: { sex: unread } }],
  ['quality', courses.update.body, { course: { quality: unread } }],
  ['country of a course', courses.update.body, { course: { country_alpha2: unread } }],
  ['country of a customer', customers.update.body, { customer: { country_alpha2: unread } }],
])('what names none of the choices is refused: %s', (_, body, sent) => {
  const messages = Object.values(formErrorsInBody(body, sent)).flat();
  // Two of the fields have their own message, which names the allowed values.
  expect(messages.filter((message) => message === NOT_IN_LIST_TEXT || / or /.test(message))).toHaveLength(1);
});
