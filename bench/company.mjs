// The company of a million tee times on a PostgreSQL server: the cached one of .cache/bench, or BENCH_DATABASE_URL's.
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { root } from '../scripts/freshness.mjs';
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
const folder = join(root, '.cache', 'bench');
const dataset = readFileSync(join(root, 'bench', 'dataset.sql'), 'utf8');

/** A running server with the company, made when it is not there; `stop` ends what was started here. */
export async function openCompany() {
  mkdirSync(folder, { recursive: true });
  // PostgreSQL runs as another user where this is root.
  for (const one of [join(root, '.cache'), folder]) chmodSync(one, 0o755);
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
    url: await withCompany(server.url).catch((error) => stop().then(() => Promise.reject(error))),
    stop,
  };
}

/** Changes with the data set and with any migration. */
function nameOfCompany() {
  const hash = createHash('sha256').update(dataset);
  const migrations = join(root, 'db', 'migrations');
  for (const file of readdirSync(migrations).sort()) hash.update(readFileSync(join(migrations, file)));
  return `company_${hash.digest('hex').slice(0, 12)}`;
}

async function withCompany(serverUrl) {
  const name = nameOfCompany();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const found = await query(serverUrl, `select from pg_database where datname = '${name}'`);
  if (found.rowCount > 0) return url.href;
  console.log('Making the company: a million tee times, once; a few minutes ...');
  const making = new URL(serverUrl);
  making.pathname = '/company_in_the_making';
  await query(serverUrl, 'drop database if exists company_in_the_making with (force)');
  await query(serverUrl, 'create database company_in_the_making');
  const migrating = await startServer('ric', making.href);
  await migrating.stop();
  await query(making.href, dataset);
  await query(making.href, 'vacuum (analyze)');
  await query(serverUrl, `alter database company_in_the_making rename to ${name}`);
  return url.href;
}

export async function query(url, text, values) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(text, values).finally(() => client.end());
}
