import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scratchDatabase } from '../../../test/support/database.ts';
import { runMigrations, migrationsPending } from './migrate.ts';
import type { Database } from './open.ts';

let database: Database;
beforeAll(async () => {
  database = await scratchDatabase();
});
afterAll(() => database.close());

test('a scratch database has every migration and only their rows', async () => {
  const { db } = database;
  expect(await migrationsPending(db)).toBe(false);
  expect(await runMigrations(database)).toEqual([]);
  expect(await db.selectFrom('ric_messages').select('message').execute()).toEqual([{ message: '' }]);
  expect(await db.selectFrom('audit_entries').selectAll().execute()).toEqual([]);
});

test('a database that lacks a migration says so', async () => {
  const { db } = database;
  await sql`delete from kysely_migration where name = '0002_checks'`.execute(db);
  expect(await migrationsPending(db)).toBe(true);
  await sql`insert into kysely_migration (name, timestamp) values ('0002_checks', '')`.execute(db);
  expect(await migrationsPending(db)).toBe(false);
});

test('a database with a migration that the program does not know is refused with a sentence', async () => {
  const { db } = database;
  await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '')`.execute(db);
  await expect(runMigrations(database)).rejects.toThrow(
    'The database is newer than this program: it has 9999_later,',
  );
  await sql`delete from kysely_migration where name = '9999_later'`.execute(db);
});

test('days, times, counts, money and instants arrive as the contract has them', async () => {
  const { rows } = await database.pool.query(`select date '2026-03-08' as day, time '07:42:31' as clock,
    9007199254740991::bigint as most, 10.50::numeric as price, array[1, 2]::bigint[] as ids,
    timestamptz '2026-11-21 01:02:03.1204-08' as moment, array[date '2026-01-02', null] as days,
    array[timestamptz '2026-11-21 01:02:03Z'] as moments, array[]::bigint[] as none`);
  expect(rows).toEqual([
    {
      day: '2026-03-08',
      clock: '07:42',
      most: 9007199254740991,
      price: '10.50',
      ids: [1, 2],
      moment: '2026-11-21T09:02:03.120400Z',
      days: ['2026-01-02', null],
      moments: ['2026-11-21T01:02:03.000000Z'],
      none: [],
    },
  ]);
});

test('a bigint that a number cannot hold is refused, never rounded', async () => {
  await expect(database.pool.query('select 9007199254740993::bigint as n')).rejects.toThrow('too large');
});

test('an instant read is the same instant when it is sent back', async () => {
  const { db } = database;
  const values = { account: 'a', address: 'b', failures: 1, last_failed_at: '2026-11-21T01:02:03.123456Z' };
  await db.insertInto('sign_in_failures').values(values).execute();
  const found = await db
    .selectFrom('sign_in_failures')
    .select('last_failed_at')
    .where('last_failed_at', '=', values.last_failed_at)
    .execute();
  expect(found).toEqual([{ last_failed_at: values.last_failed_at }]);
});

test('an error keeps its code, and the connection stays usable', async () => {
  await expect(database.pool.query('select 1/0')).rejects.toMatchObject({ code: '22012' });
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a connection that was thrown away leaves no transaction behind', async () => {
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query(`insert into audit_entries (made_by, action, subject) values ('x', 'x', 'lost')`);
  client.release(new Error('thrown away'));
  const { rows } = await database.pool.query(`select from audit_entries where subject = 'lost'`);
  expect(rows).toEqual([]);
});

test('a large answer and a large question arrive whole', async () => {
  const text = 'é'.repeat(1_500_000);
  const { rows } = await database.pool.query<{ t: string }>('select $1::text as t', [text]);
  expect(rows[0]?.t === text).toBe(true);
  const many = await database.pool.query('select g from generate_series(1, 50000) g');
  expect(many.rows.length).toBe(50_000);
});

test('a ledger entry cannot be changed', async () => {
  const { db } = database;
  const { id } = await db
    .insertInto('ledger_transactions')
    .values({ kind: 'booking' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const change = db.updateTable('ledger_transactions').set({ memo: 'x' }).where('id', '=', id).execute();
  await expect(change).rejects.toMatchObject({ code: '23000' });
});
