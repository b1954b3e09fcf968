import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testApp, callUrl } from '../../../test/support/app.ts';
import { buildApp } from '../../app/app.ts';
import { DatabaseHealth } from '../../server/database/driver/pulse.ts';
import { health } from './health.contract.ts';

const context = testApp();
const AWAY = { status: 503, body: { message: 'The database cannot be reached.' } };

/**
 * Starts the app with a health check (pulse) whose clock moves only when the test says so. A check of the database is given up
 * after `lookMs`.
 */
async function serverWith({ lookMs }: { lookMs: number }) {
  let now = 0;
  const pulse = new DatabaseHealth(context.database, lookMs, () => now);
  const app = await buildApp({ ...context.context, pulse }, { webRoot: null, logger: false });
  onTestFinished(() => app.close());
  const told = async () => {
    const { statusCode, body } = await app.inject({ method: 'GET', url: callUrl(health.show) });
    return { status: statusCode, body: JSON.parse(body) as unknown };
  };
  const untilTold = (expected: object) =>
    vi.waitFor(async () => expect(await told()).toMatchObject(expected), { timeout: 30_000, interval: 10 });
  await untilTold({ status: 200 });
  return { pulse, told, untilTold, advance: (ms: number) => void (now += ms) };
}
const HOUR_MS = 3_600_000;
/** Blocks every check of the database while `tried` runs. */
const whileItHangs = (tried: () => Promise<void>) =>
  context.db.transaction().execute(async (db) => {
    await sql`lock table kysely_migration in access exclusive mode`.execute(db);
    await tried();
  });

test('anybody is told that it can serve', async () => {
  expect(await context.call(health.show)).toMatchObject({ status: 200, body: { status: 'ok' } });
});

test('a migration that is missing is a 503 once what was seen is a second old', async () => {
  const { told, untilTold, advance } = await serverWith({ lookMs: HOUR_MS });
  const last = sql`(select name from kysely_migration order by name desc limit 1)`;
  const removed = await sql<{ name: string; timestamp: string }>`
    delete from kysely_migration where name = ${last} returning *`.execute(context.db);
  advance(999);
  expect(await told()).toMatchObject({ status: 200 });
  advance(1);
  await untilTold({ status: 503, body: { message: 'The database is being prepared.' } });
  const [row] = removed.rows;
  await sql`insert into kysely_migration (name, timestamp) values (${row?.name}, ${row?.timestamp})`.execute(
    context.db,
  );
  advance(1_000);
  await untilTold({ status: 200 });
});

test('a database that hangs is a 503 after five seconds, and no call waits for it', async () => {
  const { pulse, told, untilTold, advance } = await serverWith({ lookMs: HOUR_MS });
  let looking: Promise<void> | undefined;
  await whileItHangs(async () => {
    let isSeen = false;
    looking = pulse.look().then(() => void (isSeen = true));
    advance(4_999);
    expect(await told()).toMatchObject({ status: 200 });
    advance(1);
    expect(await told()).toMatchObject(AWAY);
    // Both calls were answered while the check of the database was still blocked.
    expect(isSeen).toBe(false);
  });
  await looking;
  await untilTold({ status: 200 });
});

test('a look that ends because its time is over says nothing', async () => {
  const { pulse, told, advance } = await serverWith({ lookMs: 400 });
  await whileItHangs(async () => {
    advance(4_999);
    await pulse.look();
    expect(await told()).toMatchObject({ status: 200 });
    advance(1);
    await pulse.look();
    expect(await told()).toMatchObject(AWAY);
  });
});

// The embedded database has one connection, so that a setting of it makes all of RIC read-only, as a standby server is.
test.skipIf(process.env.TEST_ON === 'postgres')('a database that can only be read is a 503', async () => {
  const { untilTold, advance } = await serverWith({ lookMs: HOUR_MS });
  await sql`set default_transaction_read_only = on`.execute(context.db);
  advance(1_000);
  await untilTold({
    status: 503,
    body: { message: 'The database can only be read, so nothing can be saved.' },
  });
  await sql`set default_transaction_read_only = off`.execute(context.db);
  advance(1_000);
  await untilTold({ status: 200 });
});
