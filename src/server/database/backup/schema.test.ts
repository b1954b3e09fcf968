import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scratchDatabase } from '../../../../test/support/database.ts';
import type { Db } from '../../process/context.ts';
import type { Database } from '../open.ts';
import { runTransaction } from '../transact.ts';
import { dropIndexes } from './schema.ts';

let database: Database;
beforeAll(async () => {
  database = await scratchDatabase();
});
afterAll(() => database.close());

/** Returns every index with its definition and the statistics targets of its columns. */
async function indexesOf(db: Db) {
  const { rows } = await sql<{ made: string; samples: number[] }>`
    select pg_get_indexdef(i.indexrelid) as made, array(select a.attstattarget::int from pg_attribute a
      where a.attrelid = i.indexrelid and a.attstattarget > 0 order by a.attnum) as samples
    from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace order by 1`.execute(
    db,
  );
  return rows;
}

test('indexes that were dropped are made again as they were, with what is sampled of them', async () => {
  const before = await indexesOf(database.db);
  expect(before.filter(({ samples }) => samples.length > 0).length).toBeGreaterThan(10);
  await runTransaction(database.db, async (db) => {
    const makeAgain = await dropIndexes(db);
    expect((await indexesOf(db)).length).toBeLessThan(before.length);
    await makeAgain();
    expect(await indexesOf(db)).toEqual(before);
  });
});
