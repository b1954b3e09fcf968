import { TEST_CARDS, type TestCardBehavior } from '../../src/integrations/payment/test-cards.ts';
import { BookingResult, booking } from '../../src/areas/booking/booking.contract.ts';
import { OutcomePending } from '../../src/areas/operations/operations.contract.ts';
import type { ReceivedAnswer, HeaderFields, TestApp } from './app.ts';

/** Returns a card that the built-in gateway treats in the given way; approved by default. */
export const aCard = (behaviour: TestCardBehavior = 'approved') => ({
  number: TEST_CARDS[behaviour].number,
  expmo: '12',
  expyr: '2035',
  cvv: '123',
});

type Part = Record<string, unknown>;
type Given = { course: number; tee_time?: Part; customer?: Part } & Part;
let booked = 0;

/** Returns the body of a booking for four players on June 1st 2030 at $412.00, each for a new customer. */
export function aBookingBody({ course, tee_time, customer, ...rest }: Given) {
  booked += 1;
  return {
    booking: {
      customer: {
        first_name: 'Pat',
        last_name: `Doe${booked}`,
        email: `pat${booked}@booker.example`,
        ...customer,
      },
      tee_time: {
        play_date: '2030-06-01',
        play_time: '07:42',
        players: 4,
        course: { id: course },
        charge: '412.00',
        confirmation: `CONF-${booked}`,
        ...tee_time,
      },
      ...rest,
    },
  };
}

/** Sends a booking, with an idempotency key if one is given. */
export const sendBooking = (
  app: TestApp,
  body: unknown,
  headers: HeaderFields,
  key?: string,
): Promise<ReceivedAnswer> =>
  app.call(booking.book, { body }, { ...headers, ...(key !== undefined && { 'idempotency-key': key }) });

/** Books and returns the tee time; throws if it was not booked at once. */
export async function bookTeeTime(
  app: TestApp,
  headers: HeaderFields,
  given: Given,
): Promise<BookingResult['tee_time']> {
  const { status, body } = await sendBooking(app, aBookingBody(given), headers);
  if (status !== 200) throw new Error(`not booked: ${status} ${JSON.stringify(body)}`);
  return BookingResult.parse(body).tee_time;
}

/** Returns the id of the operation that a 202 answer names. */
export const pendingOperationId = (answered: ReceivedAnswer): string =>
  OutcomePending.parse(answered.body).operation.id;
