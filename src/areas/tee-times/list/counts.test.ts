import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCourse, aCustomer, aTeeTime } from '../../../../test/support/factories.ts';
import { teeTimes } from '../tee-times.contract.ts';
import { mergeTeeTimeCounts } from './counts.queries.ts';

const app = testApp();
let agent: HeaderFields;
let made: { course_id: number; customer_id: number };
beforeAll(async () => {
  agent = await app.signedIn('agent');
  made = { course_id: (await aCourse(app.db)).id, customer_id: (await aCustomer(app.db)).id };
});

const total = async () => (await app.call(teeTimes.count, {}, agent)).body;
const parts = async (day: string) => {
  const { rows } = await sql<{ part: number; tee_times: number }>`
    select part, tee_times from tee_time_counts where created_on = ${day} order by part`.execute(app.db);
  return rows;
};
const count = (day: string, part: number, tee_times: number) =>
  sql`insert into tee_time_counts (created_on, part, tee_times) values (${day}, ${part}, ${tee_times})`.execute(
    app.db,
  );

describe('the parts of a day', () => {
  test('become one when the day is over, and their sum stays', async () => {
    const before = Number(await total());
    const today = new Date().toISOString().slice(0, 10);
    await count('2021-03-01', 0, 5);
    await count('2021-03-01', 7, 3);
    await count('2021-03-01', 63, -1);
    await count('2021-03-02', 9, 4);
    await aTeeTime(app.db, { ...made, created_at: '2021-03-02T10:00:00Z' });
    await count(today, 1000, 2);
    await mergeTeeTimeCounts(app.db);
    expect(await parts('2021-03-01')).toEqual([{ part: 0, tee_times: 7 }]);
    expect(await parts('2021-03-02')).toEqual([{ part: 0, tee_times: 5 }]);
    expect(await parts(today)).toContainEqual({ part: 1000, tee_times: 2 });
    expect(await total()).toBe(before + 14);
    expect(await mergeTeeTimeCounts(app.db)).toBe(0);
  });

  test.runIf(process.env.TEST_ON === 'postgres')(
    'are apart while several book: no one waits for another',
    async () => {
      let commit = () => {};
      const committed = new Promise<void>((resolve) => (commit = resolve));
      const one = (mayWait: boolean) =>
        new Promise<'counted' | 'waited'>((tell) => {
          const booking = app.db.transaction().execute(async (db) => {
            if (!mayWait) await sql`set local lock_timeout = '1s'`.execute(db);
            await aTeeTime(db, made);
            tell('counted');
            await committed;
          });
          booking.catch(() => tell('waited'));
        });
      const told = [await one(true), ...(await Promise.all([one(false), one(false)]))];
      commit();
      // At least two of the three bookings count without waiting; two connections may share a count row.
      expect(told.filter((said) => said === 'counted').length).toBeGreaterThan(1);
    },
  );
});
