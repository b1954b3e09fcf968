import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { scratchDatabase } from '../../../test/support/database.ts';
import type { Database } from '../database/open.ts';
import { runTransaction } from '../database/transact.ts';
import { startTimer } from './timer.ts';

let database: Database;
beforeAll(async () => {
  database = await scratchDatabase();
  await sql`create table work (done boolean)`.execute(database.db);
  await sql`create table other (done boolean)`.execute(database.db);
});
afterAll(() => database.close());

const HOUR_MS = 3_600_000;

/** Starts a timer that would otherwise sleep for an hour; returns the rows that each of its runs has seen. */
function counting({ on }: { on: RegExp }) {
  const found: number[] = [];
  const waiting: { count: number; done: () => void }[] = [];
  const round = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from work`.execute(database.db);
    found.push(Number(rows[0]?.count));
    for (const { count, done } of waiting) if (found.length >= count) done();
  };
  const timer = startTimer(1, 'test', round, { commits: database.commits, on, idleMs: HOUR_MS });
  onTestFinished(() => timer.stop());
  const rounds = (count: number) =>
    found.length >= count
      ? Promise.resolve()
      : new Promise<void>((done) => void waiting.push({ count, done }));
  return { found, rounds };
}

test.skipIf(process.env.TEST_ON === 'postgres')(
  'a timer begins its next round when what it waits for was committed, and for nothing else',
  async () => {
    const { db } = database;
    const { found, rounds } = counting({ on: /\bwork\b/ });
    await rounds(1);
    await sql`insert into other values (true)`.execute(db);
    await sql`select * from work for update`.execute(db);
    await sql`update work set done = true`.execute(db);
    const rolledBack = runTransaction(db, async (within) => {
      await sql`insert into work values (false)`.execute(within);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await sql`with made as (insert into work values (false) returning 1) select from made`.execute(db);
    await rounds(2);
    await runTransaction(db, async (within) => {
      await sql`insert into work values (false)`.execute(within);
      await sql`select from work`.execute(within);
    });
    await rounds(3);
    expect(found).toEqual([0, 1, 2]);
  },
);

test('a timer that nobody tells of commits polls', async () => {
  let count = 0;
  await new Promise<void>((done) => {
    const timer = startTimer(1, 'test', async () => void ((count += 1) === 3 && done()), {
      commits: null,
      on: /./,
      idleMs: HOUR_MS,
    });
    onTestFinished(() => timer.stop());
  });
  expect(count).toBe(3);
});
