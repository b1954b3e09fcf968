// Opens the company of a million tee times on a PostgreSQL server: the cached one of .cache/bench, or the one at
// BENCH_DATABASE_URL.
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { projectFolder } from '../scripts/freshness.mjs';
import { scratchPostgres } from '../scripts/test-postgres.mjs';
import { startServer } from './servers.mjs';

const SETTINGS = [
  'shared_buffers=1GB',
  'effective_cache_size=4GB',
  'random_page_cost=1.1',
  'max_wal_size=8GB',
  'synchronous_commit=on',
  'max_connections=100',
];
const A_MILLION = 1_000_000;
const folder = join(projectFolder, '.cache', 'bench');
const dataset = readFileSync(join(projectFolder, 'bench', 'dataset.sql'), 'utf8');

/**
 * Starts a database server with a company of this many tee times, made if it is missing; `stop` ends the server if this
 * function started it.
 */
export async function openCompany(teeTimes = A_MILLION) {
  mkdirSync(folder, { recursive: true });
  // PostgreSQL runs as another user if this process is root, so that user must be able to read the folders.
  for (const one of [join(projectFolder, '.cache'), folder]) chmodSync(one, 0o755);
  const own = process.env.BENCH_DATABASE_URL;
  const server = own
    ? { url: own, stop: async () => undefined }
    : await scratchPostgres({ settings: SETTINGS, kept: join(folder, 'postgres') });
  if (!server)
    throw new Error(
      'PostgreSQL 15 or later is needed: apt-get install postgresql, or BENCH_DATABASE_URL of a superuser.',
    );
  const stop = () => server.stop();
  return {
    url: await withCompany(server.url, teeTimes).catch((error) => stop().then(() => Promise.reject(error))),
    stop,
  };
}

/** Returns the database name of a company, which changes with the data set and with any migration. */
function nameOfCompany(teeTimes) {
  const hash = createHash('sha256').update(dataset);
  const migrations = join(projectFolder, 'db', 'migrations');
  for (const file of readdirSync(migrations).sort()) hash.update(readFileSync(join(migrations, file)));
  const name = `company_${hash.digest('hex').slice(0, 12)}`;
  return teeTimes === A_MILLION ? name : `${name}_${teeTimes}`;
}

async function withCompany(serverUrl, teeTimes) {
  const name = nameOfCompany(teeTimes);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const found = await queryDatabase(serverUrl, `select from pg_database where datname = '${name}'`);
  if (found.rowCount > 0) return url.href;
  console.log(
    `Making the company of ${teeTimes.toLocaleString('en-US')} tee times, once; some minutes a million ...`,
  );
  const making = new URL(serverUrl);
  making.pathname = '/company_in_the_making';
  await queryDatabase(serverUrl, 'drop database if exists company_in_the_making with (force)');
  await queryDatabase(serverUrl, 'create database company_in_the_making');
  const migrating = await startServer('ric', making.href);
  await migrating.stop();
  await queryDatabase(making.href, `set bench.tee_times = '${teeTimes}';\n${dataset}`);
  await queryDatabase(making.href, 'vacuum (analyze)');
  await queryDatabase(serverUrl, `alter database company_in_the_making rename to ${name}`);
  return url.href;
}

export async function queryDatabase(url, text, values) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(text, values).finally(() => client.end());
}
