import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../src/server/database/migrate.ts';
import { openDatabase } from '../src/server/database/open.ts';

/** Fills an empty database with the company of dataset.sql, with statistics; `url` must be a superuser's. */
export async function loadCompany(url: string, teeTimes: number): Promise<void> {
  const database = await openDatabase({ databaseUrl: url, dataDir: null });
  await migrate(database.db).finally(() => database.close());
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set bench.tee_times = ${teeTimes}`);
    await client.query(readFileSync(join(import.meta.dirname, 'dataset.sql'), 'utf8'));
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
}
