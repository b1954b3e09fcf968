import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { testRecordCalls } from '../../../test/support/catalogue.ts';
import { aRentalClub, aCourse, aCustomer, aTeeTime } from '../../../test/support/factories.ts';
import { rentalClubName, rentalClubs } from './rental-clubs.contract.ts';

const app = testApp();
let course: { id: number; course_name: string };
beforeAll(async () => {
  course = await aCourse(app.db);
});

testRecordCalls(app, {
  calls: rentalClubs,
  key: 'rentalClub',
  writtenBy: 'admin',
  good: () => ({
    course: { id: course.id },
    brand: 'Callaway',
    description: 'Irons 4 to PW',
    handed: 0,
    sex: 1,
    cost: '20.00',
    rate: '30.00',
    charge: '65.50',
    quantity: 4,
    archived: false,
    is_dollars: false,
    commission: '12.50',
  }),
  shown: () => ({ course, course_name: course.course_name, raw_rate: 3_000, raw_charge: 6_550 }),
  changed: () => ({
    brand: 'Ping',
    charge: '70.00',
    archived: true,
    is_dollars: true,
    commission: '250.00',
    handed: 1,
  }),
  refused: () => [
    ['course', { course: { id: null } }],
    ['course', { course: undefined }],
    ['course', { course: { id: 424_242 } }],
    ['brand', { brand: ' ' }],
    ['brand', { brand: 'x'.repeat(101) }],
    ['description', { description: 'x'.repeat(501) }],
    ['handed', { handed: 2 }],
    ['sex', { sex: 'female' }],
    ['cost', { cost: '-1' }],
    ['rate', { rate: 'much' }],
    ['charge', { charge: '1.234' }],
    ['quantity', { quantity: -1 }],
    ['quantity', { quantity: 1.5 }],
    ['archived', { archived: 'no' }],
    ['is_dollars', { is_dollars: 1 }],
    ['commission', { commission: '100.01' }],
    ['commission', { commission: '' }],
  ],
});

test('clubs that a tee time rents cannot be deleted, and the sentence names the flag', async () => {
  const club = await aRentalClub(app.db, course.id);
  const customer = await aCustomer(app.db);
  const teeTime = await aTeeTime(app.db, {
    course_id: course.id,
    customer_id: customer.id,
    raw_charge: 10_000,
    raw_total: 10_000,
  });
  await app.db
    .insertInto('tee_time_rental_clubs')
    .values({ tee_time_id: teeTime.id, rental_club_id: club.id, quantity: 1, raw_charge: 0 })
    .execute();
  const admin = await app.signedIn('admin');
  expect(await app.call(rentalClubs.remove, { params: { id: club.id } }, admin)).toMatchObject({
    status: 422,
    body: {
      message:
        'This cannot be deleted: it is used by 1 tee time. Tick Archived? instead, so that it is no longer offered.',
    },
  });
  expect((await app.call(rentalClubs.show, { params: { id: club.id } }, admin)).status).toBe(200);
});

test.each([
  ['TaylorMade', 'Qi10 set', 'TaylorMade Qi10 set'],
  ['Lost Brand', '', 'Lost Brand'],
])('%s %s is called by what there is', (brand, description, name) => {
  expect(rentalClubName({ brand, description })).toBe(name);
});
