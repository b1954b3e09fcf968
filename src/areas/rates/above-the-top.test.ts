import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { aBookingBody, sendBooking } from '../../../test/support/bookings.ts';
import { aCourse, aRate } from '../../../test/support/factories.ts';
import { rates } from './rates.contract.ts';

const app = testApp();

// Amounts had no upper limit once, so a stored rate may be higher than is allowed now.
test('a rate above the top is shown, and booking on it is refused with a sentence until it is put right', async () => {
  const admin = await app.signedIn('admin');
  const course = await aCourse(app.db);
  const { id } = await aRate(app.db, course.id, { raw_rate: 9e15, raw_wholesale_rate: 9e15 });
  expect(await app.ok(rates.show, { params: { id } }, admin)).toMatchObject({ rate: '90000000000000.00' });
  expect(await sendBooking(app, aBookingBody({ course: course.id }), admin)).toMatchObject({
    status: 422,
    body: { errors: { golf_rate: [expect.stringContaining('too high to be booked')] } },
  });
  const memo = { body: { id, rate: { internal_memo: 'old' } } };
  expect((await app.call(rates.update, memo, admin)).status).toBe(200);
  const right = { body: { id, rate: { rate: '90', wholesale_rate: '60' } } };
  expect((await app.call(rates.update, right, admin)).status).toBe(200);
});
