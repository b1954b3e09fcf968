import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aBookingBody, sendBooking } from '../../../../test/support/bookings.ts';
import { aCourse } from '../../../../test/support/factories.ts';
import { customerImport } from '../kinds/customers.queries.ts';

const app = testApp({ settings: { DATABASE_WAIT_MS: '500' } });

// The embedded database has a single connection, so there everybody waits for the import.
test.skipIf(process.env.TEST_ON !== 'postgres')(
  'while customers are put in, who is known is booked, and who is new is told to try again',
  async () => {
    const agent = await app.signedIn('agent');
    const course = (await aCourse(app.db)).id;
    const customer = { first_name: 'Ann', last_name: 'Known', email: 'ann@known.example' };
    const known = () => sendBooking(app, aBookingBody({ course, customer }), agent);
    const newly = () => sendBooking(app, aBookingBody({ course }), agent);
    expect((await known()).status).toBe(200);
    await app.db.transaction().execute(async (db) => {
      await customerImport.lock(db);
      expect((await known()).status).toBe(200);
      expect((await newly()).status).toBe(503);
    });
    expect((await newly()).status).toBe(200);
  },
);
