import { expect, test } from 'vitest';
import { booking } from '../../src/areas/booking/booking.contract.ts';
import { CourseForm } from '../../src/areas/courses/courses.contract.ts';
import { CustomerForm } from '../../src/areas/customers/customers.contract.ts';
import { GiftCertificateForm } from '../../src/areas/gift-certificates/gift-certificates.contract.ts';
import { images } from '../../src/areas/images/images.contract.ts';
import { MaintenanceForm } from '../../src/areas/maintenances/maintenances.contract.ts';
import { RateForm } from '../../src/areas/rates/rates.contract.ts';
import { RentalClubForm } from '../../src/areas/rental-clubs/rental-clubs.contract.ts';
import { TeeTimeForm } from '../../src/areas/tee-times/tee-times.contract.ts';
import { NOT_CHOSEN, type Unread } from '../../src/contract/unread.ts';
import { sentenceOf } from '../../src/server/sentences.ts';

// A number as text is an id for most calls: typed into a box of courses it must choose none.
const unread: Unread = { typed: '2' };
const course = { id: unread };

test.each([
  ['booking', booking.book.body, { booking: { tee_time: { course } } }],
  ['tee time', TeeTimeForm, { course }],
  ['rate', RateForm, { course }],
  ['maintenance', MaintenanceForm, { course }],
  ['rental club', RentalClubForm, { course }],
  ['certificate', GiftCertificateForm, { course }],
  ['image', images.create.body, { image: { course_id: unread } }],
  ['handed', RentalClubForm, { handed: unread }],
  ['sex', RentalClubForm, { sex: unread }],
  ['quality', CourseForm, { quality: unread }],
  ['country of a course', CourseForm, { country_alpha2: unread }],
  ['country of a customer', CustomerForm, { country_alpha2: unread }],
])('what names none of the choices is refused: %s', (_, form, sent) => {
  const read = form.safeParse(sent, { error: sentenceOf });
  // Two have a sentence of their own, which names the choices.
  const said = read.error?.issues.filter(({ message }) => message === NOT_CHOSEN || / or /.test(message));
  expect(said).toHaveLength(1);
});
