import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { aBookingBody, sendBooking } from '../../../../test/support/bookings.ts';
import { BEFORE, erasingSetup } from '../../../../test/support/erasing.ts';
import { aCertificate, aCustomer, aTeeTime } from '../../../../test/support/factories.ts';
import { customers } from '../customers.contract.ts';
import { customerErasing } from './erasing.contract.ts';

const { app, at, signInAt, preview, forget } = erasingSetup();

describe('nobody is forgotten', () => {
  beforeAll(() => signInAt(BEFORE));
  test('by an agent, or by a slip', async () => {
    const { id, email } = await aCustomer(app.db);
    expect((await forget(id, email, at.agent)).status).toBe(403);
    expect(await forget(id, 'erase')).toMatchObject({
      status: 422,
      body: { errors: { typed: [expect.any(String)] } },
    });
    const { updated_at } = await preview(id);
    const later = await app.ok(customers.show, { params: { id } }, at.agent);
    await app.ok(customers.update, { body: { id, customer: { ...later, city: 'Vista' } } }, at.agent);
    const stale = await app.call(
      customerErasing.forget,
      { body: { id, updated_at, typed: email } },
      at.admin,
    );
    expect(stale.status).toBe(409);
  });

  test.each([
    [
      'a round to come',
      (id: number) => aTeeTime(app.db, { course_id: at.course.id, customer_id: id }),
      /not played yet/,
    ],
    ['a balance', (id: number) => aCertificate(app.db, { customer_id: id }), /has a balance/],
    [
      'a place on the wait list',
      (id: number) =>
        app.db
          .insertInto('lost_leads')
          .values({
            customer_id: id,
            course_id: at.course.id,
            players: 2,
            lead_date: '2030-06-01',
            play_time: '07:42',
          })
          .execute(),
      /wait for an open time/,
    ],
  ])('who has %s', async (_what, give, sentence) => {
    const { id, email } = await aCustomer(app.db);
    await give(id);
    expect((await preview(id)).hindrances).toEqual([expect.stringMatching(sentence)]);
    expect(await forget(id, email)).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(sentence) },
    });
    expect(await app.ok(customers.show, { params: { id } }, at.agent)).toMatchObject({ email });
  });

  test('and still gets something new', async () => {
    const { id, email } = await aCustomer(app.db);
    expect((await forget(id, email)).status).toBe(200);
    await expect(aTeeTime(app.db, { course_id: at.course.id, customer_id: id })).rejects.toThrow(
      /was forgotten/,
    );
    await expect(aCertificate(app.db, { recipient_id: id })).rejects.toThrow(/was forgotten/);
  });
});

test('who books meanwhile is in the way, or finds nobody', async () => {
  await signInAt(BEFORE);
  const outcomes = { refused: 0, forgotten: 0 };
  for (let round = 0; round < 12; round += 1) {
    const { id, email } = await aCustomer(app.db);
    const [booked, forgot] = await Promise.all([
      sendBooking(app, aBookingBody({ course: at.course.id, customer: { email } }), at.agent),
      forget(id, email),
    ]);
    expect([booked.status, forgot.status]).toEqual([
      200,
      expect.toSatisfy((status: number) => [200, 409, 422].includes(status)),
    ]);
    const isForgotten = forgot.status === 200;
    outcomes[isForgotten ? 'forgotten' : 'refused'] += 1;
    const { rows } = await sql<{ theirs: number; named: boolean }>`
      select (select count(*)::int from tee_times where customer_id = ${id}) as theirs, email <> '' as named
      from customers where id = ${id}`.execute(app.db);
    expect(rows[0]).toEqual({ theirs: isForgotten ? 0 : 1, named: !isForgotten });
  }
  expect(outcomes.refused + outcomes.forgotten).toBe(12);
});
