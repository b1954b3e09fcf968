import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { scratchDatabase } from '../../../test/support/database.ts';
import { contractOfAllAreas } from '../../app/areas.ts';
import { booking } from '../../areas/booking/booking.contract.ts';
import { holidays } from '../../areas/holidays/holidays.contract.ts';
import { home } from '../../areas/home/home.contract.ts';
import { teeTimes } from '../../areas/tee-times/tee-times.contract.ts';
import type { HttpCall } from '../../contract/call.ts';
import { openDatabase, type Database } from '../database/open.ts';
import { ServiceUnavailable } from '../http/errors.ts';
import { mayReadReplica, chooseReportDb } from './reading.ts';
import { ReadReplica } from './replica.ts';

const IS_SERVER = process.env.TEST_ON === 'postgres';
const CALLS: HttpCall[] = Object.values(contractOfAllAreas).flatMap((calls) =>
  Object.values<HttpCall>(calls),
);

/** A fake replica that is always up to date, because it is the primary over read-only connections. */
class UpToDate extends ReadReplica {
  override hasAllOf = async () => true;
}
const READ_ONLY = '-c timezone=UTC -c datestyle=ISO -c default_transaction_read_only=on';

let reading: Database | null = null;
async function withReplica(): Promise<Database> {
  const database = await scratchDatabase();
  if (!IS_SERVER) return database;
  const url = new URL(database.pool.options.connectionString ?? '');
  url.searchParams.set('options', READ_ONLY);
  const read = await openDatabase({ databaseUrl: url.href, dataDir: null });
  reading = read;
  const replica = new UpToDate({ dbWithin: read.dbWithin, reports: read.db, looking: read.dbWithin });
  return { ...database, replica, close: () => read.close().then(database.close) };
}
const app = testApp({ database: withReplica });

test('lists, counts and sums read from a replica; records, prices and what changes anything do not', () => {
  for (const called of [holidays.index, holidays.count, teeTimes.index, home.toDo, home.agentLeaderboard])
    expect(mayReadReplica(called), called.path).toBe(true);
  for (const called of [teeTimes.show, teeTimes.cancel, booking.book, booking.rate, holidays.create])
    expect(mayReadReplica(called), called.path).toBe(false);
  expect(CALLS.filter((called) => called.access === 'partner' && mayReadReplica(called))).toEqual([]);
});

test.skipIf(!IS_SERVER)('no call that reads from a replica changes anything there', async () => {
  const admin = await app.signedIn('admin');
  const calls = CALLS.filter(mayReadReplica);
  const { replica } = app.context;
  const refused: unknown[] = [];
  for (const called of calls) {
    const params = { date: '2025-07-04', isMonthly: 'true' };
    const body = called.body && { date: '2025-07-04' };
    const query = called.path === '/api/search' ? { q: 'Ana' } : {};
    const { status, body: said } = await app.call(called, { params, query, body } as never, admin);
    if (status !== 200) refused.push([called.path, status, said]);
    expect(replica?.reads.failed, called.path).toBe(0);
  }
  expect(refused).toEqual([]);
  expect(calls.length).toBeGreaterThan(40);
  expect(await chooseReportDb(app.context)).toBe(reading?.db);
});

test('one that fails a read is left alone, and the primary answers', async () => {
  const admin = await app.signedIn('admin');
  const broken = () => {
    throw new ServiceUnavailable('The replica is away.');
  };
  const replica = new UpToDate({ dbWithin: broken, reports: app.db, looking: broken });
  const before = app.context.replica;
  app.context.replica = replica;
  expect(await app.ok(holidays.count, { query: {} }, admin)).toBe(0);
  expect(replica.reads).toEqual({ replica: 0, behind: 0, failed: 1 });
  app.context.replica = before;
});

test('one that follows nobody is not read from, whatever it has', async () => {
  const { dbWithin } = app.context;
  const replica = new ReadReplica({ dbWithin, reports: app.db, looking: dbWithin });
  expect(await replica.hasAllOf(app.db)).toBe(false);
  expect(await chooseReportDb({ replica, forReports: app.context.forReports })).toBe(
    app.context.forReports.db,
  );
  expect(replica.reads).toEqual({ replica: 0, behind: 0, failed: 2 });
});
