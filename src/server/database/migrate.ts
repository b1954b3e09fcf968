import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Migrator, sql, type Kysely, type Migration } from 'kysely';
import { CannotStart } from '../process/cannot-start.ts';
import { reportStep } from '../process/steps/progress.ts';
import { projectRoot } from '../process/root.ts';
import { Deadline } from './driver/deadline.ts';
import type { Database } from './open.ts';
import type { Tables } from './tables.ts';

/** The folder of the numbered SQL files: forward only, never edited once merged. */
export const migrationsFolder = join(projectRoot, 'db', 'migrations');

const NUMBERED = /^\d{4}_[a-z0-9_]+\.sql$/;

// Read once: the files of a newer version may be put beside a program that still runs.
const KNOWN = readdirSync(migrationsFolder)
  .filter((file) => NUMBERED.test(file))
  .map((file) => file.replace(/\.sql$/, ''))
  .toSorted();

const STEP = 'Migrating the database';

async function readMigrations(): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const name of KNOWN) {
    const text = await readFile(join(migrationsFolder, `${name}.sql`), 'utf8');
    migrations[name] = {
      up: async (db) => {
        await sql`set local statement_timeout = 0`.execute(db);
        await sql.raw(text).execute(db);
        reportStep({ name: STEP, done: KNOWN.indexOf(name) + 1, total: KNOWN.length });
      },
    };
  }
  return migrations;
}

/** Building an index of a million rows takes long, and nobody is served during that time. */
const LONGEST_MS = 6 * 3_600_000;

const migratorOf = (db: Kysely<Tables>) => new Migrator({ db, provider: { getMigrations: readMigrations } });

/** Runs the missing migrations in one transaction, under a lock that other processes wait for; returns their names. */
export const migrate = ({ dbWithin }: Pick<Database, 'dbWithin'>): Promise<string[]> =>
  runMissing(dbWithin(new Deadline(LONGEST_MS)));

async function runMissing(db: Kysely<Tables>): Promise<string[]> {
  const { missing, unknown } = await compare(db);
  if (unknown.length > 0) {
    throw new CannotStart(
      `The database is newer than this program: it has ${unknown.join(', ')}, so start the newer version of RIC.`,
    );
  }
  if (missing.length === 0) return [];
  reportStep({ name: STEP, done: KNOWN.length - missing.length, total: KNOWN.length });
  const { error, results = [] } = await migratorOf(db).migrateToLatest();
  if (error) {
    const failed = results.find(({ status }) => status === 'Error')?.migrationName ?? 'A migration';
    const reason = error instanceof Error ? error.message : 'unknown reason';
    throw new CannotStart(`${failed} could not be run, so nothing was changed: ${reason}`);
  }
  return results.map(({ migrationName }) => migrationName);
}

/** Returns true if this program has migrations that the database lacks. */
export async function migrationsPending(db: Kysely<Tables>): Promise<boolean> {
  return (await compare(db)).missing.length > 0;
}

/** Returns true if this program has migrations that are not among those that a database has. */
export const lacksMigrations = (names: readonly string[]): boolean =>
  KNOWN.some((name) => !names.includes(name));

/** Compares by two short queries, where the migrator would look at every table. */
async function compare(db: Kysely<Tables>): Promise<{ missing: string[]; unknown: string[] }> {
  const { rows } = await sql<{
    found: boolean;
  }>`select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (!rows[0]?.found) return { missing: KNOWN, unknown: [] };
  const done = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const names = done.rows.map(({ name }) => name);
  return {
    missing: KNOWN.filter((name) => !names.includes(name)),
    unknown: names.filter((name) => !KNOWN.includes(name)),
  };
}
