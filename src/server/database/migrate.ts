import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Migrator, sql, type Kysely, type Migration } from 'kysely';
import { CannotStart } from '../process/cannot-start.ts';
import { reportStartProgress } from '../process/steps/progress.ts';
import { projectRoot } from '../process/root.ts';
import { DatabaseDeadline } from './driver/deadline.ts';
import type { Database } from './open.ts';
import type { Tables } from './tables.ts';

/** The folder of the numbered SQL migrations: forward only, and never edited once merged. */
export const migrationsFolder = join(projectRoot, 'db', 'migrations');

const NUMBERED = /^\d{4}_[a-z0-9_]+\.sql$/;

// The file names are read once at start, because the files of a newer version may be installed beside a program that still runs.
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
        reportStartProgress({ name: STEP, done: KNOWN.indexOf(name) + 1, total: KNOWN.length });
      },
    };
  }
  return migrations;
}

/** The longest time for the migrations: an index of a million rows takes long, and RIC serves nobody meanwhile. */
const LONGEST_MS = 6 * 3_600_000;

const migratorOf = (db: Kysely<Tables>) => new Migrator({ db, provider: { getMigrations: readMigrations } });

/** Runs the missing migrations in one transaction, under a lock that other starting processes wait for; returns their names. */
export const runMigrations = ({ dbWithin }: Pick<Database, 'dbWithin'>): Promise<string[]> =>
  runMissing(dbWithin(new DatabaseDeadline(LONGEST_MS)));

async function runMissing(db: Kysely<Tables>): Promise<string[]> {
  const { missing, unknown } = await compare(db);
  if (unknown.length > 0) {
    throw new CannotStart(
      `The database is newer than this program: it has ${unknown.join(', ')}, so start the newer version of RIC.`,
    );
  }
  if (missing.length === 0) return [];
  reportStartProgress({ name: STEP, done: KNOWN.length - missing.length, total: KNOWN.length });
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

/** Returns true if this program has a migration that is not among these names. */
export const databaseLacksMigrations = (names: readonly string[]): boolean =>
  KNOWN.some((name) => !names.includes(name));

/** Compares the program's migrations with the database's by two short queries; the migrator itself would inspect every table. */
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
