import { beforeAll, expect } from 'vitest';
import { booking, type BookingResult } from '../../src/areas/booking/booking.contract.ts';
import { testApp, type HeaderFields } from './app.ts';
import { aCourse, aRate } from './factories.ts';

export const cardInput = (number: string) => ({ number, expmo: '12', expyr: '40', cvv: '123' });
export type BookingParts = { tee_time?: object; customer?: object; [name: string]: unknown };

/** Sets up a company with a course that needs a rate, and returns functions that book there and read what was stored. */
export function bookingSetup() {
  const app = testApp({ settings: { PAYMENT_GIVE_UP_MS: '400' } });
  const at = { headers: {} as HeaderFields, course: { id: 0, course_name: '' } };
  beforeAll(async () => {
    at.headers = await app.signedIn('agent');
    at.course = await aCourse(app.db, { rate_required: true });
    await aRate(app.db, at.course.id, { raw_service_fee: 500, raw_non_refundable: 1_000, cancel_hours: 24 });
  });

  const round = () => ({
    play_date: '2031-03-04',
    play_time: '09:10',
    players: 2,
    charge: '210.00',
    course: { id: at.course.id },
  });
  let callers = 0;
  function aBooking({ tee_time = {}, customer = {}, ...others }: BookingParts = {}) {
    callers += 1;
    return {
      booking: {
        customer: {
          first_name: 'Ann',
          last_name: 'Caller',
          email: `caller${callers}@caller.example`,
          postcode: '92037',
          ...customer,
        },
        tee_time: { ...round(), ...tee_time },
        ...others,
      },
    };
  }
  const post = (body: object, key?: string) =>
    app.call(booking.book, { body }, key ? { ...at.headers, 'idempotency-key': key } : at.headers);
  const booked = async (body: object): Promise<BookingResult['tee_time']> => {
    const { status, body: answer } = await post(body);
    expect({ status, answer }).toMatchObject({ status: 200 });
    return booking.book.answer.parse(answer).tee_time;
  };
  const stored = (id: number) =>
    app.db.selectFrom('tee_times').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const mails = async (tee_time_id: number) => {
    const rows = await app.db
      .selectFrom('outbox')
      .select(['kind', 'recipient'])
      .where('tee_time_id', '=', tee_time_id)
      .execute();
    return rows.map(({ kind, recipient }) => `${kind} ${recipient}`).toSorted();
  };
  const balance = async (id: number) =>
    (
      await app.db
        .selectFrom('gift_certificates')
        .select('raw_balance')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).raw_balance;

  return { app, at, round, aBooking, post, booked, stored, mails, balance };
}
