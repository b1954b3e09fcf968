import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { CannotStart } from '../../process/cannot-start.ts';
import type { Settings } from '../../process/settings.ts';
import { onlyRow } from '../only-row.ts';
import { withDirectDatabaseUrl, openDatabase, type Database } from '../open.ts';
import { sendFirstStatement, databaseDisplayName } from '../server/reach.ts';
import { requestDatabaseCopy } from './copies.ts';
import { fileBackupLines } from './files.ts';
import { withChecksumLine } from './lines.ts';
import { databaseBackupLines } from './read-out.ts';

type Where = Pick<
  Settings,
  'databaseUrl' | 'databaseDirectUrl' | 'databaseOwnerUrl' | 'prepared' | 'dataDir'
>;
export type BackupSource = {
  database: Database;
  /** How many milliseconds the running process paused its database for the backup; null if it did not. */
  stillMs: number | null;
  /** Throws if the source of the backup may have disappeared during the backup. */
  check(): void;
  close(): Promise<void>;
};

/**
 * Opens the source of a backup: the database server, the embedded database, or a copy of the embedded one made by the
 * process that runs RIC.
 */
export async function openBackupSource(where: Where): Promise<BackupSource> {
  const copy = where.databaseUrl ? null : await requestDatabaseCopy(where.dataDir);
  const dataDir = copy?.folder ?? where.dataDir;
  if (!where.databaseUrl && !existsSync(join(dataDir, 'database')))
    throw new CannotStart(`There is no database in ${where.dataDir}.`);
  const database = where.databaseUrl ? await openReached(where) : await openDatabase({ dataDir });
  return {
    database,
    stillMs: copy?.still_ms ?? null,
    check: () => {
      if (copy?.isLost()) throw new CannotStart('Nothing was made: RIC ended meanwhile.');
    },
    close: () => database.close().finally(() => copy?.letGo()),
  };
}

/**
 * Opens the database server directly, not through a pooler, as the owner's role if there is one; rejects a server
 * that is unreachable or has no company.
 */
async function openReached(where: Where): Promise<Database> {
  const direct = withDirectDatabaseUrl({
    ...where,
    databaseDirectUrl: where.databaseOwnerUrl ?? where.databaseDirectUrl,
  });
  const database = await openDatabase(direct);
  const name = databaseDisplayName(direct.databaseUrl ?? '', null);
  try {
    const { isFilled } = onlyRow(await sendFirstStatement(name, () => askFilled(database)));
    if (!isFilled) throw new CannotStart(`${name} has nothing of RIC in it.`);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

const askFilled = ({ db }: Database) =>
  sql<{ isFilled: boolean }>`select to_regclass('kysely_migration') is not null as "isFilled"`.execute(db);

/** Returns the company's data, from its database and its data folder, as the lines of a backup. */
export const companyBackupLines = (
  source: BackupSource,
  dataDir: string,
  now: Date,
): AsyncGenerator<string> =>
  withChecksumLine(
    (async function* all() {
      yield* databaseBackupLines(source.database, now);
      // The simulated gateway's journal is copied after the rows, because it may know of more payments than the rows,
      // never of fewer.
      yield* fileBackupLines(dataDir);
      source.check();
    })(),
  );
