import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { health } from './health.contract.ts';

const desk = testApp();
const AT_ONCE_MS = 100;

/** What it says, and that it says it at once. */
async function toldAtOnce() {
  const begun = performance.now();
  const { status, body } = await desk.call(health.show);
  expect(performance.now() - begun).toBeLessThan(AT_ONCE_MS);
  return { status, body };
}
const untilTold = (told: object) =>
  vi.waitFor(async () => expect(await toldAtOnce()).toMatchObject(told), { timeout: 7_000, interval: 50 });

test('anybody is told that it can serve', async () => {
  expect(await desk.call(health.show)).toMatchObject({ status: 200, body: { status: 'ok' } });
});

test('a migration that is missing is a 503 within a second or so', async () => {
  const last = sql`(select name from kysely_migration order by name desc limit 1)`;
  const removed = await sql<{ name: string; timestamp: string }>`
    delete from kysely_migration where name = ${last} returning *`.execute(desk.db);
  await untilTold({ status: 503, body: { message: 'The database is being prepared.' } });
  const [row] = removed.rows;
  await sql`insert into kysely_migration (name, timestamp) values (${row?.name}, ${row?.timestamp})`.execute(
    desk.db,
  );
  await untilTold({ status: 200 });
});

test('a database that hangs is a 503 within six seconds, which nobody waits for', async () => {
  await desk.db.transaction().execute(async (db) => {
    await sql`lock table kysely_migration in access exclusive mode`.execute(db);
    await untilTold({ status: 503, body: { message: 'The database can not be reached.' } });
  });
  await untilTold({ status: 200 });
});
