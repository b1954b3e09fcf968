import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { health } from './health.contract.ts';

const desk = testApp();

test('anybody is told that it can serve', async () => {
  expect(await desk.call(health.show)).toMatchObject({ status: 200, body: { status: 'ok' } });
});

test('a migration that is missing is a 503', async () => {
  const last = sql`(select name from kysely_migration order by name desc limit 1)`;
  const removed = await sql<{ name: string; timestamp: string }>`
    delete from kysely_migration where name = ${last} returning *`.execute(desk.db);
  expect(await desk.call(health.show)).toMatchObject({
    status: 503,
    body: { message: 'The database is being prepared.' },
  });
  const [row] = removed.rows;
  await sql`insert into kysely_migration (name, timestamp) values (${row?.name}, ${row?.timestamp})`.execute(
    desk.db,
  );
  expect((await desk.call(health.show)).status).toBe(200);
});

test('a database that hangs is a 503 within two seconds', async () => {
  const start = performance.now();
  await desk.db.transaction().execute(async (db) => {
    await sql`lock table kysely_migration in access exclusive mode`.execute(db);
    expect(await desk.call(health.show)).toMatchObject({
      status: 503,
      body: { message: 'The database can not be reached.' },
    });
  });
  expect(performance.now() - start).toBeLessThan(2500);
});
