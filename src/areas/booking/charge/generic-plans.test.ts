import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aBookingBody, sendBooking } from '../../../../test/support/bookings.ts';
import { ownServerDatabase, scratchDatabase } from '../../../../test/support/database.ts';
import {
  aCourseWithOpenTime,
  anotherOpenTime,
  aPartner,
  aPartnerBooking,
  bookAsPartner,
} from '../../../../test/support/partners.ts';

// This test has its own database, so that the rows of other tests do not influence the query planner.
const app = testApp({ database: process.env.TEST_ON === 'postgres' ? ownServerDatabase : scratchDatabase });

const CUSTOMERS = 3_000;
/**
 * The bookings per connection: PostgreSQL plans a prepared statement for its values five times before it keeps a
 * generic plan.
 */
const BOOKINGS = 12;
const CONNECTIONS = 4;

// A statement that is planned again for every set of values takes longer to plan than to run.
test.skipIf(process.env.TEST_ON !== 'postgres')(
  'the statements of a booking keep their plans, the desk’s and a partner’s',
  async () => {
    await sql`insert into customers (first_name, last_name, email, primary_phone)
      select 'A', 'B', n || '@kept.example', 'x' from generate_series(1, ${CUSTOMERS}::int) n`.execute(
      app.db,
    );
    await sql`analyze customers`.execute(app.db);
    const agent = await app.signedIn('agent');
    const open = await aCourseWithOpenTime(app.db);
    const partner = await aPartner(app.db, { courses: [open.course] });
    for (let one = 0; one < BOOKINGS; one += 1) {
      const customer = { first_name: 'A', last_name: 'B', email: `${one}@desk.example` };
      await sendBooking(app, aBookingBody({ course: open.course, customer }), agent);
      const booking = aPartnerBooking(await anotherOpenTime(app.db, open));
      expect((await bookAsPartner(app, partner.headers, booking)).status).toBe(200);
    }
    // All connections are taken before the first is returned, so that the query runs on every connection.
    let taken = 0;
    const onEach = await Promise.all(
      Array.from({ length: CONNECTIONS }, () =>
        app.db.transaction().execute(async (db) => {
          taken += 1;
          await vi.waitUntil(() => taken === CONNECTIONS, { timeout: 30_000, interval: 5 });
          return sql<{ statement: string; generic_plans: number }>`
            select statement, generic_plans::int from pg_prepared_statements
            where generic_plans + custom_plans > 6`.execute(db);
        }),
      ),
    );
    const prepared = onEach.flatMap(({ rows }) => rows);
    expect(prepared.length).toBeGreaterThan(10);
    expect(
      prepared.filter(({ generic_plans }) => generic_plans === 0).map(({ statement }) => statement),
    ).toEqual([]);
  },
);
