import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { migrationsFingerprint } from '../../scripts/testing/migrations.mjs';
import { runMigrations } from '../../src/server/database/migrate.ts';
import { openDatabase, openInMemoryDatabase, type Database } from '../../src/server/database/open.ts';
import { projectRoot } from '../../src/server/process/root.ts';

/**
 * Returns a migrated database without rows of other test files, on the engine of `TEST_ON`: `embedded` (default) or
 * `postgres` (at TEST_DATABASE_URL, as a superuser). Each test worker keeps one database and empties it between test files,
 * which takes milliseconds, while a new database takes half a second. Call this function once per test file, in
 * `beforeAll`, and the database's `close` in `afterAll`.
 */
export async function scratchDatabase(): Promise<Database> {
  if (process.env.TEST_ON !== 'postgres') return emptiedInMemory();
  workerDatabase.url ??= await copyWithMigratedRows();
  const database = await openDatabase({ databaseUrl: workerDatabase.url, dataDir: null });
  await empty(database);
  return database;
}

/**
 * Returns a separate migrated, empty database on the server at TEST_DATABASE_URL, for a test that changes the schema or
 * needs several databases.
 */
export async function ownServerDatabase(): Promise<Database> {
  const name = await copyOnServer();
  const database = await openDatabase({ databaseUrl: databaseUrl(name), dataDir: null });
  const close = async () => {
    await database.close();
    await asMaintainer((client) => client.query(`drop database ${name} with (force)`));
  };
  return { ...database, close };
}

/**
 * The key of the server database that this test worker empties between its files; the end of the test run drops that
 * database (global-setup.ts).
 */
const WORKER_DATABASE = Symbol.for('ric.test.worker-database');
const workerGlobals: typeof globalThis & { [WORKER_DATABASE]?: { url?: string } } = globalThis;
const workerDatabase = (workerGlobals[WORKER_DATABASE] ??= {});

async function copyWithMigratedRows(): Promise<string> {
  const url = databaseUrl(await copyOnServer());
  const database = await openDatabase({ databaseUrl: url, dataDir: null });
  await rememberMigratedRows(database);
  await database.close();
  return url;
}

// Embedded: one database per test worker, kept between its files --------------------------------------------

type WorkerDatabase = { database: Database };
const KEPT = Symbol.for('ric.test.database');
const kept: typeof globalThis & { [KEPT]?: Promise<WorkerDatabase> } = globalThis;

async function emptiedInMemory(): Promise<Database> {
  kept[KEPT] ??= openFromTemplate();
  const { database } = await kept[KEPT];
  await empty(database);
  return { ...database, close: async () => undefined };
}

/** Returns the path of a migrated, empty embedded database as one file; making a missing one takes a few seconds. */
export async function embeddedTemplate(): Promise<string> {
  const file = join(projectRoot, '.cache', `template-${migrationsFingerprint()}.tar.gz`);
  if (!existsSync(file)) await makeTemplate(file);
  return file;
}

async function openFromTemplate(): Promise<WorkerDatabase> {
  const file = await embeddedTemplate();
  const { database } = await openInMemoryDatabase(new Uint8Array(readFileSync(file)));
  await rememberMigratedRows(database);
  return { database };
}

async function makeTemplate(file: string) {
  const { database, dump } = await openInMemoryDatabase(null);
  await runMigrations(database);
  mkdirSync(join(file, '..'), { recursive: true });
  const unfinished = `${file}.${process.pid}-${Math.random()}`;
  writeFileSync(unfinished, await dump());
  renameSync(unfinished, file);
  await database.close();
}

const TABLES = sql<{ name: string }>`
  select format('%I', tablename) as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`;

/** Stores copies of the rows that migrations inserted, because they are part of an empty database. */
async function rememberMigratedRows({ db }: Database) {
  const { rows } = await TABLES.execute(db);
  await sql`create schema migrated`.execute(db);
  for (const { name } of rows) {
    const some = await sql<{ some: boolean }>`select exists (select from ${sql.raw(name)}) as some`.execute(
      db,
    );
    if (some.rows[0]?.some)
      await sql`create table migrated.${sql.raw(name)} as table ${sql.raw(name)}`.execute(db);
  }
}

/** Empties only the changed tables, which takes a few milliseconds; truncating every table takes a second. */
async function empty({ db }: Database) {
  const { rows } = await TABLES.execute(db);
  const questions = rows.map(({ name }) => `select '${name}' as name where exists (select from ${name})`);
  const filled = await sql<{ name: string }>`
    ${sql.raw(questions.join(' union all '))}
    union select format('%I', t.relname) from pg_sequences s
      join pg_depend d on d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass and d.deptype in ('a', 'i')
      join pg_class t on t.oid = d.refobjid
      where s.last_value is not null and s.schemaname = 'public'`.execute(db);
  if (filled.rows.length === 0) return;
  const names = filled.rows.map(({ name }) => name).join(', ');
  // Triggers forbid emptying the audit table, so they are off while a test's database is emptied.
  await sql`set session_replication_role = replica`.execute(db);
  await sql`truncate ${sql.raw(names)} restart identity cascade`.execute(db);
  await sql`reset session_replication_role`.execute(db);
  const migrated = await sql<{ name: string }>`
    select format('%I', tablename) as name from pg_tables where schemaname = 'migrated'`.execute(db);
  for (const { name } of migrated.rows) {
    await sql`insert into ${sql.raw(name)} table migrated.${sql.raw(name)}`.execute(db);
  }
}

// PostgreSQL: a copy of a migrated template per test file ----------------------------------------------------

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url)
    throw new Error(
      'TEST_ON=postgres needs TEST_DATABASE_URL, an address with the right to create databases.',
    );
  return url;
}

function databaseUrl(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

async function asMaintainer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    // The lock makes the template and its copies one after the other, because PostgreSQL cannot copy a template in use.
    await client.query("select pg_advisory_lock(hashtext('ric_template'))");
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the prefix of a test run's databases, by which the end of the run finds those that remain. */
const databasePrefix = () => `ric_test_${process.env.RIC_TEST_RUN ?? process.pid}_`;

/** Copies the migrated template database, making the template first if it is missing; returns the copy's name. */
async function copyOnServer(): Promise<string> {
  const name = `${databasePrefix()}${process.pid}_${Date.now()}_${Math.floor(Math.random() * 1e6)}`;
  await asMaintainer(async (client) => {
    await client.query(`create database ${name} template ${await templateOn(client)}`);
  });
  return name;
}

/** Drops the databases that remain of this test run's workers. */
export async function dropServerDatabases(): Promise<void> {
  await asMaintainer(async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [databasePrefix()],
    );
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  });
}

/** Makes the migrated template database for tests on a PostgreSQL server, if it is missing. */
export const makeServerTemplate = (): Promise<unknown> => asMaintainer(templateOn);

async function templateOn(client: pg.Client): Promise<string> {
  const template = `ric_template_${migrationsFingerprint()}`;
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
  if (rowCount !== 0) return template;
  const unfinished = `${template}_unfinished`;
  await client.query(`drop database if exists ${unfinished} with (force)`);
  await client.query(`create database ${unfinished}`);
  const database = await openDatabase({ databaseUrl: databaseUrl(unfinished), dataDir: null });
  await runMigrations(database);
  await database.close();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${unfinished}'`,
  );
  await client.query(`alter database ${unfinished} rename to ${template}`);
  return template;
}
