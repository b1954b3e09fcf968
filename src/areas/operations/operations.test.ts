import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aBookingBody, aCard } from '../../../test/support/bookings.ts';
import { chargedBookings } from '../../../test/support/charged-bookings.ts';
import { operations } from './operations.contract.ts';
import { deleteOldOperationAnswers } from './operations.queries.ts';

const { app, at, send, charge, inBook } = chargedBookings();

test('a double click with one key books once', async () => {
  const body = aBookingBody({ course: at.course, credit_card: aCard() });
  const key = randomUUID();
  const clicks = await Promise.all([1, 2, 3].map(() => send(body, key)));
  const statuses = clicks.map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  const { email } = body.booking.customer;
  const made = await app.db
    .selectFrom('tee_times')
    .innerJoin('customers', 'customers.id', 'tee_times.customer_id')
    .select('tee_times.id')
    .where('customers.email', '=', email)
    .execute();
  expect(made).toHaveLength(1);
  expect(await inBook(made[0]?.id ?? 0)).toEqual(['charge 41200']);
});

test('an operation that is not there is a 404, and one without a uuid a 422', async () => {
  expect((await app.call(operations.show, { params: { id: randomUUID() } }, at.agent)).status).toBe(404);
  expect((await app.call(operations.show, { params: { id: 'x' } }, at.agent)).status).toBe(422);
});

test('an answer is forgotten after its days; its key stays taken and nothing is booked twice', async () => {
  const old = await charge('approved');
  const young = await charge('approved');
  const { id } = await app.db
    .updateTable('operations')
    .set({ updated_at: new Date(Date.now() - 30.1 * 86_400_000) })
    .where('tee_time_id', '=', old.tee_time_id)
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await deleteOldOperationAnswers(app.db, 31)).toBe(0);
  expect(await deleteOldOperationAnswers(app.db, 30)).toBe(1);
  const forgotten = { message: 'This request was answered long ago, and its answer is no longer kept.' };
  expect(await send(old.body, old.key)).toMatchObject({ status: 410, body: forgotten });
  expect(await app.ok(operations.show, { params: { id } }, at.agent)).toMatchObject({
    answer: null,
    ...forgotten,
  });
  expect((await send(young.body, young.key)).body).toEqual(young.answered.body);
  expect(await inBook(old.tee_time_id)).toEqual(['charge 31200']);
});
